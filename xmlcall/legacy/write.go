package legacy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/internal/scalar"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// JSON returns the call as the JSON payload of ADR-0002, the reverse of [Parse]:
// {"server_name": …, "tool_name": …, "arguments": …}. The arguments are a JSON object with the types of
// ADR-0019's inference ([xmlcall.Value.Infer]), the order of the elements and the digits of the
// numbers kept. A number that is not valid JSON is written in the nearest valid form
// (007 as 7), NaN and ±Inf as strings. Repeated elements are an array at the place of
// the first.
//
// Where the elements have one name, an element is an array if it has several or if
// their name is that of the list's items. The name is given by [plural.Item] or the
// options: with the same function, JSON and [Parse] are inverses, except for what
// Parse reports as not exact and for an object whose only member has the name of
// an item. (Infer knows the singular only.)
//
// A '<' is written as \u003c, so that the runtime does not find tags in values. Elements
// nested deeper than [xmlcall.MaxDepth] are omitted.
func (c *Payload) JSON(o encode.Options) string {
	w := writer{itemName: tree.ItemName(o.ItemName)}
	w.WriteString(`{"server_name":`)
	w.str(c.Server)
	w.WriteString(`,"tool_name":`)
	w.str(c.Tool)
	w.WriteString(`,"arguments":`)
	w.object(c.Arguments, 1)
	w.WriteByte('}')
	return w.String()
}

type writer struct {
	bytes.Buffer
	itemName func(string) string
}

func (w *writer) value(v *xmlcall.Value, depth int) {
	children := childrenOf(v, depth)
	switch {
	case len(children) == 0:
		w.scalar(v)
	case tree.IsList(v, w.itemName):
		w.array(children, depth)
	default:
		w.object(v, depth)
	}
}

func (w *writer) array(items []*xmlcall.Value, depth int) {
	for i, c := range items {
		w.WriteByte("[,"[min(i, 1)])
		w.value(c, depth+1)
	}
	w.WriteByte(']')
}

func (w *writer) object(v *xmlcall.Value, depth int) {
	children := childrenOf(v, depth)
	named := map[string][]*xmlcall.Value{}
	for _, c := range children {
		named[c.Name] = append(named[c.Name], c)
	}
	w.WriteByte('{')
	comma := ""
	for _, c := range children {
		same := named[c.Name]
		if len(same) == 0 {
			continue // already written, with the first one
		}
		delete(named, c.Name)
		w.WriteString(comma)
		comma = ","
		w.str(c.Name)
		w.WriteByte(':')
		if len(same) > 1 {
			w.array(same, depth)
		} else {
			w.value(c, depth+1)
		}
	}
	w.WriteByte('}')
}

func (w *writer) scalar(v *xmlcall.Value) {
	switch x := scalar.Infer(v.Text, v.Literal).(type) {
	case nil:
		w.WriteString("null")
	case bool:
		fmt.Fprint(w, x)
	case int64, float64:
		text := strings.TrimSpace(v.Text)
		if !json.Valid([]byte(text)) {
			b, err := json.Marshal(x)
			if err != nil { // NaN, ±Inf
				w.str(text)
				return
			}
			text = string(b)
		}
		w.WriteString(text)
	case string:
		w.str(x)
	}
}

func (w *writer) str(s string) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	w.Write(bytes.ReplaceAll(bytes.TrimSuffix(b.Bytes(), []byte("\n")), []byte("<"), []byte(`\u003c`)))
}

// childrenOf returns the children of v that are written: none at a depth of MaxDepth,
// because a tree built by a program may contain itself.
func childrenOf(v *xmlcall.Value, depth int) []*xmlcall.Value {
	if v == nil || depth > xmlcall.MaxDepth {
		return nil
	}
	return v.Children
}
