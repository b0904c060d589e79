package toolspec

import (
	"cmp"
	"encoding"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/entrhq/forge-lsp/internal/tree"
)

// FromStruct returns the tool that reads its arguments with encoding/xml into a struct. Names are those of
// the xml tags; no argument is required. example are the arguments of a call, nil for none. [Check] reports
// the fields with a json tag and without an xml tag, which a call does not fill, and an example that does not
// fit. The error is that of a type or an example that is none of a tool.
func FromStruct(arguments reflect.Type, name, description string, example map[string]any) (*Tool, error) {
	if arguments != nil && arguments.Kind() == reflect.Pointer {
		arguments = arguments.Elem()
	}
	if arguments == nil || arguments.Kind() != reflect.Struct {
		return nil, fmt.Errorf("the arguments of %s are not a struct", name)
	}
	r := &structReader{}
	definition := blank.Object("name", blank.Scalar(name), "description", blank.Scalar(description), "schema", r.schema(arguments, nil))
	if example != nil {
		data, err := json.Marshal(example)
		if err != nil {
			return nil, fmt.Errorf("the example of %s: %w", name, err)
		}
		values, wrong, ok := tree.JSON(data)
		if !ok {
			return nil, errorOf(wrong[0])
		}
		definition.Set("example", values[0])
	}
	t, failed := (&loader{}).toolOf(definition)
	if failed != nil {
		return nil, failed
	}
	t.doubts = r.doubts
	return t, nil
}

type structReader struct{ doubts []*Error }

// schema returns the schema of an element that is read into a type. inside are the structs around it; what is
// not known may be anything.
func (r *structReader) schema(t reflect.Type, inside []reflect.Type) *tree.Node {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	typed := func(kind string) *tree.Node { return blank.Object("type", blank.Scalar(kind)) }
	pointer := reflect.PointerTo(t)
	switch k := t.Kind(); {
	case t == reflect.TypeFor[time.Time]():
		return typed("string")
	case len(inside) > maxShapeDepth || slices.Contains(inside, t) ||
		pointer.Implements(reflect.TypeFor[xml.Unmarshaler]()) || pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
	case k == reflect.String, (k == reflect.Slice || k == reflect.Array) && t.Elem().Kind() == reflect.Uint8:
		return typed("string")
	case k == reflect.Bool:
		return typed("boolean")
	case k >= reflect.Int && k <= reflect.Uintptr:
		return typed("integer")
	case k == reflect.Float32, k == reflect.Float64:
		return typed("number")
	case k == reflect.Slice:
		list := typed("array")
		list.Set("items", r.schema(t.Elem(), inside))
		return list
	case k == reflect.Struct:
		o, properties := typed("object"), blank.Object()
		text, open := r.fields(properties, t, append(slices.Clip(inside), t))
		if text && !open && len(properties.Nodes) == 0 {
			return typed("string") // an element with attributes and a text
		}
		if o.Set("properties", properties); open {
			o.Set("additionalProperties", blank.Scalar(true))
		}
		return o
	}
	return blank.Object()
}

// fields adds the elements of the fields of a struct. It reports whether the struct also has the element's
// text, and whether it accepts any other element.
func (r *structReader) fields(into *tree.Node, t reflect.Type, inside []reflect.Type) (text, open bool) {
	for f := range t.Fields() {
		tag, tagged := f.Tag.Lookup("xml")
		name, options, _ := strings.Cut(tag, ",")
		name = name[strings.LastIndexByte(name, ' ')+1:] // after a namespace
		has := func(option string) bool { return slices.Contains(strings.Split(options, ","), option) }
		if written, _, _ := strings.Cut(f.Tag.Get("json"), ","); !tagged && f.IsExported() && !f.Anonymous && written != "" && written != "-" && written != f.Name {
			r.doubts = append(r.doubts, &Error{Reason: fmt.Sprintf("a call gives <%s>, but without an xml tag %[2]s reads <%[2]s>; add xml:%s", written, f.Name, strconv.Quote(written))})
		}
		embedded := f.Type
		if f.Anonymous && embedded.Kind() == reflect.Pointer {
			embedded = embedded.Elem()
		}
		switch {
		case tag == "-", has("attr"), has("comment"), f.Name == "XMLName", !f.IsExported() && !f.Anonymous:
		case has("chardata"), has("cdata"):
			text = true
		case has("any"), has("innerxml"), f.Anonymous && name == "" && (embedded.Kind() != reflect.Struct || slices.Contains(inside, embedded)):
			open = true
		case f.Anonymous && name == "":
			t, o := r.fields(into, embedded, append(slices.Clip(inside), embedded))
			text, open = text || t, open || o
		default:
			put(into, strings.Split(cmp.Or(name, f.Name), ">"), r.schema(f.Type, inside))
		}
	}
	return text, open
}

// put adds the element at a path such as edits>edit.
func put(into *tree.Node, path []string, value *tree.Node) {
	last := len(path) - 1
	switch isList := value.Get("type").Text() == "array"; {
	case slices.Contains(path, ""):
		return // encoding/xml refuses the whole struct
	case isList && last == 0:
		value.Set("xml", blank.Object("wrapped", blank.Scalar(false)))
	case isList:
		value.Get("items").Set("xml", blank.Object("name", blank.Scalar(path[last])))
		last--
	}
	for _, name := range path[:last] {
		around := into.Get(name)
		if around.Get("properties") == nil {
			around = blank.Object("type", blank.Scalar("object"), "properties", blank.Object())
			into.Set(name, around)
		}
		into = around.Get("properties")
	}
	into.Set(path[last], value)
}
