package live

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A reader reads one reply in three steps: remove thinking, find the calls in the rest,
// assemble the call.
type reader struct {
	reply   *Reply
	options xmlcall.Options
	rest    string  // Text without thinking
	mapping mapping // rest to Text
}

// A liveCall is the text between <tool> and </tool>. Its offsets are in reader.rest.
type liveCall struct {
	open    xmlcall.Span // the <tool>
	content xmlcall.Span // without white space at its ends
	close   xmlcall.Span // the </tool>; empty at the end of the reply if it is missing
}

func (r *reader) deviate(kind Kind, span xmlcall.Span) {
	r.reply.Deviations = append(r.reply.Deviations, Deviation{kind, span})
}

// removeThinking sets rest and mapping.
func (r *reader) removeThinking() {
	text := r.reply.Text
	found, closes := lex.FindThinking(text, 0)
	if found.Len() == 0 && utf8.ValidString(text) {
		r.rest, r.mapping = text, mapping{{0, len(text), 0, len(text)}} // the usual case needs no copy
		return
	}
	var kept mappedText
	from, open := 0, xmlcall.Span{Start: -1}
	for ; found.Len() > 0; found, closes = lex.FindThinking(text, found.End) {
		thinking := open.Start >= 0
		if !thinking {
			kept.addRunes(text, xmlcall.Span{Start: from, End: found.Start})
		}
		from = found.End
		switch {
		case closes != thinking: // the tag alone is removed
		case closes:
			r.think(open, found.End, ThinkingRemoved)
			open.Start = -1
		default:
			open = xmlcall.Span(found)
		}
	}
	if open.Start >= 0 {
		r.think(open, len(text), ThinkingUnclosed)
	} else {
		kept.addRunes(text, xmlcall.Span{Start: from, End: len(text)})
	}
	r.rest, r.mapping = kept.w.String(), kept.m
}

// think records a removed thinking element and the calls in it.
func (r *reader) think(open xmlcall.Span, end int, kind Kind) {
	r.deviate(kind, xmlcall.Span{Start: open.Start, End: end})
	text := r.reply.Text[:end]
	for i, ok := xmlcall.Find(text, open.End); ok; i, ok = xmlcall.Find(text, i+len(lex.ToolOpen)) {
		r.deviate(CallInThinking, xmlcall.Span{Start: i, End: i + len(lex.ToolOpen)})
	}
}

// calls finds the calls.
func (r *reader) calls() (calls []liveCall) {
	s := r.rest
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

// original returns the span in the reply's text.
func (r *reader) original(s xmlcall.Span) xmlcall.Span { return r.mapping.span(s) }

// assemble parses the calls that are not empty as one.
func (r *reader) assemble(calls []liveCall) {
	reply := r.reply
	size := len(lex.ToolOpen) + len(lex.ToolClose)
	calls = slices.DeleteFunc(calls, func(c liveCall) bool {
		size += c.content.Len()
		return c.content.Len() == 0
	})
	if len(calls) == 0 {
		reply.Verdict = xmlcall.Verdict{Outcome: xmlcall.Refused, Reason: noCall}
		return
	}
	var t mappedText
	t.w.Grow(size)
	t.add(lex.ToolOpen, r.original(calls[0].open))
	parts := make([]int, len(calls)) // the end of each call's content
	for i, c := range calls {
		t.addMapped(r.rest, r.mapping, c.content)
		parts[i] = t.w.Len()
		reply.Parts = append(reply.Parts, Part{Open: r.original(c.open), Close: r.original(c.close)})
		if i > 0 {
			r.deviate(CallMerged, reply.Parts[i].Open)
		}
	}
	t.add(lex.ToolClose, reply.Parts[len(parts)-1].Close)
	reply.mapping = t.m
	text := t.w.String()
	b := xmlcall.NewParser(text, r.options).At(0)
	reply.Block, reply.Verdict = b, b.Verdict()
	if limit := forge.Limit(r.options.MaxSize); len(text) > limit { // size is checked first
		reply.Verdict = xmlcall.Verdict{Outcome: xmlcall.Refused, Reason: forge.TooLarge(limit)}
	}
	if !reply.Runs() {
		return
	}
	reply.Tool = b.ToolName()
	reply.Arguments, _ = b.Decode()
	for _, name := range forge.Envelope {
		i, ok := b.Child(b.Envelope(), name)
		if !ok {
			continue
		}
		span := b.Element(i).Span()
		part := sort.Search(len(parts)-1, func(k int) bool { return span.Start < parts[k] })
		switch name {
		case "tool_name":
			reply.Named = part
		case "arguments":
			reply.Argued = part
		}
		if part < len(parts)-1 {
			r.deviate(FieldInherited, reply.Original(span))
		}
	}
}
