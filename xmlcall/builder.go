package xmlcall

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A builder collects the tokens, elements and problems of one block. Both
// readings, the strict one and the recovering one, write through it.
type builder struct {
	b    *Block
	s    string // Text up to the end of the block: nothing is read beyond it
	open []int  // the open elements, innermost last, as indexes in b.Elements

	openBuffer [16]int // what open starts with: few calls are nested deeper

	strictly bool    // nothing that was read is of use behind the first failure
	spare    Problem // takes what is not recorded
}

// maxAhead bounds the tokens that room is made for before they are read.
const maxAhead = 256

// newBuilder returns a builder for a block whose span is known. What an earlier
// reading left in the block is overwritten.
func newBuilder(b *Block) *builder {
	p := &builder{b: b, s: b.Text[:b.Span.End]}
	// One allocation each for nearly all blocks: none has more tokens than twice
	// its '<' and one, nor many more elements than half of them.
	if b.Tokens == nil {
		markup := strings.Count(b.Source(), "<")
		b.Tokens = make([]Token, 0, min(2*markup+1, maxAhead))
		b.Elements = make([]Element, 0, min(markup/2+1, maxAhead/4))
	}
	b.Tokens, b.Elements = b.Tokens[:0], b.Elements[:0]
	b.Attributes, b.Problems = nil, b.Problems[:0]
	b.More, b.repaired = false, Span{}
	p.open = p.openBuffer[:0]
	return p
}

// roomy returns s with room for one more. It doubles a full slice: append alone
// grows a long one by a quarter, and a block with a million problems would be
// copied five times.
func roomy[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, max(len(s), 1))
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
	if p.b.repaired.Len() == 0 && kind.Repairable() {
		p.b.repaired = span
	}
	if p.full() {
		p.b.More = true
		p.spare = Problem{}
		return &p.spare
	}
	return p.record(Problem{Kind: kind, Span: span, Element: p.element(), At: -1})
}

// record adds a problem that must not be missing.
func (p *builder) record(problem Problem) *Problem {
	p.b.Problems = append(roomy(p.b.Problems), problem)
	return &p.b.Problems[len(p.b.Problems)-1]
}

// full reports whether no more problems are recorded.
func (p *builder) full() bool { return len(p.b.Problems) >= MaxProblems }

func (p *builder) token(kind TokenKind, span, inner Span) {
	p.b.Tokens = append(roomy(p.b.Tokens), Token{Kind: kind, Span: span, Inner: inner, Element: p.element()})
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
func (p *builder) start(name, span Span, attributes []lexAttribute, selfClosing bool) {
	index := p.startElement(name, span)
	for _, a := range attributes {
		p.b.Attributes = append(p.b.Attributes, Attribute{Span: a.span, Name: a.name, Value: a.value, Element: index})
	}
	if selfClosing {
		p.b.Elements[index].SelfClosing = true
		p.open = p.open[:len(p.open)-1]
	}
}

// startElement opens the element whose start tag is given and returns its
// index.
func (p *builder) startElement(name, span Span) int {
	parent := -1
	if n := len(p.open); n > 0 {
		parent = p.open[n-1]
	} else if len(p.b.Elements) > 0 {
		parent = 0
	}
	index := len(p.b.Elements)
	p.b.Elements = append(roomy(p.b.Elements), Element{
		Name:   p.s[name.Start:name.End],
		Start:  span,
		End:    Span{span.End, span.End},
		Parent: parent,
		First:  len(p.b.Tokens),
		Last:   len(p.b.Tokens),
	})
	p.open = append(p.open, index)
	p.token(StartTag, span, name)
	return index
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

// text adds the character data s[i:j] and records its problems. It returns
// why the strict parser stops in it, if it does.
func (p *builder) text(i, j int) failure {
	p.literal(Span{i, j})
	return p.chars(i, j, true)
}

// chars records the problems of the characters and references in s[i:j], which
// is character data or an attribute value. encoding/xml judges the characters
// once it has read them all, so what stops it while it reads goes first.
func (p *builder) chars(i, j int, data bool) failure {
	var reading, judging failure
	s := p.s[:j]
	special := uint8(oddByte | referenceByte | bracketByte)
	passing := false // what is not recorded is passed over as far as it can be
	for k := skipTo(s, i, j, special); k < j; k = skipTo(s, k, j, special) {
		if p.strictly && !reading.ok() {
			return reading
		}
		if !judging.ok() && (p.strictly || p.full()) {
			special &^= oddByte
		}
		if !reading.ok() && p.full() {
			special &^= bracketByte
		}
		if !passing && p.full() && p.b.repaired.Len() > 0 {
			passing = true
			if !strings.Contains(s[k:], "&#") { // which may refuse the call
				p.b.More = true
				special &^= referenceByte
			}
		}
		c := s[k]
		switch {
		case c == '&':
			kind, end, text := scanRef(s, k)
			if kind != refValid || text == "\uFFFD" {
				f := p.reference(kind, Span{k, end}, j)
				if kind == refInvalid {
					judging = first(judging, f)
				} else {
					reading = first(reading, f)
				}
			}
			k = end
		case c == ']' && data && strings.HasPrefix(s[k:], cdataClose):
			p.problem(CDATAEndInText, Span{k, k + 3}).Certain = true
			reading = first(reading, failure{k + 3, "unescaped ]]> not in CDATA section"})
			k += 3
		case c == ']':
			k++
		default:
			if size := goodChar(s, k, j); size > 0 {
				k += size
				continue
			}
			bad, utf8OK := badCharAt(s, k, j)
			judging = first(judging, p.badChar(bad, utf8OK, j, judging.ok()))
			k = bad.End
		}
	}
	return first(reading, judging)
}

// first returns a, or b where a is no failure.
func first(a, b failure) failure {
	if a.ok() {
		return b
	}
	return a
}

// reference records what is wrong with a reference in text that ends at end.
func (p *builder) reference(kind refKind, span Span, end int) failure {
	switch kind {
	case refValid:
		if p.isSurrogateRef(span) {
			p.problem(SurrogateReference, span)
		}
	case refBare:
		p.problem(BareAmpersand, span).Certain = true
	case refUnknown:
		p.problem(UnknownEntity, span).Certain = true
	case refUnterminated:
		p.problem(UnterminatedReference, span).Certain = true
	case refTooLarge:
		p.problem(InvalidCharacterReference, span)
		return failure{span.End, "invalid character entity " + p.s[span.Start:span.End]}
	case refInvalid:
		p.problem(InvalidCharacterReference, span)
		r, _ := charRefValue(p.s[span.Start+2 : span.End-1])
		return illegal(r, end)
	}
	return failure{}
}

// illegal is the failure at a character that XML cannot carry. encoding/xml
// looks at the characters once it has read them all, so the line it names is
// that of the end of the text.
func illegal(r rune, end int) failure {
	return failure{end, fmt.Sprintf("illegal character code %U", r)}
}

// badChar records characters that XML cannot carry, in text that ends at end.
// The failure is made only if it is wanted: as the last that encoding/xml would
// notice it never goes before another.
func (p *builder) badChar(bad Span, utf8OK bool, end int, wanted bool) failure {
	kind := InvalidCharacter
	if !utf8OK {
		kind = InvalidUTF8
	}
	p.problem(kind, bad)
	switch {
	case !wanted:
		return failure{}
	case !utf8OK:
		return failure{end, "invalid UTF-8"}
	}
	r, _ := utf8.DecodeRuneInString(p.s[bad.Start:])
	return illegal(r, end)
}

// badChars records the characters in s[i:j], a CDATA section's content, that
// XML cannot carry.
func (p *builder) badChars(i, j int) (fail failure) {
	for {
		bad, utf8OK := nextBadChar(p.s, i, j)
		if bad.Len() == 0 || !fail.ok() && (p.strictly || p.full()) {
			p.b.More = p.b.More || bad.Len() > 0 && p.full()
			return fail
		}
		fail = first(fail, p.badChar(bad, utf8OK, j, fail.ok()))
		i = bad.End
	}
}

// attributeValues reads the values of a tag's attributes.
func (p *builder) attributeValues(attributes []lexAttribute) (fail failure) {
	for _, a := range attributes {
		fail = first(fail, p.chars(a.value.Start, a.value.End, false))
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
