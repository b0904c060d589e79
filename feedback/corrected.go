package feedback

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

type edit = diagnostics.Edit

// edits returns the edits that correct the block, by position. certain is false if a
// problem leaves the intent open, or not all problems are known: Problems of a refused
// block may be incomplete. A repaired block needs only the repair, as long as no other
// problem is known.
func (b *call) edits() (list []edit, certain bool) {
	if b.Verdict().Outcome == xmlcall.Repaired {
		return b.repairs(), !slices.ContainsFunc(b.Problems, func(p xmlcall.Problem) bool {
			return !p.Kind.Repairable() && p.Kind != xmlcall.CorruptedCDATA
		})
	}
	for _, p := range b.Problems {
		e := edit{Span: p.Span, Text: instead[p.Kind]}
		if p.Kind.Repairable() {
			e = ampersand(p.Span.Start)
		}
		if _, refused := p.At(); e.Text == "" || !p.Certain || p.Kind == xmlcall.MalformedCDATA && refused {
			return nil, false
		}
		list = append(list, e)
	}
	return list, len(list) > 0 && !b.MoreProblems
}

// instead are what to write instead of a character that can only be literal, or of the opener of a section.
var instead = map[xmlcall.ProblemKind]string{
	xmlcall.RawLessThan:    "&lt;",
	xmlcall.CDATAEndInText: "]]&gt;",
	xmlcall.CDATAEndsEarly: encode.SplitCDATAEnd,
	xmlcall.MalformedCDATA: "<![CDATA[",
}

func ampersand(at int) edit {
	return edit{Span: xmlcall.Span{Start: at, End: at + 1}, Text: "&amp;"}
}

// repairs returns the edits of the ampersand repair in text and tags, by
// position. It reads the tokens: Problems are not all of them.
func (b *call) repairs() (list []edit) {
	for _, t := range b.Tokens {
		if t.Kind() != xmlcall.Text && t.Kind() != xmlcall.StartTag {
			continue
		}
		s := b.Text[:t.Span().End]
		for at := t.Span().Start; ; {
			n := strings.IndexByte(s[at:], '&')
			if n < 0 {
				break
			}
			at += n
			ref, problem, ok := xmlcall.ReferenceAt(s, at)
			if !ok && problem.Repairable() {
				list = append(list, ampersand(at))
			}
			at = ref.Span.End
		}
	}
	return list
}

// apply returns the text under a span after the edits in it.
func (b *call) apply(edits []edit, span xmlcall.Span) string {
	var own []edit
	for _, e := range edits {
		if span.Contains(e.Span) {
			e.Span = xmlcall.Span{Start: e.Span.Start - span.Start, End: e.Span.End - span.Start}
			own = append(own, e)
		}
	}
	return diagnostics.Apply(b.Slice(span), own)
}

// lineEnds normalizes line ends as the runtime does.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// corrected returns the block with the edits applied if that is proven to be the
// intended call, and "" otherwise. Line ends are LF, as they are read.
func (b *call) corrected(edits []edit) string {
	text := lineEnds.Replace(b.apply(edits, b.Span))
	after, ok := b.runsWhole(text)
	if !ok || after.ToolName() != b.ToolName() || after.ServerName() != b.ServerName() ||
		!utf8.ValidString(text) { // a comment may contain anything
		return ""
	}
	is, will := b.Arguments(), after.Arguments()
	if (is == xmlcall.NoElement) != (will == xmlcall.NoElement) || !b.Value(is).Equal(after.Value(will)) {
		return ""
	}
	return text
}

// runsWhole parses text, for the runtime that b is judged for, and reports whether the
// whole text is one block that runs as written, and that has no known problem.
func (b *call) runsWhole(text string) (after *xmlcall.Block, ok bool) {
	if !strings.HasPrefix(text, "<tool>") {
		return nil, false
	}
	after = xmlcall.NewParser(text, b.options).At(0)
	return after, after.Verdict().Outcome == xmlcall.Runs && after.Span.End == len(text) && len(after.Problems) == 0
}

// rewritten returns a block with a JSON payload as a block of elements, if they hold
// the same data, and "" otherwise.
func (b *call) rewritten() string {
	content := b.Element(0).Content()
	payload := strings.TrimSpace(b.Slice(content))
	if b.Delimiters != xmlcall.Closed || !strings.HasPrefix(payload, "{") {
		return ""
	}
	c, err := legacy.Parse(payload, encode.Options{})
	if err != nil || !c.Exact {
		return ""
	}
	text, _ := c.Elements().Encode(encode.Options{MaxSize: b.options.MaxSize}) // "" for an error
	after, ok := b.runsWhole(text)
	if !ok {
		return ""
	}
	if arguments, ok := after.Decode(); !ok || !arguments.Equal(c.Arguments) {
		return ""
	}
	return text
}

// correctedLine returns the line of a place with the edits on it applied, or "" if that
// is not one whole line of moderate length, or not all of its problems are known.
func (b *call) correctedLine(edits []edit, p *xmlcall.Problem) string {
	line := p.Span
	line.Start = b.Span.Start + strings.LastIndexByte(b.Text[b.Span.Start:line.Start], '\n') + 1
	if n := strings.IndexByte(b.Text[line.End:b.Span.End], '\n'); n >= 0 {
		line.End += n
	} else {
		line.End = b.Span.End
	}
	if line.Len() > 4*excerptReach || strings.Contains(b.Slice(p.Span), "\n") || b.MoreProblems {
		return ""
	}
	return strings.TrimSuffix(b.apply(edits, line), "\r")
}
