package xmlcall

import (
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// A builder collects the tokens, elements and problems of one block. Both readings, the
// strict one and the recovering one, write through it. It is reused for other blocks.
type builder struct {
	b        *Block
	s        string    // the text up to the end of the block: nothing after that is read
	tokens   []Token   // of this block, with spare capacity
	elements []element // likewise
	repaired Span      // the first place that the ampersand repair fixes; empty if there is none
	top      ElementID // the innermost open element, or NoElement
	items    []item    // of the recovering reading; empty, with capacity for another block
	maxSize  int       // limit on the size of the block, in bytes
	live     bool      // see Options.Live
	content  Span      // what the runtime parses: for a live one without white space at its ends
	parser   *Parser   // the parser that the block belongs to
	strictly bool      // stop at the first failure: nothing that was read is used afterwards
	spare    Problem   // receives problems that are not recorded
}

// builders are those that are not in use.
var builders = sync.Pool{New: func() any { return new(builder) }}

const (
	tokenChunk   = 256     // tokens, in 4,096 bytes
	elementChunk = 64      // elements, in 1,024 bytes
	maxKept      = 1 << 12 // tokens that a builder keeps room for
)

// reset starts reading the block. The state of an earlier reading is overwritten.
func (p *builder) reset() {
	p.tokens, p.elements = p.tokens[:0], p.elements[:0]
	p.top = NoElement
	p.content = Span{0, len(p.s)}
	if start := p.b.Span.Start; p.live && strings.HasPrefix(p.s[start:], toolOpen) {
		p.content = Span(lex.TrimSpace(p.s, lex.Span{Start: start + len(toolOpen), End: len(strings.TrimSuffix(p.s, toolClose))}))
	}
	p.b.attributes, p.repaired = nil, Span{}
	p.b.Problems, p.b.MoreProblems = p.b.Problems[:0], false
}

// finish gives the block its tokens and elements.
func (p *builder) finish() {
	p.b.Tokens, p.b.elements = append([]Token(nil), p.tokens...), append([]element(nil), p.elements...)
	if p.tokens, p.elements = p.tokens[:0], p.elements[:0]; cap(p.tokens) > maxKept {
		p.tokens, p.elements = nil, nil
	}
	p.b, p.s, p.parser, p.strictly = nil, "", nil, false
}

// roomy returns s with room for one more element. It doubles a full slice: append alone
// grows a long slice by a quarter, which would copy a block with a million problems
// five times. least is the smallest capacity.
func roomy[T any](s []T, least int) []T {
	if len(s) < cap(s) {
		return s
	}
	return append(make([]T, 0, max(2*len(s), least)), s...)
}

// element returns the innermost open element. After the end of the tool
// element that is the tool element itself, so that every token has one.
func (p *builder) element() ElementID { return max(p.top, 0) }

func (p *builder) problem(kind ProblemKind, span Span) *Problem {
	if p.repaired.Len() == 0 && kind.Repairable() {
		p.repaired = span
	}
	if p.full() {
		p.b.MoreProblems = true
		p.spare = Problem{}
		return &p.spare
	}
	return p.record(Problem{Kind: kind, Span: span, Element: p.element()})
}

// record adds a problem that must not be lost.
func (p *builder) record(problem Problem) *Problem {
	p.b.Problems = append(roomy(p.b.Problems, 2), problem)
	return &p.b.Problems[len(p.b.Problems)-1]
}

// full reports whether the limit on recorded problems is reached.
func (p *builder) full() bool { return len(p.b.Problems) >= maxProblems }

func (p *builder) token(kind TokenKind, span, inner Span) {
	p.add(makeToken(kind, span, inner, p.element()))
}

func (p *builder) add(t Token) {
	if len(p.tokens) == cap(p.tokens) {
		p.tokens = roomy(p.tokens, tokenChunk)
	}
	p.tokens = append(p.tokens, t)
}

// literal adds text without references. Adjacent text becomes one token.
func (p *builder) literal(span Span) {
	if span.Len() == 0 {
		return
	}
	if n := len(p.tokens); n > 0 {
		last := &p.tokens[n-1]
		if last.Kind() == Text && last.Element() == p.element() {
			last.end = int32(span.End)
			return
		}
	}
	p.token(Text, span, span)
}

// startTag opens an element with attributes, or an empty one.
func (p *builder) startTag(name, span Span, attributes []lex.Attribute, selfClosing bool) {
	p.start(name, span)
	index := p.top
	for _, a := range attributes {
		p.b.attributes = append(p.b.attributes, Attribute{Span: Span(a.Span), Name: Span(a.Name), Value: Span(a.Value), Element: index})
	}
	if selfClosing {
		p.elements[index].selfClosing = true
		p.close()
	}
}

// start opens the element whose start tag is given.
func (p *builder) start(name, span Span) { p.open(makeToken(StartTag, span, name, 0)) }

// open opens an element. Its ID is not yet in the token of its start tag.
func (p *builder) open(t Token) {
	n := len(p.elements)
	if n == cap(p.elements) {
		p.elements = roomy(p.elements, elementChunk)
	}
	parent := p.top
	if parent == NoElement && n > 0 {
		parent = 0
	}
	first := TokenID(len(p.tokens))
	p.elements = append(p.elements, element{parent: parent, first: first, last: first})
	p.top = ElementID(n)
	t.of = uint32(n)<<kindBits | uint32(StartTag)
	p.add(t)
}

// end closes the innermost open element with the end tag at span.
func (p *builder) end(span, name Span) { p.shut(makeToken(EndTag, span, name, 0)) }

// shut closes the innermost open element, whose ID is not yet in the token of its end tag.
func (p *builder) shut(t Token) {
	t.of = uint32(p.element())<<kindBits | uint32(EndTag)
	p.elements[p.element()].last = TokenID(len(p.tokens))
	p.add(t)
	p.close()
}

// endMissing closes the innermost open element, which has no end tag, after the
// last token.
func (p *builder) endMissing() {
	e := &p.elements[p.element()]
	e.unclosed = true
	e.last = TokenID(len(p.tokens) - 1)
	p.close()
}

func (p *builder) close() { p.top = p.elements[p.top].parent }
