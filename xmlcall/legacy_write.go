package xmlcall

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// LegacyJSON returns the call as the JSON payload of ADR-0002, the way back
// from [ParseLegacy]: {"server_name": …, "tool_name": …, "arguments": …}. The
// arguments are as [Value.JSON] writes them; ampersands that the runtime needs
// its fallback for are read as they were meant. The error is a *[RefusedError]
// for a call that the runtime refuses.
func (b *Block) LegacyJSON(opts ...EncodeOption) (string, error) {
	if b.verdict.Outcome == Refused {
		return "", b.refused()
	}
	c := LegacyCall{Server: b.ServerName(), Tool: b.ToolName(), Arguments: &Value{}}
	if i := b.Child(b.root, "arguments"); i >= 0 {
		c.Arguments = b.Value(i)
	}
	return c.JSON(opts...), nil
}

// JSON returns the call as a JSON payload; see [Block.LegacyJSON].
func (c *LegacyCall) JSON(opts ...EncodeOption) string {
	w := jsonWriter{itemName: newEncoder(opts).itemName}
	w.WriteString(`{"server_name":`)
	w.str(c.Server)
	w.WriteString(`,"tool_name":`)
	w.str(c.Tool)
	w.WriteString(`,"arguments":`)
	w.object(c.Arguments, 1)
	w.WriteByte('}')
	return w.String()
}

// JSON returns the children of v as a JSON object, with the types of
// ADR-0019's inference ([Value.Infer]), the order of the elements and the
// digits of the numbers kept. A number that JSON has no form for is written in
// the nearest one (007 as 7), NaN and ±Inf as strings. Repeated elements are
// an array at the place of the first.
//
// Where the elements have one name, an element is an array if there are
// several or if the name is that of the list's items. That is [ItemName] or
// what [WithItemName] says: with the same function JSON and [ParseJSON] undo
// each other, but for what ParseJSON says is not exact and for an object whose
// only member has the name of an item. (Infer knows the singular only.)
//
// A '<' is written as \u003c, so that no tag in a value is one for the runtime.
// A nil value is {}; what is nested deeper than [MaxDepth] is left out.
func (v *Value) JSON(opts ...EncodeOption) string {
	w := jsonWriter{itemName: newEncoder(opts).itemName}
	w.object(v, 1)
	return w.String()
}

type jsonWriter struct {
	bytes.Buffer
	itemName func(string) string
}

func (w *jsonWriter) value(v *Value, depth int) {
	children := v.readable(depth)
	switch {
	case len(children) == 0:
		w.scalar(v)
	case isList(v, w.itemName):
		w.array(children, depth)
	default:
		w.object(v, depth)
	}
}

func (w *jsonWriter) array(items []*Value, depth int) {
	for i, c := range items {
		w.WriteByte("[,"[min(i, 1)])
		w.value(c, depth+1)
	}
	w.WriteByte(']')
}

func (w *jsonWriter) object(v *Value, depth int) {
	children := v.readable(depth)
	named := map[string][]*Value{}
	for _, c := range children {
		named[c.Name] = append(named[c.Name], c)
	}
	w.WriteByte('{')
	comma := ""
	for _, c := range children {
		same := named[c.Name]
		if len(same) == 0 {
			continue // written with the first
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

func (w *jsonWriter) scalar(v *Value) {
	switch x := inferScalar(v.Text, v.Literal).(type) {
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

func (w *jsonWriter) str(s string) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	w.Write(bytes.ReplaceAll(bytes.TrimSuffix(b.Bytes(), []byte("\n")), []byte("<"), []byte(`\u003c`)))
}
