package xmlcall

import (
	"cmp"
	"slices"
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
	content  Span      // see inContent
	endTags  bool      // whether a section that was read strictly holds "</"
	parser   *Parser   // the parser that the block belongs to
	strictly bool      // stop at the first failure: nothing that was read is used afterwards
	spare    Problem   // receives problems that are not recorded
}

// builders are those that are not in use.
var builders = sync.Pool{New: func() any { return new(builder) }}

// reset starts reading the block. The state of an earlier reading is overwritten.
func (p *builder) reset() {
	p.tokens, p.elements = p.tokens[:0], p.elements[:0]
	p.top = NoElement
	p.content, p.endTags = Span{}, false
	p.b.attributes, p.repaired = nil, Span{}
	p.b.Problems, p.b.MoreProblems = p.b.Problems[:0], false
}

// finish gives the block its tokens and elements, and orders its problems by position.
func (p *builder) finish() {
	order := func(x, y Problem) int {
		return cmp.Or(cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(x.Span.End, y.Span.End))
	}
	if !slices.IsSortedFunc(p.b.Problems, order) {
		slices.SortStableFunc(p.b.Problems, order)
	}
	p.b.Tokens, p.tokens = split(p.tokens)
	p.b.elements, p.elements = split(p.elements)
	p.b, p.s, p.parser, p.strictly = nil, "", nil, false
}

// split returns a slice that is given away, and room for others: the rest of its memory, if that is as much as
// small blocks need. Allocating for each block would take a tenth of the time of reading it.
func split[T any](s []T) (own, room []T) {
	const chunk = 256
	if room = s[len(s):]; cap(room) < chunk/8 || cap(room) > chunk {
		room = make([]T, 0, chunk)
	}
	return slices.Clip(s), room
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
	p.b.Problems = append(p.b.Problems, problem)
	return &p.b.Problems[len(p.b.Problems)-1]
}

// full reports whether the limit on recorded problems is reached.
func (p *builder) full() bool { return len(p.b.Problems) >= maxProblems }

func (p *builder) token(kind TokenKind, span, inner Span) {
	p.tokens = append(p.tokens, Token{int32(span.Start), int32(span.End), int32(inner.Start), int32(inner.End), p.element(), kind})
}

// literal adds text without references. Adjacent text becomes one token.
func (p *builder) literal(span Span) {
	if span.Len() == 0 {
		return
	}
	if n := len(p.tokens); n > 0 {
		last := &p.tokens[n-1]
		if last.kind == Text && last.element == p.element() {
			last.end, last.to = int32(span.End), int32(span.End)
			return
		}
	}
	p.token(Text, span, span)
}

// start opens an element.
func (p *builder) start(name, span Span, attributes []lex.Attribute, selfClosing bool) {
	parent, id, first := p.top, ElementID(len(p.elements)), TokenID(len(p.tokens))
	if parent == NoElement && id > 0 {
		parent = 0
	}
	p.elements = append(p.elements, element{parent: parent, first: first, last: first, selfClosing: selfClosing})
	p.top = id
	p.token(StartTag, span, name)
	for _, a := range attributes {
		p.b.attributes = append(p.b.attributes, Attribute{Span: Span(a.Span), Name: Span(a.Name), Value: Span(a.Value), Element: id})
	}
	if selfClosing {
		p.close()
	}
}

// openName returns the name of the innermost open element.
func (p *builder) openName() string {
	start := &p.tokens[p.elements[p.element()].first]
	return p.s[start.from:start.to]
}

// end closes the innermost open element with the end tag at span.
func (p *builder) end(span, name Span) {
	p.elements[p.element()].last = TokenID(len(p.tokens))
	p.token(EndTag, span, name)
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
