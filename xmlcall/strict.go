package xmlcall

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// strict reads the block as the runtime's parser reads it after the ampersand repair: what the repair
// fixes is recorded and skipped. It returns the reason why the parser stops, if it does; the tokens read
// until then are discarded.
func (p *builder) strict() lex.Failure {
	p.reset()
	p.strictly = true
	for s, i := p.s, p.b.Span.Start; i < len(s); {
		end, fail := 0, lex.Failure{}
		switch {
		case s[i] != '<':
			odd := lex.SkipSpace(s, i) // white space only, as between most tags
			if s[odd] != '<' {
				odd = lex.SkipTo(s, odd, len(s), lex.Odd|lex.Ampersand|lex.Bracket|lex.Less)
			}
			end = odd
			if s[odd] != '<' {
				end = lex.NextMarkup(s, odd)
				fail = p.chars(odd, end, true)
			}
			p.add(Token{start: int32(i), end: int32(end), of: uint32(p.top)<<kindBits | uint32(Text)})
		case s[i+1] == '/': // most tags have no attributes
			start := &p.tokens[p.elements[p.top].first]
			if end = lex.Closes(s, i, s[start.start+1:start.inner]); end > 0 {
				p.shut(Token{start: int32(i), end: int32(end), inner: int32(end - 1)})
			}
		default:
			if name := lex.PlainTag(s, i); name > 0 {
				p.open(Token{start: int32(i), end: int32(name + 1), inner: int32(name)})
				end = name + 1
			}
		}
		if end == 0 {
			end, fail = p.markup(i)
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
	return lex.Failure{At: len(p.s), Reason: lex.UnexpectedEOF}
}

// markup reads the markup at s[i], which is '<'.
func (p *builder) markup(i int) (end int, fail lex.Failure) {
	m := lex.Read(p.s, i)
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
