package xmlcall

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// strict reads the block as the runtime's parser reads it after the ampersand repair: what the repair
// fixes is recorded and skipped. It returns the reason why the parser stops, if it does; the tokens read
// until then are discarded. Where the block ends it finds on its way: a search before would take a fifth
// of the time of the reading.
func (p *builder) strict() lex.Failure {
	p.reset()
	p.strictly = true
	for i := p.b.Span.Start; i < len(p.s); {
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
				fail = p.chars(odd, end, true)
			}
			p.token(Text, Span{i, end}, Span{i, end})
		case s[i+1] == '/': // most tags have no attributes
			if end = lex.Closes(s, i, p.openName()); end > 0 {
				p.end(Span{i, end}, Span{i + 2, end - 1})
			}
		case s[i+1] == '!' && strings.HasPrefix(s[i:], cdataOpen):
			end, fail = p.section(i)
		default:
			if name := lex.PlainTag(s, i); name > 0 && (p.top < 0 || s[i:name+1] != toolOpen) {
				end = name + 1
				p.start(Span{i + 1, name}, Span{i, end}, nil, false)
			}
		}
		if end == 0 && fail.OK() {
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

// limit cuts the text after the first </tool> at or after i, where the block ends, unless that was done
// before, and returns it. The text before i must not hold one: only unusual markup can.
func (p *builder) limit(i int) string {
	if p.b.Span.End == 0 {
		p.endAt(lex.Find(p.s, i, toolClose) + len(toolClose))
	}
	return p.s
}

// section reads the CDATA section at s[i:]. It looks at its bytes once: most are code.
func (p *builder) section(i int) (end int, fail lex.Failure) {
	const stops = lex.Odd | lex.Bracket | lex.Less
	s, from := p.s, i+len(cdataOpen)
	bad, utf8OK, endTags := lex.Span{}, true, false
	for k := lex.SkipTo(s, from, len(s), stops); ; k = lex.SkipTo(s, k, len(s), stops) {
		switch c := s[k]; {
		case c == ']' && strings.HasPrefix(s[k:], cdataClose):
			end = k + len(cdataClose)
			p.token(CDATA, Span{i, end}, Span{from, k})
			p.endTags = p.endTags || endTags
			if bad.Len() > 0 {
				fail = p.badChar(Span(bad), utf8OK, k)
			}
			return end, fail
		case c == '<' && strings.HasPrefix(s[k:], toolClose): // there is one
			return 0, lex.Failure{At: len(p.limit(k)), Reason: lex.UnexpectedEOF + " in CDATA section"}
		case c == ']' || c == '<':
			endTags = endTags || c == '<' && s[k+1] == '/'
			k++
		default:
			size := lex.GoodChar(s, k, len(s))
			if size == 0 && bad.Len() == 0 {
				bad, utf8OK = lex.BadChar(s, k, len(s))
			}
			k += max(size, 1)
		}
	}
}

// markup reads the markup at s[i], which is '<', other than a section.
func (p *builder) markup(i int) (end int, fail lex.Failure) {
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
	return m.End, lex.Failure{}
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
		p.start(Span(t.Name), span, t.Attributes, t.SelfClosing)
		return p.attributeValues(t.Attributes)
	}
	if open, name := p.openName(), t.Name.Of(p.s); name != open {
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
