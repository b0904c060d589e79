package live

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A reader reads one reply in four steps: remove thinking, find the calls in the rest,
// apply the losses of the chunks (chunks.go), assemble the call.
type reader struct {
	reply *Reply
	ends  []int // the ends of the chunks; nil for a reply that was not cut

	options xmlcall.Options
	rest    string  // Text without thinking
	mapping mapping // rest to Text
	calls   []liveCall
	prose   []xmlcall.Span // in rest
}

// A liveCall is the text between <tool> and </tool>. Its offsets are in reader.rest.
type liveCall struct {
	open    xmlcall.Span // the <tool>
	content xmlcall.Span // without white space at its ends
	close   xmlcall.Span // the </tool>; empty at the end of the reply if it is missing
	lost    bool
}

func (r *reader) deviate(kind Kind, span, cause xmlcall.Span) {
	r.reply.Deviations = append(r.reply.Deviations, Deviation{kind, span, cause})
}

// newReader removes the thinking from text.
func newReader(text string, ends []int) *reader {
	r := &reader{reply: &Reply{Text: text}, ends: ends}
	var kept, thought mappedText
	from, open := 0, xmlcall.Span{Start: -1, End: -1}
	for i := 0; ; {
		found, closes := lex.FindThinking(text, i)
		if found.Len() == 0 {
			break
		}
		tag := xmlcall.Span(found)
		i = tag.End
		into := &kept
		if open.Start >= 0 {
			into = &thought
		}
		r.keep(into, from, tag.Start)
		switch {
		case closes != (open.Start >= 0): // it does not change the state
			r.deviate(ThinkingTagRemoved, tag, xmlcall.Span{})
		case closes:
			r.think(xmlcall.Span{Start: open.Start, End: tag.End}, open, ThinkingRemoved)
			open = xmlcall.Span{Start: -1, End: -1}
		default:
			open = tag
		}
		from = tag.End
	}
	switch {
	case open.Start >= 0:
		r.keep(&thought, from, len(text))
		r.think(xmlcall.Span{Start: open.Start, End: len(text)}, open, ThinkingUnclosed)
	case from == 0 && ends == nil && utf8.ValidString(text):
		r.rest = text // the usual case needs no copy
		r.mapping = mapping{{0, len(text), 0, len(text)}}
		return r
	default:
		r.keep(&kept, from, len(text))
	}
	r.rest, r.mapping = kept.w.String(), kept.m
	r.reply.Thinking = thought.w.String()
	return r
}

// keep appends text[i:j] to t, chunk by chunk.
func (r *reader) keep(t *mappedText, i, j int) {
	replaced := func(at int) {
		if n := len(r.reply.Deviations); n > 0 {
			if last := &r.reply.Deviations[n-1]; last.Kind == UTF8Replaced && last.Span.End == at {
				last.Span.End++
				return
			}
		}
		r.deviate(UTF8Replaced, xmlcall.Span{Start: at, End: at + 1}, xmlcall.Span{})
	}
	for len(r.ends) > 0 && i < j {
		// Both sequences are in order, so a chunk that ends before i is finished.
		if r.ends[0] <= i {
			r.ends = r.ends[1:]
			continue
		}
		end := min(r.ends[0], j)
		t.addRunes(r.reply.Text, xmlcall.Span{Start: i, End: end}, replaced)
		i = end
	}
	t.addRunes(r.reply.Text, xmlcall.Span{Start: i, End: j}, replaced)
}

// think records a removed thinking element and the calls in it.
func (r *reader) think(span, open xmlcall.Span, kind Kind) {
	cause := xmlcall.Span{}
	if kind == ThinkingUnclosed {
		cause = open
	}
	r.deviate(kind, span, cause)
	text := r.reply.Text[:span.End]
	for i, ok := xmlcall.Find(text, open.End); ok; i, ok = xmlcall.Find(text, i+len(lex.ToolOpen)) {
		r.deviate(CallInThinking, xmlcall.Span{Start: i, End: i + len(lex.ToolOpen)}, open)
	}
}

// findCalls finds the calls and the prose between them.
func (r *reader) findCalls() {
	s := r.rest
	for at := 0; ; {
		open, ok := xmlcall.Find(s, at)
		if !ok {
			r.prose = append(r.prose, xmlcall.Span{Start: at, End: len(s)})
			return
		}
		r.prose = append(r.prose, xmlcall.Span{Start: at, End: open})
		inner := open + len(lex.ToolOpen)
		c := liveCall{open: xmlcall.Span{Start: open, End: inner}, content: xmlcall.Span{Start: inner, End: len(s)}, close: xmlcall.Span{Start: len(s), End: len(s)}}
		n := strings.Index(s[inner:], lex.ToolClose)
		if n >= 0 {
			c.content.End = inner + n
			c.close = xmlcall.Span{Start: inner + n, End: inner + n + len(lex.ToolClose)}
		}
		c.content = xmlcall.Span(lex.TrimSpace(s, lex.Span(c.content)))
		r.calls = append(r.calls, c)
		if n < 0 {
			return
		}
		at = c.close.End
	}
}

// original returns the span in the reply's text.
func (r *reader) original(s xmlcall.Span) xmlcall.Span { return r.mapping.span(s) }

// finish assembles the block, parses it, and records the deviations.
func (r *reader) finish() *Reply {
	reply := r.reply
	reply.rest, reply.prose, reply.Named, reply.Argued = r.rest, r.prose, -1, -1
	var calls []liveCall
	for _, c := range r.calls {
		open := r.original(c.open)
		switch {
		case c.lost:
			continue
		case c.close.Len() == 0:
			r.deviate(EndTagSupplied, open, xmlcall.Span{})
		}
		if c.content.Len() == 0 {
			r.deviate(CallEmpty, r.original(xmlcall.Span{Start: c.open.Start, End: c.close.End}), xmlcall.Span{})
			continue
		}
		if len(calls) > 0 {
			r.deviate(CallMerged, open, r.original(calls[0].open))
		}
		calls = append(calls, c)
	}
	defer func() { sortDeviations(reply.Deviations) }()
	if len(calls) == 0 {
		reply.Verdict = xmlcall.Verdict{Outcome: xmlcall.Refused, Reason: noCall}
		return reply
	}
	r.parse(calls)
	return reply
}

// parse parses the given calls as one.
func (r *reader) parse(calls []liveCall) {
	reply := r.reply
	first, last := calls[0], calls[len(calls)-1]
	var t mappedText
	size := len(lex.ToolOpen) + len(lex.ToolClose)
	for _, c := range calls {
		size += c.content.Len()
	}
	t.w.Grow(size)
	t.add(lex.ToolOpen, r.original(first.open))
	parts := make([]int, len(calls)) // the end of each call's content
	for i, c := range calls {
		t.addMapped(r.rest, r.mapping, c.content)
		parts[i] = t.w.Len()
		reply.Parts = append(reply.Parts, Part{Open: r.original(c.open), Close: r.original(c.close)})
	}
	t.add(lex.ToolClose, r.original(last.close))
	reply.mapping = t.m
	text := t.w.String()
	b := xmlcall.NewParser(text, r.options).At(0)
	reply.Block = b
	reply.Verdict = b.Verdict()
	if limit := forge.Limit(r.options.MaxSize); len(text) > limit { // size is checked first
		reply.Verdict = xmlcall.Verdict{Outcome: xmlcall.Refused, Reason: forge.TooLarge(limit)}
	}
	r.explainSwallowed(calls, parts)
	if !reply.Runs() {
		return
	}
	reply.Server, reply.Tool = b.ServerName(), b.ToolName()
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
			r.deviate(FieldInherited, reply.Original(span), r.original(last.open))
		}
	}
}

// explainSwallowed records the <tool> tags inside the calls. A tag in a CDATA section,
// a comment or similar markup is harmless.
func (r *reader) explainSwallowed(calls []liveCall, parts []int) {
	b, part, token := r.reply.Block, 0, 0
	for i, ok := xmlcall.Find(b.Text, len(lex.ToolOpen)); ok && i < b.Span.End; i, ok = xmlcall.Find(b.Text, i+len(lex.ToolOpen)) {
		for token < len(b.Tokens) && b.Tokens[token].Span().End <= i {
			token++
		}
		if token < len(b.Tokens) {
			switch b.Tokens[token].Kind() {
			case xmlcall.CDATA, xmlcall.Comment, xmlcall.ProcInst, xmlcall.Directive:
				continue
			}
		}
		for parts[part] <= i {
			part++
		}
		r.deviate(CallSwallowed, r.reply.Original(xmlcall.Span{Start: i, End: i + len(lex.ToolOpen)}), r.original(calls[part].open))
	}
}
