package xmlcall

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// strict reads the block that starts at p.b.Span.Start as the runtime's parser reads it
// after the ampersand repair: what the repair fixes is recorded and skipped. It returns
// the reason why the parser stops, if it does; the tokens read until then are
// discarded. It also finds the end of the block.
func (p *builder) strict() lex.Failure {
	p.reset()
	p.strictly = true
	for i := p.b.Span.Start; i < len(p.s); {
		// Most tags have no attributes, and most sections end before the block.
		s, end, fail := p.s, 0, lex.Failure{}
		switch {
		case s[i] != '<':
			odd := lex.SkipSpace(s, i) // white space only, as between most tags
			if s[odd] != '<' {
				odd = lex.SkipTo(s, odd, len(s), lex.Odd|lex.Ampersand|lex.Bracket|lex.Less)
			}
			end = odd
			if s[odd] != '<' {
				end = lex.NextMarkup(s, odd)
				if fail = p.tooDeep(i); fail.OK() {
					fail = p.chars(odd, end, true)
				}
			}
			p.add(Token{start: int32(i), end: int32(end), of: uint32(p.top)<<kindBits | uint32(Text)})
		case s[i+1] == '/':
			start := &p.tokens[p.elements[p.top].first]
			if end = lex.Closes(s, i, s[start.start+1:start.inner]); end > 0 {
				p.shut(Token{start: int32(i), end: int32(end), inner: int32(end - 1)})
			}
		case s[i+1] == '!':
			end = p.section(i)
		default:
			if name := lex.PlainTag(s, i); name > 0 && p.depth <= MaxDepth && (p.top < 0 || s[i:name+1] != toolOpen) {
				p.open(Token{start: int32(i), end: int32(name + 1), inner: int32(name)})
				end = name + 1
			}
		}
		if end == 0 {
			end, fail = p.markup(i)
		}
		if !fail.OK() {
			p.limit(i)
			return fail
		}
		i = end
		if p.top < 0 {
			// encoding/xml stops after the root's end tag, which is the literal one
			// unless it is written </tool >.
			p.literal(Span{i, len(p.limit(i - len(toolClose)))})
			return lex.Failure{}
		}
	}
	return lex.Failure{At: len(p.s), Reason: lex.UnexpectedEOF}
}

// limit cuts the text after the first </tool> at or after i, where the block ends,
// unless that was done before, and returns it. The text before i must not hold
// one: only unusual markup can.
func (p *builder) limit(i int) string {
	if !p.limited {
		p.limited = true
		p.endAt(lex.Find(p.s, i, toolClose) + len(toolClose))
	}
	return p.s
}

// section reads the CDATA section at s[i:] if there is one that ends before the block and holds no
// character that XML cannot carry; otherwise it returns 0. It looks at its bytes once: most are code.
func (p *builder) section(i int) (end int) {
	s, from := p.s, i+len(cdataOpen)
	if !strings.HasPrefix(s[i:], cdataOpen) {
		return 0
	}
	const stops = lex.Odd | lex.Bracket | lex.Less
	endTags := false
	for k := lex.SkipTo(s, from, len(s), stops); k < len(s); k = lex.SkipTo(s, k, len(s), stops) {
		switch s[k] {
		case ']':
			if end = k + len(cdataClose); strings.HasPrefix(s[k:], cdataClose) {
				p.endTags = p.endTags || endTags
				p.token(CDATA, Span{i, end}, Span{from, k})
				return end
			}
			k++
		case '<':
			if k++; s[k] == '/' {
				if strings.HasPrefix(s[k-1:], toolClose) {
					return 0
				}
				endTags = true
			}
		default:
			size := lex.GoodChar(s, k, len(s))
			if size == 0 {
				return 0
			}
			k += size
		}
	}
	return 0
}

// markup reads the markup at s[i], which is '<'.
func (p *builder) markup(i int) (end int, fail lex.Failure) {
	if fail := p.tooDeep(i); !fail.OK() {
		return 0, fail
	}
	m := lex.Read(p.limit(i), i)
	span := Span{i, m.End}
	switch m.Kind {
	case lex.StartTag, lex.EndTag:
		if m.Fail.OK() {
			return m.End, p.strictTag(&m.Tag, span)
		}
		// The value of an attribute is checked before the rest of the tag is read.
		for _, a := range m.Tag.Attributes {
			if a.Span.End > m.Fail.At || !a.Fail.OK() {
				break
			}
			fail = fail.Or(p.chars(a.Value.Start, a.Value.End, false))
		}
		return 0, fail.Or(m.Fail)
	case lex.DirectiveKind:
		if m.Fail.OK() {
			p.malformedSection(span)
		}
	}
	if !m.Fail.OK() {
		return 0, m.Fail
	}
	p.token(TokenKind(m.Kind), span, Span(m.Inner))
	if m.Kind == lex.CDATA {
		fail = p.badChars(m.Inner.Start, m.Inner.End)
	}
	return m.End, fail
}

// malformedSection records a directive that was meant to be a CDATA section: it
// is legal, and its content is lost.
func (p *builder) malformedSection(span Span) {
	i := span.Start
	if n := lex.MalformedSection(p.s, i); n > 0 && strings.HasSuffix(p.s[i+n:span.End], cdataClose) {
		p.problem(MalformedCDATA, Span{i, i + n}).Certain = true
	}
}

// strictTag opens or closes an element.
func (p *builder) strictTag(t *lex.TagInfo, span Span) lex.Failure {
	if !t.IsEnd {
		p.startTag(Span(t.Name), span, t.Attributes, t.SelfClosing)
		return p.attributeValues(t.Attributes)
	}
	start := p.tokens[p.elements[p.element()].first].Inner()
	if open, name := p.s[start.Start:start.End], t.Name.Of(p.s); name != open {
		return lex.Failure{At: t.End, Reason: closedBy(open, name)}
	}
	p.end(span, Span(t.Name))
	if p.top < 0 && p.s[span.Start:span.End] != toolClose {
		p.problem(UnrecognizedTag, span).Want = toolClose
	}
	return lex.Failure{}
}

// tooDeep returns a failure if the elements that are open at i are too many to be closed: a million
// start tags are not read just to find the reason why they are refused. The most likely one is the
// first end tag, which closes the start tag before it.
func (p *builder) tooDeep(i int) lex.Failure {
	if p.deep || p.depth <= MaxDepth {
		return lex.Failure{}
	}
	p.deep = true
	s := p.limit(i)
	if strings.Count(s[i:], "/") >= p.depth {
		return lex.Failure{}
	}
	end := i + strings.Index(s[i:], "</") // that of the block, if there is no other
	closer, _ := lex.Tag(s, end)
	for at := end; at > i; {
		at = max(i, strings.LastIndexByte(s[:at], '<'))
		if t, ok := lex.Tag(s, at); ok && !t.IsEnd && !t.SelfClosing {
			return lex.Failure{At: closer.Name.End, Reason: closedBy(t.Name.Of(s), closer.Name.Of(s))}
		}
	}
	return lex.Failure{At: end, Reason: lex.UnexpectedEOF}
}

// closedBy returns the failure of an element closed by an end tag of another name.
func closedBy(element, tag string) string {
	from, to := lex.Local(element), lex.Local(tag)
	if from != to {
		return "element <" + from + "> closed by </" + to + ">"
	}
	space := func(name, local string) string { return strings.TrimSuffix(strings.TrimSuffix(name, local), ":") }
	return fmt.Sprintf("element <%s> in space %s closed by </%s> in space %s",
		from, space(element, from), to, cmp.Or(space(tag, to), `""`))
}
