package xmlcall

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A replyReader reads one reply in four steps: remove thinking, find the
// calls in what is left, lose what the chunks lose (reply_chunks.go), put the
// rest together.
type replyReader struct {
	reply *Reply
	ends  []int // where the chunks end, nil for a reply that was not cut

	maxSize int     // as that of a Parser
	rest    string  // Text without thinking
	mapping mapping // rest to Text
	calls   []liveCall
	prose   []Span // in rest
}

// A liveCall is what stands between <tool> and </tool>. Its offsets are in
// replyReader.rest.
type liveCall struct {
	open    Span // the <tool>
	content Span // without white space at its ends
	close   Span // the </tool>, empty at the end of the reply where it is missing
	lost    bool
}

func (r *replyReader) deviate(kind DeviationKind, span, cause Span) {
	r.reply.Deviations = append(r.reply.Deviations, Deviation{kind, span, cause})
}

const (
	thinkingOpen  = "<thinking>"
	thinkingClose = "</thinking>"
)

// newReplyReader removes the thinking from text.
func newReplyReader(text string, ends []int) *replyReader {
	r := &replyReader{reply: &Reply{Text: text}, ends: ends}
	var kept, thought mappedText
	from, open := 0, Span{-1, -1}
	for i := 0; ; {
		tag := nextThinkingTag(text, i)
		if tag.Len() == 0 {
			break
		}
		i = tag.End
		closes := text[tag.Start+1] == '/'
		if closes == (open.Start >= 0) { // it changes the state
			if closes {
				r.keep(&thought, from, tag.Start)
				r.think(Span{open.Start, tag.End}, open, ThinkingRemoved)
				open = Span{-1, -1}
			} else {
				r.keep(&kept, from, tag.Start)
				open = tag
			}
		} else {
			if closes {
				r.keep(&kept, from, tag.Start)
			} else {
				r.keep(&thought, from, tag.Start)
			}
			r.deviate(ThinkingTagRemoved, tag, Span{})
		}
		from = tag.End
	}
	switch {
	case open.Start >= 0:
		r.keep(&thought, from, len(text))
		r.think(Span{open.Start, len(text)}, open, ThinkingUnclosed)
	case from == 0 && ends == nil && utf8.ValidString(text):
		r.rest = text // the usual case costs no copy
		r.mapping = mapping{{0, len(text), 0, len(text)}}
		return r
	default:
		r.keep(&kept, from, len(text))
	}
	r.rest, r.mapping = kept.w.String(), kept.m
	r.reply.Thinking = thought.w.String()
	return r
}

// nextThinkingTag returns the first <thinking> or </thinking> at or after i,
// an empty span where there is none.
func nextThinkingTag(text string, i int) Span {
	const tail = "thinking>"
	for {
		n := strings.Index(text[i:], tail)
		if n < 0 {
			return Span{}
		}
		end := i + n + len(tail)
		if strings.HasSuffix(text[i:end], thinkingOpen) {
			return Span{end - len(thinkingOpen), end}
		}
		if strings.HasSuffix(text[i:end], thinkingClose) {
			return Span{end - len(thinkingClose), end}
		}
		i = end
	}
}

// keep adds text[i:j] to t, chunk by chunk.
func (r *replyReader) keep(t *mappedText, i, j int) {
	replaced := func(at int) {
		if n := len(r.reply.Deviations); n > 0 {
			if last := &r.reply.Deviations[n-1]; last.Kind == UTF8Replaced && last.Span.End == at {
				last.Span.End++
				return
			}
		}
		r.deviate(UTF8Replaced, Span{at, at + 1}, Span{})
	}
	for len(r.ends) > 0 && i < j {
		// Both runs of pieces are in order, so what ends before i is done with.
		if r.ends[0] <= i {
			r.ends = r.ends[1:]
			continue
		}
		end := min(r.ends[0], j)
		t.addRunes(r.reply.Text, Span{i, end}, replaced)
		i = end
	}
	t.addRunes(r.reply.Text, Span{i, j}, replaced)
}

// think records a removed thinking element and the calls in it.
func (r *replyReader) think(span, open Span, kind DeviationKind) {
	cause := Span{}
	if kind == ThinkingUnclosed {
		cause = open
	}
	r.deviate(kind, span, cause)
	text := r.reply.Text[:span.End]
	for i := Find(text, open.End); i >= 0; i = Find(text, i+len(toolOpen)) {
		r.deviate(CallInThinking, Span{i, i + len(toolOpen)}, open)
	}
}

// findCalls finds the calls and the prose between them.
func (r *replyReader) findCalls() {
	s := r.rest
	for at := 0; ; {
		open := Find(s, at)
		if open < 0 {
			r.prose = append(r.prose, Span{at, len(s)})
			return
		}
		r.prose = append(r.prose, Span{at, open})
		inner := open + len(toolOpen)
		c := liveCall{open: Span{open, inner}, content: Span{inner, len(s)}, close: Span{len(s), len(s)}}
		n := strings.Index(s[inner:], toolClose)
		if n >= 0 {
			c.content.End = inner + n
			c.close = Span{inner + n, inner + n + len(toolClose)}
		}
		c.content = trimSpan(s, c.content)
		r.calls = append(r.calls, c)
		if n < 0 {
			return
		}
		at = c.close.End
	}
}

// trimSpan trims white space, that of Unicode included, as the runtime does.
func trimSpan(s string, span Span) Span {
	text := s[span.Start:span.End]
	left := strings.TrimLeftFunc(text, unicode.IsSpace)
	start := span.End - len(left)
	return Span{start, start + len(strings.TrimRightFunc(left, unicode.IsSpace))}
}

// original returns the span in the reply's text.
func (r *replyReader) original(s Span) Span { return r.mapping.span(s) }

// finish puts the block together, parses it, and explains.
func (r *replyReader) finish() *Reply {
	reply := r.reply
	r.message()
	var calls []liveCall
	for _, c := range r.calls {
		open := r.original(c.open)
		switch {
		case c.lost:
			continue
		case c.close.Len() == 0:
			r.deviate(EndTagSupplied, open, Span{})
		}
		if c.content.Len() == 0 {
			r.deviate(CallEmpty, r.original(Span{c.open.Start, c.close.End}), Span{})
			continue
		}
		if len(calls) > 0 {
			r.deviate(CallMerged, open, r.original(calls[0].open))
		}
		calls = append(calls, c)
	}
	defer func() { sortDeviations(reply.Deviations) }()
	if len(calls) == 0 {
		reply.Verdict = Verdict{Outcome: Refused, Reason: noCall, At: -1}
		return reply
	}
	r.parse(calls)
	return reply
}

func (r *replyReader) message() {
	if len(r.prose) == 1 {
		r.reply.Message = r.rest[r.prose[0].Start:r.prose[0].End]
		return
	}
	var w strings.Builder
	for _, s := range r.prose {
		w.WriteString(r.rest[s.Start:s.End])
	}
	r.reply.Message = w.String()
}

// parse parses the given calls as one.
func (r *replyReader) parse(calls []liveCall) {
	reply := r.reply
	first, last := calls[0], calls[len(calls)-1]
	var t mappedText
	size := len(toolOpen) + len(toolClose)
	for _, c := range calls {
		size += c.content.Len()
	}
	t.w.Grow(size)
	t.add(toolOpen, r.original(first.open))
	parts := make([]int, len(calls)) // where the content of each call ends
	for i, c := range calls {
		t.addMapped(r.rest, r.mapping, c.content)
		parts[i] = t.w.Len()
	}
	t.add(toolClose, r.original(last.close))
	reply.mapping = t.m
	text := t.w.String()
	b := NewParser(text).WithMaxSize(r.maxSize).At(0)
	reply.Block = b
	reply.Verdict = b.Verdict()
	if limit := limitOf(r.maxSize); len(text) > limit { // the runtime measures before it looks for the end
		reply.Verdict = Verdict{Outcome: Refused, Reason: tooLargeReason(limit), At: -1}
	}
	r.explainSwallowed(calls, parts)
	if !reply.Runs() {
		return
	}
	reply.Server, reply.Tool = b.ServerName(), b.ToolName()
	reply.Arguments, _ = b.Decode()
	for _, name := range []string{"server_name", "tool_name", "arguments"} {
		if i := b.Child(b.Envelope(), name); i >= 0 && len(parts) > 1 {
			if span := b.Elements[i].Span(); span.Start < parts[len(parts)-2] {
				r.deviate(FieldInherited, reply.Original(span), r.original(last.open))
			}
		}
	}
}

// explainSwallowed records the <tool> tags inside the calls. One in a CDATA
// section, a comment or the like is harmless.
func (r *replyReader) explainSwallowed(calls []liveCall, parts []int) {
	b, part, token := r.reply.Block, 0, 0
	for i := Find(b.Text, len(toolOpen)); i >= 0 && i < b.Span.End; i = Find(b.Text, i+len(toolOpen)) {
		for token < len(b.Tokens) && b.Tokens[token].Span.End <= i {
			token++
		}
		if token < len(b.Tokens) {
			switch b.Tokens[token].Kind {
			case CDATA, Comment, ProcInst, Directive:
				continue
			}
		}
		for parts[part] <= i {
			part++
		}
		r.deviate(CallSwallowed, r.reply.Original(Span{i, i + len(toolOpen)}), r.original(calls[part].open))
	}
}
