package xmlcall

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"
)

// strict reads the block that starts at p.b.Span.Start as the runtime's parser
// reads it after the ampersand repair: what the repair mends is recorded and
// passed over. It returns why the parser stops, if it does; what was read until
// then is of no use. It finds the end of the block, too.
//
// Nearly every block is plain: tags without attributes, text in which every '&'
// starts a reference, CDATA sections that end where they should. Of such a block
// each byte is read once and its end is where the tool element is closed. Only
// what is out of the ordinary may hold a </tool> that cuts the block, so the end
// is looked for when the first such thing is met; see limit.
func (p *builder) strict() lex.Failure {
	p.reset()
	p.strictly = true
	s := p.s
	for i := p.b.Span.Start; i < len(s); {
		if p.depth > MaxDepth && !p.deep {
			s = p.limit(i)
			// A million start tags are not read for the reason why they are
			// refused: there are not even that many slashes to close them.
			if p.deep = true; strings.Count(s[i:], "/") < p.depth {
				return tooDeep(s, i)
			}
		}
		if s[i] != '<' {
			end := lex.PlainText(s, i)
			if end < len(s) && s[end] == '<' {
				p.token(Text, Span{i, end}, Span{i, end})
				i = end
				continue
			}
			s = p.limit(i)
			p.clean = Span{i, end}
			next := lex.NextMarkup(s, end)
			p.unclean = Span{i, next}
			p.token(Text, Span{i, next}, Span{i, next})
			if fail := p.chars(end, next, true); !fail.OK() {
				return fail
			}
			i = next
			continue
		}
		if p.top >= 0 {
			if end := lex.Closes(s, i, p.elements[p.top].Name); end > 0 {
				p.end(Span{i, end}, Span{i + 2, end - 1})
				i = end
				if p.top >= 0 {
					continue
				}
				p.b.Span.End = i // that was the literal </tool>
				return lex.Failure{}
			}
		}
		if name := lex.PlainTag(s, i); name > 0 && (p.top < 0 || s[i:name] != toolOpen[:len(toolOpen)-1]) {
			p.start(Span{i + 1, name}, Span{i, name + 1})
			i = name + 1
			continue
		}
		if strings.HasPrefix(s[i:], cdataOpen) {
			from := i + len(cdataOpen)
			end, endTags := lex.PlainSection(s, from)
			if end >= 0 {
				p.endTags = p.endTags || endTags
				p.token(CDATA, Span{i, end + len(cdataClose)}, Span{from, end})
				i = end + len(cdataClose)
				continue
			}
		}
		s = p.limit(i)
		end, fail := p.markup(i)
		if !fail.OK() {
			return fail
		}
		i = end
		if p.top < 0 {
			// encoding/xml stops after the root's end tag, which is the literal
			// one unless somebody wrote </tool >.
			p.literal(Span{i, len(s)})
			return lex.Failure{}
		}
	}
	return lex.Failure{At: len(s), Reason: lex.UnexpectedEOF}
}

// limit cuts the text after the first </tool> at or after i, where the block
// ends, if that was not done before, and returns it. All that was read before i
// holds none.
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
			// The value of an attribute is judged before the rest of the tag is read.
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
	open := &p.elements[p.element()]
	if name := t.Name.Of(p.s); name != open.Name {
		return lex.Failure{At: t.End, Reason: closedBy(open.Name, name)}
	}
	p.end(span, Span(t.Name))
	if p.top < 0 && p.s[span.Start:span.End] != toolClose {
		p.problem(UnrecognizedTag, span).Want = toolClose
	}
	return lex.Failure{}
}

// tooDeep returns why the strict parser most likely stops in start tags that
// are too many to be closed, of which the one at s[i:] is one: at the first end
// tag, which closes the start tag before it.
func tooDeep(s string, i int) lex.Failure {
	end := i + strings.Index(s[i:], "</") // that of the block, if no other
	closer, _ := lex.Tag(s, end)
	for at := end; at > i; {
		at = max(i, strings.LastIndexByte(s[:at], '<'))
		if t, ok := lex.Tag(s, at); ok && !t.IsEnd && !t.SelfClosing {
			return lex.Failure{At: closer.Name.End, Reason: closedBy(t.Name.Of(s), closer.Name.Of(s))}
		}
	}
	return lex.Failure{At: end, Reason: lex.UnexpectedEOF}
}

// closedBy says that an element was closed by an end tag of another name.
func closedBy(element, tag string) string {
	from, to := lex.Local(element), lex.Local(tag)
	if from != to {
		return "element <" + from + "> closed by </" + to + ">"
	}
	space := func(name, local string) string { return strings.TrimSuffix(strings.TrimSuffix(name, local), ":") }
	return fmt.Sprintf("element <%s> in space %s closed by </%s> in space %s",
		from, space(element, from), to, cmp.Or(space(tag, to), `""`))
}
