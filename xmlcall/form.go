package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// unclosed parses a block whose <tool> no </tool> follows.
func (p *builder) unclosed() {
	b := p.b
	from := b.Span.Start + len(toolOpen)
	if next, ok := p.parser.Find(from); ok {
		p.endAt(next)
	}
	b.Delimiters = Unclosed
	// "<tool>…</Tool>": there is an end tag, but not the literal one.
	if end := lex.LooseToolEnd(p.s, from); end >= 0 {
		p.endAt(end)
		p.recovered(false, lex.LooseTag{})
	} else {
		p.withoutEnd()
	}
	p.refuse("missing </tool>: the live runtime adds it at the end of the reply, other readers do not see a call")
}

// endAt ends the block at an offset.
func (p *builder) endAt(end int) {
	p.b.Span.End = end
	p.s = p.s[:end]
}

// withoutEnd reads a block without an end tag. A block that is complete except for the
// tag ends there, so that the prose after it is not taken for part of the call.
func (p *builder) withoutEnd() {
	p.recovered(true, lex.LooseTag{})
	for _, problem := range p.b.Problems {
		if at, ok := problem.At(); ok && problem.Kind == UnclosedCall && problem.Certain && at < p.b.Span.End {
			p.endAt(at)
			p.recovered(true, lex.LooseTag{})
			return
		}
	}
}

// unrecognized parses a block that starts with a tag that was meant to be <tool>. It
// ends at the next tag that is, or was meant to be, </tool>. Without such a tag the
// block is empty.
func (p *builder) unrecognized() {
	b := p.b
	if strings.HasPrefix(p.s[b.Span.Start:], "&") && p.escaped() {
		return
	}
	b.Delimiters = Unrecognized
	t, ok := lex.LooseTool(p.s, b.Span.Start)
	end := -1
	if !ok {
		t, end, ok = lex.OtherTool(p.s, b.Span.Start)
	}
	if !ok || t.IsEnd {
		p.endAt(b.Span.Start)
		p.refuse("there is no <tool> at this offset")
		return
	}
	if next, ok := p.parser.Find(t.End); ok {
		p.endAt(next)
	}
	if end < 0 || end > len(p.s) {
		end = lex.LooseToolEnd(p.s, t.End)
	}
	if end >= 0 {
		p.endAt(end)
	}
	p.recovered(end < 0, t)
	p.refuse(notLiteral)
}

const notLiteral = "the runtime looks for exactly <tool> and does not see a call here"

// escaped parses a call whose tags are escaped: to XML it is text. It reports whether there
// is one.
func (p *builder) escaped() bool {
	b := p.b
	open := Span(lex.EscapedTool(p.s, b.Span.Start))
	end := Span(lex.EscapedToolEnd(p.s, open.End))
	if open.Start != b.Span.Start || open.Len() == 0 || end.Len() == 0 {
		return false
	}
	b.Delimiters = Escaped
	p.endAt(end.End)
	p.reset()
	problem := p.problem(UnrecognizedTag, open)
	problem.Want = toolOpen
	problem.Certain = true
	p.start(Span{open.Start + len("&lt;"), open.Start + len("&lt;tool")}, open, nil, false)
	p.literal(Span{open.End, end.End})
	p.endMissing()
	p.refuse(notLiteral)
	return true
}

// Unescaped returns the call that an [Escaped] block was meant to be: without one level of
// escapes, except in CDATA sections that are not escaped, or, if no markup in it is
// escaped, with tags instead of the escaped ones. For other blocks it returns their text.
func (b *Block) Unescaped() string {
	if b.Delimiters != Escaped {
		return b.Source()
	}
	open := b.Element(0).Start()
	inner := b.Text[open.End:lex.EscapedToolEnd(b.Text, open.End).Start]
	if raw := strings.IndexByte(inner, '<'); raw < 0 || strings.Contains(inner[:raw], "&lt;") {
		inner = unescaped(inner)
	}
	return toolOpen + inner + toolClose
}

// unescaped returns text without one level of escapes, except in CDATA sections that are not
// escaped themselves.
func unescaped(text string) string {
	var out strings.Builder
	for {
		before, section, ok := strings.Cut(text, cdataOpen)
		out.WriteString(lex.Unescape(before))
		if !ok {
			return out.String()
		}
		section, after, closed := strings.Cut(section, cdataClose)
		out.WriteString(cdataOpen + section)
		if closed {
			out.WriteString(cdataClose)
		}
		text = after
	}
}

// refuse sets the verdict of a block that the runtime does not see.
func (p *builder) refuse(reason string) { p.b.verdict = Verdict{Outcome: Refused, Reason: reason} }
