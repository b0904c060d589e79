package encode

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// Arguments converts a Go value to the arguments of a call: a [xmlcall.Value] named "arguments"
// that shares nothing with v, except for the children of a Value in it. v must be a map with string
// keys, a struct, or a pointer to either.
//
//	bool, integers          their decimal form
//	floats                  as encoding/json: 5, 0.1, 1e+21; and NaN, +Inf, -Inf
//	string, []byte          the text, marked Literal if inference would not
//	                        keep it a string ("5", "true")
//	json.Number             the number as written
//	nil                     null, as ADR-0019 writes it; leave a member out
//	                        where the tool has no null
//	map with string keys    an element for each member, sorted by key
//	slice, array            an element with a child for each item, named as
//	                        Options.ItemName does: edits, edit
//	struct                  an element for each field, in order
//	*Value, Value           its children or its text
//	encoding.TextMarshaler  its text
//
// Fields are written as encoding/xml, and so [xmlcall.Block.Unmarshal], reads them: by
// their `xml:` tag, with "edits>edit" for a wrapped list and without '>' for repeated
// elements; "-" and unexported fields, nil pointers and empty fields marked omitempty
// are left out; embedded structs are part of the struct around them. A field marked
// chardata or cdata is the element's own text. Attributes, innerxml and any do not
// exist in a call: a field that uses one is an error unless it is empty.
//
// The error is an *[Error], which names the path of what cannot be converted.
// Characters are checked when the call is written, not here.
func Arguments(v any, o Options) (*xmlcall.Value, error) {
	c := converter{tree.ItemName(o.ItemName)}
	tree, err := c.root(v)
	if err != nil {
		return nil, err
	}
	return tree, nil
}

type converter struct {
	itemName func(string) string
}

var (
	valueType     = reflect.TypeFor[xmlcall.Value]()
	numberType    = reflect.TypeFor[json.Number]()
	marshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

func (c *converter) root(v any) (*xmlcall.Value, *Error) {
	rv := reflect.ValueOf(v)
	for i := 0; rv.Kind() == reflect.Pointer && !rv.IsNil() && i < xmlcall.MaxDepth; i++ {
		rv = rv.Elem()
	}
	switch {
	case !rv.IsValid():
	case rv.Type() == valueType, rv.Kind() == reflect.Struct && !rv.Type().Implements(marshalerType):
		return c.value("arguments", rv, 1)
	case rv.Kind() == reflect.Map && rv.Type().Key().Kind() == reflect.String:
		return c.value("arguments", rv, 1)
	}
	return nil, fail("arguments must be a map with string keys or a struct, not %T", v)
}

// value converts v to an element of the given name.
func (c *converter) value(name string, v reflect.Value, depth int) (*xmlcall.Value, *Error) {
	x := &xmlcall.Value{Name: name}
	if !tree.IsName(name) {
		return nil, fail("%q is not a valid element name", name)
	}
	for pointers := 0; ; pointers++ { // pointers add no level, but can lead back to themselves
		if max(depth, pointers) > xmlcall.MaxDepth {
			return nil, fail("nested deeper than %d elements", xmlcall.MaxDepth)
		}
		if v.IsValid() && v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
			break
		}
		if !v.IsValid() || v.IsNil() {
			x.Text = "null"
			return x, nil
		}
		if text, ok, err := marshalText(v); ok {
			tree.SetString(x, text)
			return x, err
		}
		v = v.Elem()
	}
	if v.Type() == valueType {
		from := v.Interface().(xmlcall.Value)
		x.Text, x.Literal, x.Children = from.Text, from.Literal, from.Children
		return x, nil
	}
	if text, ok, err := marshalText(v); ok {
		tree.SetString(x, text)
		return x, err
	}
	switch v.Kind() {
	case reflect.Bool:
		x.Text = strconv.FormatBool(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		x.Text = strconv.FormatInt(v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		x.Text = strconv.FormatUint(v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		x.Text = formatFloat(v.Float(), v.Type().Bits())
	case reflect.String:
		tree.SetString(x, v.String())
		x.Literal = x.Literal && v.Type() != numberType
	case reflect.Slice, reflect.Array:
		if isBytes(v) {
			tree.SetString(x, string(v.Bytes()))
			return x, nil
		}
		for i := range v.Len() {
			item, err := c.value(c.itemName(name), v.Index(i), depth+1)
			if err != nil {
				return nil, err.within(fmt.Sprintf("[%d]", i))
			}
			x.Children = append(x.Children, item)
		}
	case reflect.Map:
		return x, c.members(x, v, depth)
	case reflect.Struct:
		return x, c.fields(x, v, depth)
	default:
		return nil, fail("a value of type %s cannot be written in a call", v.Type())
	}
	return x, nil
}

func isBytes(v reflect.Value) bool {
	return v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8
}

// marshalText returns the text of a value that implements a text marshaler.
func marshalText(v reflect.Value) (text string, ok bool, failed *Error) {
	if !v.CanInterface() {
		return "", false, nil
	}
	m, ok := reflect.TypeAssert[encoding.TextMarshaler](v)
	if !ok && v.CanAddr() {
		m, ok = reflect.TypeAssert[encoding.TextMarshaler](v.Addr())
	}
	if !ok {
		return "", false, nil
	}
	b, err := m.MarshalText()
	if err != nil {
		failed = fail("%v", err)
	}
	return string(b), true, failed
}

// formatFloat writes integers without exponent and fraction, so that a tool that
// expects an integer can read them.
func formatFloat(f float64, bits int) string {
	format := byte('f')
	if a := max(f, -f); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'g'
	}
	return strconv.FormatFloat(f, format, -1, bits)
}

// members converts the members of a map.
func (c *converter) members(x *xmlcall.Value, v reflect.Value, depth int) *Error {
	if v.Type().Key().Kind() != reflect.String {
		return fail("a map with keys of type %s cannot be written in a call", v.Type().Key())
	}
	keys := v.MapKeys()
	slices.SortStableFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, key := range keys {
		child, err := c.value(key.String(), v.MapIndex(key), depth+1)
		if err != nil {
			return err.within(key.String())
		}
		x.Children = append(x.Children, child)
	}
	return nil
}
