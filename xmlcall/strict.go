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
//
// Only unusual text can hold a </tool> that cuts the block, so the end is searched for
// when the first such text is met; see limit.
func (p *builder) strict() lex.Failure {
	p.reset()
	p.strictly = true
	i := p.plain(p.b.Span.Start)
	if p.top < 0 {
		p.b.Span.End = i // after the literal </tool>
		return lex.Failure{}
	}
	for s := p.limit(i); i < len(s); i = p.plain(i) {
		if p.depth > MaxDepth && !p.deep {
			// A million start tags are not read just to find the reason why they are
			// refused: there are not even enough slashes to close them.
			if p.deep = true; strings.Count(s[i:], "/") < p.depth {
				return tooDeep(s, i)
			}
			continue
		}
		var end int
		var fail lex.Failure
		if s[i] == '<' {
			end, fail = p.markup(i)
		} else {
			end, fail = p.text(i)
		}
		if !fail.OK() {
			return fail
		}
		i = end
		if p.top < 0 {
			// encoding/xml stops after the root's end tag, which is the literal one
			// unless it is written </tool >.
			p.literal(Span{i, len(s)})
			return lex.Failure{}
		}
	}
	if p.top < 0 {
		return lex.Failure{}
	}
	return lex.Failure{At: len(p.s), Reason: lex.UnexpectedEOF}
}

// plainSection is Token.inner of a well-formed CDATA section.
const plainSection = int32(len(cdataOpen)<<8 | len(cdataClose))

// plain reads from s[i] on as long as each piece is of the most common form: tags
// without attributes, text in which every '&' starts a reference, CDATA sections that
// end where they should. It returns the offset of the first piece that is not, or of
// the end of the tool element. Each byte of a plain block is read once.
func (p *builder) plain(i int) int {
	s, top, depth := p.s, p.top, p.depth
	tokens, elements := p.tokens, p.elements
	for i+1 < len(s) {
		n := len(tokens)
		if n == cap(tokens) {
			tokens = roomy(tokens, tokenChunk)
		}
		t := &tokens[:n+1][n]
		switch {
		case s[i] != '<':
			end := lex.SkipSpace(s, i) // white space only, as between most tags
			if end == len(s) || s[end] != '<' {
				end = lex.PlainText(s, end)
			}
			if end == len(s) || s[end] != '<' {
				p.odd = end
				goto done
			}
			*t = Token{int32(i), int32(end), 0, uint32(top)<<kindBits | uint32(Text)}
			i = end
		case s[i+1] == '/':
			e := &elements[top]
			start := &tokens[e.first]
			end := lex.Closes(s, i, s[start.start+1:start.inner])
			if end == 0 {
				goto done
			}
			*t = Token{int32(i), int32(end), int32(end - 1), uint32(top)<<kindBits | uint32(EndTag)}
			e.last = TokenID(n)
			i, top = end, e.parent
			depth--
			if top == NoElement {
				tokens = tokens[:n+1]
				goto done
			}
		case s[i+1] == '!':
			if !strings.HasPrefix(s[i:], cdataOpen) {
				goto done
			}
			from := i + len(cdataOpen)
			end, endTags := lex.PlainSection(s, from)
			if end < 0 {
				goto done
			}
			p.endTags = p.endTags || endTags
			*t = Token{int32(i), int32(end + len(cdataClose)), plainSection, uint32(top)<<kindBits | uint32(CDATA)}
			i = end + len(cdataClose)
		default:
			name := lex.PlainTag(s, i)
			if name == 0 || depth > MaxDepth || top >= 0 && s[i:name+1] == toolOpen {
				goto done
			}
			k := len(elements)
			if k == cap(elements) {
				elements = roomy(elements, elementChunk)
			}
			elements = elements[:k+1]
			elements[k] = element{parent: top, first: TokenID(n), last: TokenID(n)}
			top = ElementID(k)
			*t = Token{int32(i), int32(name + 1), int32(name), uint32(top)<<kindBits | uint32(StartTag)}
			i = name + 1
			depth++
		}
		tokens = tokens[:n+1]
	}
done:
	p.top, p.depth, p.tokens, p.elements = top, depth, tokens, elements
	return i
}

// text reads the character data at s[i:], which is plain up to p.odd.
func (p *builder) text(i int) (end int, fail lex.Failure) {
	odd := max(i, p.odd)
	end = lex.NextMarkup(p.s, odd)
	p.token(Text, Span{i, end}, Span{i, end})
	return end, p.chars(odd, end, true)
}

// limit cuts the text after the first </tool> at or after i, where the block ends,
// unless that was done before, and returns it. The text read before i must not hold
// one.
func (p *builder) limit(i int) string {
	if !p.limited {
		p.limited = true
		p.b.Span.End = lex.FindToolEnd(p.s, i) + len(toolClose)
		p.s = p.s[:p.b.Span.End]
	}
	return p.s
}

// markup reads the markup at s[i], which is '<'.
func (p *builder) markup(i int) (end int, fail lex.Failure) {
	m := lex.Read(p.s, i)
	span, inner := Span{i, m.End}, Span(m.Inner)
	switch m.Kind {
	case lex.StartTag, lex.EndTag:
		if !m.Fail.OK() {
			// The value of an attribute is checked before the rest of the tag is read.
			for _, a := range m.Tag.Attributes {
				if a.Span.End > m.Fail.At || !a.Fail.OK() {
					break
				}
				if fail := p.chars(a.Value.Start, a.Value.End, false); !fail.OK() {
					return 0, fail
				}
			}
			return 0, m.Fail
		}
		return m.End, p.strictTag(&m.Tag, span)
	case lex.DirectiveKind:
		if m.Fail.OK() {
			p.malformedSection(span)
		}
	}
	if !m.Fail.OK() {
		return 0, m.Fail
	}
	p.token(TokenKind(m.Kind), span, inner)
	if m.Kind == lex.CDATA {
		fail = p.badChars(inner.Start, inner.End)
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

// tooDeep returns the most likely reason for a failure in start tags that are too many
// to be closed, one of which is at s[i:]: the first end tag, which closes the start tag
// before it.
func tooDeep(s string, i int) lex.Failure {
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
