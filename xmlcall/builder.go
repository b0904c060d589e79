package xmlcall

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A builder collects the tokens, elements and problems of one block. Both
// readings, the strict one and the recovering one, write through it.
type builder struct {
	b    *Block
	s    string // Text up to the end of the block: nothing is read beyond it
	open []int  // the open elements, innermost last, as indexes in b.Elements
}

func newBuilder(b *Block) *builder {
	return &builder{b: b, s: b.Text[:b.Span.End]}
}

// element returns the innermost open element. Behind the end of the tool
// element that is the tool element itself, so that every token has one.
func (p *builder) element() int {
	if n := len(p.open); n > 0 {
		return p.open[n-1]
	}
	return 0
}

func (p *builder) problem(kind ProblemKind, span Span) *Problem {
	p.b.Problems = append(p.b.Problems, Problem{Kind: kind, Span: span, Element: p.element(), At: -1})
	return &p.b.Problems[len(p.b.Problems)-1]
}

func (p *builder) token(kind TokenKind, span, inner Span) {
	p.b.Tokens = append(p.b.Tokens, Token{Kind: kind, Span: span, Inner: inner, Element: p.element()})
}

// literal adds text that stands for itself. Neighbours become one token.
func (p *builder) literal(span Span) {
	if span.Len() == 0 {
		return
	}
	if n := len(p.b.Tokens); n > 0 {
		last := &p.b.Tokens[n-1]
		if last.Kind == Text && last.Element == p.element() {
			last.Span.End = span.End
			last.Inner = last.Span
			return
		}
	}
	p.token(Text, span, span)
}

// start opens an element.
func (p *builder) start(t *tag, span Span) {
	parent := -1
	if n := len(p.open); n > 0 {
		parent = p.open[n-1]
	} else if len(p.b.Elements) > 0 {
		parent = 0
	}
	index := len(p.b.Elements)
	p.b.Elements = append(p.b.Elements, Element{
		Name:        p.s[t.name.Start:t.name.End],
		Start:       span,
		End:         Span{span.End, span.End},
		Parent:      parent,
		First:       len(p.b.Tokens),
		Last:        len(p.b.Tokens),
		SelfClosing: t.selfClosing,
	})
	p.open = append(p.open, index)
	p.token(StartTag, span, t.name)
	for _, a := range t.attributes {
		p.b.Attributes = append(p.b.Attributes, Attribute{Span: a.span, Name: a.name, Value: a.value, Element: index})
	}
	if t.selfClosing {
		p.open = p.open[:len(p.open)-1]
	}
}

// end closes the innermost open element with the end tag at span.
func (p *builder) end(span, name Span) {
	index := p.element()
	p.token(EndTag, span, name)
	e := &p.b.Elements[index]
	e.End = span
	e.Last = len(p.b.Tokens) - 1
	p.open = p.open[:len(p.open)-1]
}

// endMissing closes the innermost open element at the given offset, where no
// end tag stands.
func (p *builder) endMissing(at int) {
	e := &p.b.Elements[p.element()]
	e.End = Span{at, at}
	e.Unclosed = true
	e.Last = len(p.b.Tokens) - 1
	p.open = p.open[:len(p.open)-1]
}

// text adds the character data s[i:j], reading its references, and records
// its problems. It returns why the strict parser stops in it, if it does.
func (p *builder) text(i, j int) failure {
	fail := p.chars(i, j, true)
	for k := i; ; k++ {
		n := strings.Index(p.s[k:j], cdataClose)
		if n < 0 {
			break
		}
		k += n
		p.problem(CDATAEndInText, Span{k, k + 3}).Certain = true
		if fail.ok() || k < fail.at {
			fail = failure{k + 3, "unescaped ]]> not in CDATA section"}
		}
	}
	return fail
}

// chars reads s[i:j] as character data or as an attribute value. Only
// character data becomes tokens: an attribute value belongs to its tag.
func (p *builder) chars(i, j int, tokens bool) failure {
	fail := p.badChars(i, j)
	from := i
	for k := i; k < j; {
		n := strings.IndexByte(p.s[k:j], '&')
		if n < 0 {
			break
		}
		k += n
		kind, end, _ := scanRef(p.s[:j], k)
		span := Span{k, end}
		switch kind {
		case refValid:
			if tokens {
				p.literal(Span{from, k})
				p.token(Reference, span, Span{k + 1, end - 1})
				from = end
			}
			if p.isSurrogateRef(span) {
				p.problem(SurrogateReference, span)
			}
		case refBare:
			p.problem(BareAmpersand, span).Certain = true
		case refUnknown:
			p.problem(UnknownEntity, span).Certain = true
		case refUnterminated:
			p.problem(UnterminatedReference, span).Certain = true
		case refInvalid, refTooLarge:
			p.problem(InvalidCharacterReference, span)
			if kind == refTooLarge {
				fail = firstFailure(fail, failure{end, "invalid character entity " + p.s[k:end]})
			} else if fail.ok() {
				r, _ := charRefValue(p.s[k+2 : end-1])
				fail = failure{j, fmt.Sprintf("illegal character code %U", r)}
			}
		}
		k = end
	}
	if tokens {
		p.literal(Span{from, j})
	}
	return fail
}

// firstFailure returns the failure that encoding/xml reports: it judges
// references while it reads and characters when it has read them all.
func firstFailure(chars, ref failure) failure {
	if chars.ok() || ref.at < chars.at {
		return ref
	}
	return chars
}

// badChars records the characters in s[i:j] that XML cannot carry.
func (p *builder) badChars(i, j int) (fail failure) {
	for k := i; ; {
		bad, utf8OK := nextBadChar(p.s, k, j)
		if bad.Len() == 0 {
			return fail
		}
		if utf8OK {
			p.problem(InvalidCharacter, bad)
		} else {
			p.problem(InvalidUTF8, bad)
		}
		if fail.ok() {
			// encoding/xml looks at the characters once it has read them all,
			// so the line it names is that of the end of the text.
			if utf8OK {
				r, _ := utf8.DecodeRuneInString(p.s[bad.Start:])
				fail = failure{j, fmt.Sprintf("illegal character code %U", r)}
			} else {
				fail = failure{j, "invalid UTF-8"}
			}
		}
		k = bad.End
	}
}

// attributeValues reads the attribute values of a tag.
func (p *builder) attributeValues(t *tag) (fail failure) {
	for _, a := range t.attributes {
		if f := p.chars(a.value.Start, a.value.End, false); fail.ok() {
			fail = f
		}
	}
	return fail
}

func (p *builder) isSurrogateRef(span Span) bool {
	if p.s[span.Start+1] != '#' {
		return false
	}
	r, ok := charRefValue(p.s[span.Start+2 : span.End-1])
	return ok && isSurrogate(r)
}
