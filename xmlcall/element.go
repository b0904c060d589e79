package xmlcall

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// An ElementID names an element of one block. IDs count the elements from 0 in the
// order of their start tags, so that a parent comes before its children, and can index
// a slice with one entry per element. The zero value is the tool element.
type ElementID int32

// NoElement is the ElementID that represents the absence of an element, such as the
// parent of the tool element.
const NoElement ElementID = -1

// An Element is one element of a block's tree. It is as small as a slice and intended
// to be copied; two Elements are equal if they are the same element of the same block.
// The zero value, and the Element for an ElementID that the block does not have, has no
// name and no parent and is empty.
type Element struct {
	b  *Block
	id ElementID
}

// An element is the stored form of an [Element]. Its name and its spans are those of
// its first and last token.
type element struct {
	parent      ElementID
	first, last TokenID
	selfClosing bool
	unclosed    bool
}

// NumElements returns the number of elements of the block: 0 only if it was parsed at
// an offset without a <tool>. Their IDs are the numbers from 0 up to, not including,
// that number.
func (b *Block) NumElements() int { return len(b.elements) }

// Elements yields the elements of the block in document order, the tool element
// first.
func (b *Block) Elements() iter.Seq2[ElementID, Element] {
	return func(yield func(ElementID, Element) bool) {
		for i := range b.elements {
			if !yield(ElementID(i), Element{b, ElementID(i)}) {
				return
			}
		}
	}
}

// Within yields the elements inside an element, at any depth, in document order.
func (b *Block) Within(id ElementID) iter.Seq2[ElementID, Element] {
	return func(yield func(ElementID, Element) bool) {
		if !b.has(id) {
			return
		}
		last := b.elements[id].last
		for i := int(id) + 1; i < len(b.elements) && b.elements[i].first <= last; i++ {
			if !yield(ElementID(i), Element{b, ElementID(i)}) {
				return
			}
		}
	}
}

// Children yields the child elements of an element in order.
func (b *Block) Children(id ElementID) iter.Seq2[ElementID, Element] {
	return func(yield func(ElementID, Element) bool) {
		for i := b.firstChild(id); i != NoElement; i = b.nextSibling(i) {
			if !yield(i, Element{b, i}) {
				return
			}
		}
	}
}

// Element returns the element with the given ID.
func (b *Block) Element(id ElementID) Element { return Element{b, id} }

func (b *Block) has(id ElementID) bool { return id >= 0 && int(id) < len(b.elements) }

// kept returns the stored form of the element.
func (e Element) kept() *element {
	if e.b == nil || !e.b.has(e.id) {
		return &element{parent: NoElement}
	}
	return &e.b.elements[e.id]
}

// token returns one of the tokens of the element.
func (e Element) token(id TokenID) Token {
	if e.b == nil || !e.b.has(e.id) {
		return Token{}
	}
	return e.b.Tokens[id]
}

// ID returns the element's ID.
func (e Element) ID() ElementID { return e.id }

// Name returns the element's name as written, with its prefix if it has one.
func (e Element) Name() string {
	if e.b == nil {
		return ""
	}
	return e.b.Slice(e.token(e.kept().first).Inner())
}

// Local returns the name without its prefix, which is what the runtime
// compares.
func (e Element) Local() string { return lex.Local(e.Name()) }

// Start returns the span of the start tag.
func (e Element) Start() Span { return e.token(e.kept().first).Span() }

// End returns the span of the end tag. It is empty, at the place where the element
// ends, for an empty-element tag and for an element that was never closed.
func (e Element) End() Span {
	k := e.kept()
	span := e.token(k.last).Span()
	if k.selfClosing || k.unclosed {
		span.Start = span.End
	}
	return span
}

// Content returns the span between the start tag and the end tag.
func (e Element) Content() Span { return Span{e.Start().End, e.End().Start} }

// Span returns the span from the start tag to the end tag, tags included.
func (e Element) Span() Span { return Span{e.Start().Start, e.End().End} }

// Parent returns the element around this one, [NoElement] for the tool element.
func (e Element) Parent() ElementID { return e.kept().parent }

// HasChildren reports whether the element has child elements.
func (e Element) HasChildren() bool { return e.b != nil && e.b.firstChild(e.id) != NoElement }

// First returns the element's first token, which is its start tag.
func (e Element) First() TokenID { return e.kept().first }

// Last returns the element's last token, which is its end tag if it has one.
func (e Element) Last() TokenID { return e.kept().last }

// SelfClosing reports whether the element is an empty-element tag, <name/>.
func (e Element) SelfClosing() bool { return e.kept().selfClosing }

// Unclosed reports whether the element has no end tag.
func (e Element) Unclosed() bool { return e.kept().unclosed }

// An Attribute is one attribute of a start tag. The runtime ignores them all.
type Attribute struct {
	// Span is the whole attribute, Name its name, Value the value without its quotes
	// (empty if there is none).
	Span, Name, Value Span
	// Element is the element whose start tag has the attribute.
	Element ElementID
}

// Attributes returns the attributes of the element's start tag, in order. The caller
// must not change them.
func (e Element) Attributes() []Attribute {
	if e.b == nil {
		return nil
	}
	all := e.b.attributes
	order := func(a Attribute, id ElementID) int { return cmp.Compare(a.Element, id) }
	from, _ := slices.BinarySearchFunc(all, e.id, order)
	to := from
	for to < len(all) && all[to].Element == e.id {
		to++
	}
	return all[from:to:to]
}

// A child is what the index of a block's elements is searched for.
type child struct {
	parent ElementID
	local  string
}

// fewElements is the number of elements up to which a block looks at all children: an index costs more.
const fewElements = 64

// lastChildren returns the last child of each name of each element. It is built on first use: a call
// may have thousands of arguments, and each of them is looked up.
func (b *Block) lastChildren() map[child]ElementID {
	if known := b.last.Load(); known != nil {
		return *known
	}
	last := make(map[child]ElementID, len(b.elements))
	for id, e := range b.Elements() {
		last[child{e.Parent(), e.Local()}] = id
		last[child{e.Parent(), e.Name()}] = id
	}
	b.last.Store(&last)
	return last
}

// firstChild returns the first child of an element, which is the next one.
func (b *Block) firstChild(id ElementID) ElementID {
	if next := id + 1; b.has(id) && b.has(next) && b.elements[next].parent == id {
		return next
	}
	return NoElement
}

// nextSibling returns the next child of the same parent, which comes after all elements within this one.
func (b *Block) nextSibling(id ElementID) ElementID {
	e, after := b.elements[id], b.elements[id+1:]
	n := 0
	if len(after) > 0 && after[0].first <= e.last {
		n = sort.Search(len(after), func(i int) bool { return after[i].first > e.last })
	}
	if n < len(after) && after[n].parent == e.parent {
		return id + 1 + ElementID(n)
	}
	return NoElement
}
