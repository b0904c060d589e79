package xmlcall

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// An edit replaces the bytes of a span.
type edit struct {
	span Span
	text string
}

// mends returns the edits that mend the block, by position. certain is false
// where a problem leaves room for what was meant, or is not known: of a refused
// block Problems may not be all. A repaired one needs only the repair, as long
// as nothing else is known of it.
func (b *Block) mends() (edits iter.Seq[edit], certain bool) {
	if b.verdict.Outcome == Repaired {
		return b.repairs, !slices.ContainsFunc(b.Problems, func(p Problem) bool {
			return !p.Kind.repairable() && p.Kind != CorruptedCDATA
		})
	}
	var list []edit
	for _, p := range b.Problems {
		e := edit{p.Span, ""}
		switch p.Kind {
		case BareAmpersand, UnknownEntity, UnterminatedReference:
			e = edit{Span{p.Span.Start, p.Span.Start + 1}, "&amp;"}
		case RawLessThan:
			e.text = "&lt;"
		case CDATAEndInText:
			e.text = "]]&gt;"
		case CDATAEndsEarly:
			e.text = SplitCDATAEnd
		case MalformedCDATA:
			if p.At >= 0 {
				return nil, false
			}
			e.text = cdataOpen
		default:
			return nil, false
		}
		if !p.Certain {
			return nil, false
		}
		list = append(list, e)
	}
	return slices.Values(list), len(list) > 0 && !b.More
}

// apply returns the text of span with the edits in it applied.
func (b *Block) apply(edits iter.Seq[edit], span Span) string {
	var w strings.Builder
	w.Grow(span.Len() + 64)
	from := span.Start
	for e := range edits {
		if e.span.Start >= span.End {
			break
		}
		if span.Contains(e.span) && e.span.Start >= from {
			w.WriteString(b.Text[from:e.span.Start])
			w.WriteString(e.text)
			from = e.span.End
		}
	}
	w.WriteString(b.Text[from:span.End])
	return w.String()
}

// corrected returns the block with the edits applied, if that is proven to be
// the call that was meant; else "". Line ends are LF, as they are read.
func (b *Block) corrected(edits iter.Seq[edit]) string {
	text := normalizeNewlines(b.apply(edits, b.Span))
	after, ok := b.runsWhole(text)
	if !ok || after.ToolName() != b.ToolName() || after.ServerName() != b.ServerName() ||
		!utf8.ValidString(text) { // a comment may hold anything
		return ""
	}
	i, k := b.Child(b.root, "arguments"), after.Child(after.root, "arguments")
	if (i < 0) != (k < 0) || i >= 0 && !sameValue(b.Value(i), after.Value(k)) {
		return ""
	}
	return text
}

// runsWhole parses text, for the runtime that b is judged for, and reports
// whether all of it is one block that runs as it is written, and of which no
// problem is known.
func (b *Block) runsWhole(text string) (after *Block, ok bool) {
	if !strings.HasPrefix(text, toolOpen) {
		return nil, false
	}
	after = NewParser(text, Options{MaxSize: b.maxSize}).At(0)
	return after, after.verdict.Outcome == Runs && after.Span.End == len(text) && len(after.Problems) == 0
}

// rewritten returns a block that holds a JSON payload as a block of elements,
// if they say the same; else "".
func (b *Block) rewritten() string {
	if len(b.Elements) == 0 {
		return ""
	}
	content := b.Elements[0].Content()
	payload := strings.TrimSpace(b.Slice(content))
	if b.Form != Closed || !strings.HasPrefix(payload, "{") {
		return ""
	}
	c, err := ParseLegacy(payload)
	if err != nil || !c.Exact {
		return ""
	}
	text, err := c.Call().Encode(WithMaxSize(b.maxSize))
	if err != nil {
		return ""
	}
	after, ok := b.runsWhole(text)
	if !ok {
		return ""
	}
	if arguments, ok := after.Decode(); !ok || !sameValue(arguments, c.Arguments) {
		return ""
	}
	return text
}

// correctedLine returns the line of a place with the edits on it applied, ""
// where that is not one whole line of moderate length, or not all of its
// problems may be known.
func (b *Block) correctedLine(edits iter.Seq[edit], p *Problem) string {
	line := p.Span
	if n := strings.LastIndexByte(b.Text[b.Span.Start:line.Start], '\n'); n >= 0 {
		line.Start = b.Span.Start + n + 1
	} else {
		line.Start = b.Span.Start
	}
	if n := strings.IndexByte(b.Text[line.End:b.Span.End], '\n'); n >= 0 {
		line.End += n
	} else {
		line.End = b.Span.End
	}
	if line.Len() > 4*excerptReach || strings.Contains(b.Slice(p.Span), "\n") || b.More {
		return ""
	}
	return strings.TrimSuffix(b.apply(edits, line), "\r")
}

// sameValue reports whether two trees hold the same values. White space around
// the children of an element is no value.
func sameValue(x, y *Value) bool {
	return x.Name == y.Name && slices.EqualFunc(x.Children, y.Children, sameValue) &&
		(x.Text == y.Text || len(x.Children) > 0 && strings.TrimSpace(x.Text) == strings.TrimSpace(y.Text))
}
