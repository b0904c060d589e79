package xmlcall

import (
	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/xmlcall/internal/scalar"
)

// Infer returns the children of v as a map by ADR-0019's type inference, for reading a
// call without a schema. The runtime itself does not use it: the tool's own types
// decide there.
//
//	true, false, in any case        bool
//	null, in any case               nil
//	an integer, leading zeros too   int64
//	another decimal number, ±Inf, NaN   float64
//	a CDATA section                 string, always
//	anything else                   string, as it is
//	child elements                  map[string]any
//	repeated elements               []any
//
// White space around a scalar is ignored. An element whose children all have one name,
// either two or more of them or the item of a list (edits, edit), becomes a []any.
// Names are without prefix. A nil value has no children; elements nested deeper than
// [MaxDepth] are omitted.
func (v *Value) Infer() map[string]any { return v.inferMap(1) }

func (v *Value) inferMap(depth int) map[string]any {
	children := v.readable(depth)
	m := make(map[string]any, len(children))
	repeated := map[string]bool{}
	for _, c := range children {
		x := c.infer(depth + 1)
		old, ok := m[c.Name]
		switch {
		case !ok:
			m[c.Name] = x
		case repeated[c.Name]:
			m[c.Name] = append(old.([]any), x)
		default:
			m[c.Name] = []any{old, x}
			repeated[c.Name] = true
		}
	}
	return m
}

func (v *Value) infer(depth int) any {
	children := v.readable(depth)
	if len(children) == 0 {
		return scalar.Infer(v.Text, v.Literal)
	}
	item := children[0].Name
	list := len(children) > 1 || plural.IsItem(v.Name, item)
	for _, c := range children {
		list = list && c.Name == item
	}
	if !list {
		return v.inferMap(depth)
	}
	items := make([]any, len(children))
	for i, c := range children {
		items[i] = c.infer(depth + 1)
	}
	return items
}

// readable returns the children of a value that are read: none at a depth of MaxDepth,
// because a tree built by a program may contain itself.
func (v *Value) readable(depth int) []*Value {
	if v == nil || depth > MaxDepth {
		return nil
	}
	return v.Children
}
