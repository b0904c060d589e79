package xmlcall

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// MaxDepth is the maximum depth of a [Value]. Elements nested deeper are omitted: no
// tool reads that deep, and a text of a million start tags must not need a stack of a
// million calls, here or in a program that walks the value. The tokens and elements of
// a [Block] have no such limit. Encoding returns an error for a deeper value, such as
// one that contains itself.
const MaxDepth = 1000

// A Value is an element of a call's arguments as a program sees it.
type Value struct {
	// Name is the element's name without its prefix.
	Name string
	// Text is the element's own character data, references decoded, CDATA sections and
	// text concatenated, CR LF and CR read as LF. The text of child elements is not
	// part of it; comments, processing instructions and directives are dropped, as the
	// runtime drops them.
	Text string
	// Children are the child elements in order. They are nil at a depth of MaxDepth.
	Children []*Value
	// Literal reports that Text comes from at least one CDATA section. ADR-0019
	// infers no type for such a value.
	Literal bool
}

// Equal reports whether v and o hold the same values under the same names, ignoring
// Literal and white space around the children of an element.
func (v *Value) Equal(o *Value) bool {
	if v == nil || o == nil {
		return v == o
	}
	return v.Name == o.Name && slices.EqualFunc(v.Children, o.Children, (*Value).Equal) &&
		(v.Text == o.Text || len(v.Children) > 0 && strings.TrimSpace(v.Text) == strings.TrimSpace(o.Text))
}

// Decode returns the arguments of the call as the runtime reads them, the ampersand
// repair included: for a repaired block that means "&amp;" where a CDATA section holds
// a bare '&'. If there are several arguments elements, the last one is used. ok is
// false for a refused call and for one without arguments.
func (b *Block) Decode() (arguments *Value, ok bool) {
	if b.Verdict().Outcome == Refused {
		return nil, false
	}
	id := b.Arguments()
	if id == NoElement {
		return nil, false
	}
	return b.Decoded(id), true
}

// Decoded returns an element as [Block.Decode] does: [Block.Value], with the effects of the
// ampersand repair if the runtime needs it.
func (b *Block) Decoded(id ElementID) *Value { return b.value(id, b.Verdict().Outcome == Repaired) }

// Value returns an element in the intended reading: as [Block.Decode] does for a block
// that runs, and with each problem of a refused block read as if it were fixed. An ID
// that the block does not have gives an empty value.
func (b *Block) Value(id ElementID) *Value { return b.value(id, false) }

// Envelope returns the tool element that holds the envelope. It is 0 except for a block
// in which a mention of <tool> swallowed a call. (A block that was parsed at an offset
// without a <tool> has no elements at all.)
func (b *Block) Envelope() ElementID { return b.root }

// Arguments returns the arguments element, the last one if there are several; [NoElement] if
// there is none.
func (b *Block) Arguments() ElementID {
	id, _ := b.Child(b.Envelope(), "arguments")
	return id
}

// Child returns the last child element of parent with the given local name; ok is
// false, and id [NoElement], if there is none. The runtime reads the last of several
// elements of one name.
func (b *Block) Child(parent ElementID, local string) (id ElementID, ok bool) {
	if len(b.elements) > fewElements {
		if id, ok = b.lastChildren()[child{parent, local}]; !ok {
			return NoElement, false
		}
		return id, true
	}
	id = NoElement
	for child, e := range b.Children(parent) {
		if name := e.Name(); name == local || lex.Local(name) == local {
			id = child
		}
	}
	return id, id != NoElement
}

// ToolName returns the tool's name as the runtime reads it: not trimmed, and empty if
// there is none.
func (b *Block) ToolName() string { return b.envelopeText("tool_name") }

// ServerName returns the server's name, which is "local" if the call does not name one.
func (b *Block) ServerName() string {
	if name := b.envelopeText("server_name"); name != "" {
		return name
	}
	return "local"
}

func (b *Block) envelopeText(local string) string {
	id, ok := b.Child(b.Envelope(), local)
	if !ok {
		return ""
	}
	return b.Element(id).Decoded()
}

// Text returns the element's own character data. It equals the Text of [Block.Value]
// but does not build the tree.
func (e Element) Text() string { return e.text(false) }

// Decoded equals the Text of [Block.Decoded] but does not build the tree.
func (e Element) Decoded() string { return e.text(e.b != nil && e.b.Verdict().Outcome == Repaired) }

func (e Element) text(repair bool) string {
	if e.b == nil || !e.b.has(e.id) {
		return ""
	}
	text, _ := e.b.text(e.id, repair)
	return text
}

// text returns the character data of an element, without that of its children, and whether a part of
// it is a CDATA section. repair applies the ampersand repair to sections.
func (b *Block) text(id ElementID, repair bool) (text string, literal bool) {
	e := &b.elements[id]
	var several []byte
	for i := e.first + 1; i <= e.last; i++ {
		t, piece := b.Tokens[i], ""
		switch t.Kind() {
		case StartTag:
			i = max(i, b.elements[t.Element()].last)
		case CDATA:
			literal = true
			if piece = b.Slice(t.Inner()); repair {
				piece = Repair(piece)
			}
			piece = lex.NormalizeNewlines(piece)
		case Text:
			piece = lex.Decode(b.Slice(t.Span()))
		}
		switch {
		case piece == "":
		case len(several) > 0:
			several = append(several, piece...)
		case text == "":
			text = piece
		default:
			several = append(append(several, text...), piece...)
		}
	}
	if len(several) > 0 {
		text = string(several)
	}
	return text, literal
}

// value builds the value of an element.
func (b *Block) value(id ElementID, repair bool) *Value {
	if !b.has(id) {
		return &Value{}
	}
	var build func(id ElementID, depth int) *Value
	build = func(id ElementID, depth int) *Value {
		v := &Value{Name: b.Element(id).Local()}
		v.Text, v.Literal = b.text(id, repair)
		if depth < MaxDepth {
			for child := range b.Children(id) {
				v.Children = append(v.Children, build(child, depth+1))
			}
		}
		return v
	}
	return build(id, 0)
}
