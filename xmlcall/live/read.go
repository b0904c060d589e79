package live

import (
	"cmp"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// read reads a reply in three steps: remove thinking, find the calls in the rest, assemble the call.
func read(text string, o xmlcall.Options, atOnce bool) *Reply {
	r := &Reply{Text: text, Named: -1, Argued: -1}
	rest := r.withoutThinking()
	calls := callsIn(rest)
	if atOnce {
		calls = calls[max(0, len(calls)-1):]
	}
	r.assemble(rest, calls, o)
	slices.SortStableFunc(r.Deviations, func(a, b Deviation) int {
		return cmp.Or(a.Span.Start-b.Span.Start, b.Span.End-a.Span.End)
	})
	return r
}

// withoutThinking returns the text without thinking.
func (r *Reply) withoutThinking() string {
	text := r.Text
	tag, closes := lex.FindThinking(text, 0)
	if tag.Len() == 0 && utf8.ValidString(text) {
		r.rest = mapping{{0, 0, len(text)}}
		return text // the usual case needs no copy
	}
	var kept mappedText
	from, open := 0, -1
	for ; tag.Len() > 0; tag, closes = lex.FindThinking(text, tag.End) {
		if open < 0 {
			kept.addRunes(text, xmlcall.Span{Start: from, End: tag.Start})
		}
		from = tag.End
		switch {
		case closes && open >= 0:
			r.Thinking = append(r.Thinking, xmlcall.Span{Start: open, End: tag.End})
			open = -1
		case !closes && open < 0:
			open = tag.Start
		}
	}
	if open >= 0 {
		r.Thinking = append(r.Thinking, xmlcall.Span{Start: open, End: len(text)})
	} else {
		kept.addRunes(text, xmlcall.Span{Start: from, End: len(text)})
	}
	r.rest = kept.m
	return kept.w.String()
}

// A liveCall is the text between <tool> and </tool>. Its offsets are in the reply without thinking.
type liveCall struct {
	open    xmlcall.Span // the <tool>
	content xmlcall.Span // without white space at its ends
	close   xmlcall.Span // the </tool>; empty at the end of the reply if it is missing
}

func callsIn(s string) (calls []liveCall) {
	for open, ok := xmlcall.Find(s, 0); ok; open, ok = xmlcall.Find(s, calls[len(calls)-1].close.End) {
		inner, end, after := open+len(lex.ToolOpen), len(s), len(s)
		if n := lex.Find(s, inner, lex.ToolClose); n >= 0 {
			end, after = n, n+len(lex.ToolClose)
		}
		calls = append(calls, liveCall{
			open:    xmlcall.Span{Start: open, End: inner},
			content: xmlcall.Span(lex.TrimSpace(s, lex.Span{Start: inner, End: end})),
			close:   xmlcall.Span{Start: end, End: after},
		})
	}
	return calls
}

// assemble parses the calls of rest that are not empty as one.
func (r *Reply) assemble(rest string, calls []liveCall, o xmlcall.Options) {
	calls = slices.DeleteFunc(calls, func(c liveCall) bool { return c.content.Len() == 0 })
	if len(calls) == 0 {
		r.Verdict = xmlcall.Verdict{Outcome: xmlcall.Refused, Reason: noCall}
		return
	}
	var t mappedText
	t.add(lex.ToolOpen, calls[0].open)
	ends := make([]int, len(calls)) // of each call's content
	for i, c := range calls {
		t.add(rest[c.content.Start:c.content.End], c.content)
		ends[i] = t.w.Len()
		r.Parts = append(r.Parts, Part{Open: r.rest.span(c.open), Close: r.rest.span(c.close)})
		if i > 0 {
			r.Deviations = append(r.Deviations, Deviation{CallMerged, r.Parts[i].Open})
		}
	}
	t.add(lex.ToolClose, calls[len(calls)-1].close)
	r.assembled = t.m
	text := t.w.String()
	b := xmlcall.NewParser(text, o).At(0)
	r.Block, r.Verdict = b, b.Verdict()
	if limit := forge.Limit(o.MaxSize); len(text) > limit { // size is checked first
		r.Verdict = xmlcall.Verdict{Outcome: xmlcall.Refused, Reason: forge.TooLarge(limit)}
	}
	if !r.Runs() {
		return
	}
	r.Tool = b.ToolName()
	r.Arguments, _ = b.Decode()
	for _, name := range forge.Envelope {
		i, ok := b.Child(b.Envelope(), name)
		if !ok {
			continue
		}
		span := b.Element(i).Span()
		part := sort.Search(len(ends)-1, func(k int) bool { return span.Start < ends[k] })
		switch name {
		case "tool_name":
			r.Named = part
		case "arguments":
			r.Argued = part
		}
		if part < len(ends)-1 {
			r.Deviations = append(r.Deviations, Deviation{FieldInherited, r.Original(span)})
		}
	}
}
