package toolspec

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/plural"
)

// A sampler generates random tools, each with valid arguments.
type sampler struct{ *rand.Rand }

func newSampler(seed uint64) sampler { return sampler{rand.New(rand.NewPCG(seed, 1))} }

func (s sampler) chance(n int) bool { return s.IntN(n) == 0 }

func pick[T any](s sampler, from []T) T { return from[s.IntN(len(from))] }

// sampleNames conflict with each other: plurals beside singulars, names of the
// envelope, names that are not plurals.
var sampleNames = []string{
	"path", "paths", "tag", "tags", "entry", "entries", "data", "item", "items", "tool", "thinking", "tool_name", "arguments",
	"argument", "server_name", "name", "value", "values", "status", "id", "url", "a", "b", "c", "d-e", "f.g", "_h", "maxResults", "élan",
}

// names returns n different names.
func (s sampler) names(n int) []string {
	var list []string
	for _, i := range s.Perm(len(sampleNames))[:n] {
		list = append(list, sampleNames[i])
	}
	return list
}

// sampleTexts are the parts of strings: text that is special for XML, the runtime and
// inference.
var sampleTexts = []string{
	"a", "Z", "7", "-1", "1e3", "true", "null", " ", "\n", "\t", "\r", "&", "<", ">", "&amp;", "]]>", "<![CDATA[", "</tool>", "<tool>",
	"<thinking>", "</thinking>", "<!--", "-->", "<?x", "\"", "'", "é", "日本", "\u00a0", "\U0001F600", "<b>x</b>", "==", "word", ", ", "[1]", "{}",
}

func (s sampler) text(least int) string {
	var b strings.Builder
	for range least + s.IntN(4) {
		b.WriteString(pick(s, sampleTexts))
	}
	return b.String()
}

// tool returns a tool and valid arguments for it.
func (s sampler) tool(t testing.TB) (*Tool, map[string]any) {
	schema, value := s.object(0, true)
	m := value.(map[string]any)
	definition, err := json.Marshal(object{"name": "sample", "input_schema": schema})
	if err != nil {
		t.Fatal(err)
	}
	return toolFrom(t, string(definition)), m
}

// An object is one of a schema.
type object map[string]any

// schema returns a schema and a value for it. name is the name of the value's element.
func (s sampler) schema(name string, depth int) (object, any) {
	kind := s.IntN(9)
	if depth > 2 {
		kind = s.IntN(5)
	}
	switch kind {
	case 0, 1:
		return s.str(name)
	case 2:
		return s.integer()
	case 3:
		return s.number()
	case 4:
		b := s.chance(2)
		if s.chance(4) {
			return object{"type": "boolean", "const": b}, b
		}
		return object{"type": "boolean"}, b
	case 5, 6:
		return s.list(name, depth)
	case 7:
		schema, value := s.schema(name, depth+1)
		return s.wrapped(schema), value
	}
	return s.object(depth, false)
}

// wrapped returns an equivalent schema in another form.
func (s sampler) wrapped(schema object) object {
	if schema["xml"] != nil {
		return schema // a keyword that applies only at the schema itself
	}
	switch s.IntN(3) {
	case 0:
		return object{"anyOf": []any{schema, object{"type": "null"}}}
	case 1:
		return object{"allOf": []any{schema, object{"description": "the same"}}}
	}
	return object{"oneOf": []any{schema}}
}

func (s sampler) str(name string) (object, any) {
	schema := object{"type": "string"}
	switch s.IntN(6) {
	case 0:
		list := []any{"left & right", "a<b", "up"}
		schema["enum"] = list
		return schema, pick(s, list)
	case 1:
		schema["pattern"] = "^[a-c]{2,4}-[0-9]+$"
		return schema, pick(s, []string{"ab-1", "abca-42", "cc-007"})
	case 2:
		schema["format"] = "date"
		return schema, pick(s, []string{"2024-02-29", "1999-12-31"})
	}
	least := s.IntN(3)
	text := s.text(least)
	if (&Argument{Name: name}).isTight() {
		text = strings.TrimSpace(text)
	}
	if text == "" && least > 0 {
		text = "x"
	}
	if least > 0 {
		schema["minLength"] = 1
	}
	return schema, text
}

func (s sampler) integer() (object, any) {
	schema := object{"type": "integer"}
	n := pick(s, []int64{0, 1, -1, 7, 42, 1 << 40, -1 << 53, 1<<63 - 1, -1 << 63})
	switch s.IntN(4) {
	case 0:
		schema["minimum"] = n
	case 1:
		schema["maximum"] = n
	case 2:
		schema["enum"] = []any{n}
	}
	return schema, n
}

func (s sampler) number() (object, any) {
	f := pick(s, []float64{0, 0.5, -1.25, 3, 1e21, 1e-7, 123456.789, -1e300})
	schema := object{"type": "number"}
	if s.chance(3) {
		schema["minimum"] = f
	}
	return schema, f
}

// list returns a list with items of one kind, and one value of it.
func (s sampler) list(name string, depth int) (object, any) {
	schema := object{"type": "array"}
	repeated := name != "" && depth < 3 && s.chance(4)
	item := plural.Item(name)
	if repeated {
		item = name
	}
	items, first := s.schema(item, depth+1)
	list := []any{first}
	if items["type"] == "string" && items["enum"] == nil && items["pattern"] == nil && items["format"] == nil {
		for range s.IntN(3) {
			_, more := s.str(item)
			text := more.(string)
			if items["minLength"] != nil && text == "" {
				text = "y"
			}
			list = append(list, text)
		}
	} else if s.chance(2) {
		list = append(list, first)
	}
	if !repeated && s.chance(8) {
		list = []any{}
	} else if s.chance(2) {
		schema["minItems"] = 1
	}
	schema["items"] = items
	if repeated {
		schema["xml"] = object{"wrapped": false}
	} else if s.chance(4) && items["xml"] == nil {
		items["xml"] = object{"name": item + "_x"}
	}
	return schema, list
}

// object returns an object schema and a value that has the required members and some of
// the rest.
func (s sampler) object(depth int, root bool) (object, any) {
	properties, required := object{}, []any{}
	m := map[string]any{}
	for _, name := range s.names(1 + s.IntN(4)) {
		schema, value := s.schema(name, depth+1)
		properties[name] = schema
		switch s.IntN(3) {
		case 0:
			required = append(required, name)
			m[name] = value
		case 1:
			m[name] = value
		}
	}
	schema := object{"type": "object", "properties": properties, "required": required}
	if s.chance(3) {
		schema["additionalProperties"] = false
	}
	if s.chance(6) && !root {
		schema["minProperties"] = len(m)
	}
	return schema, m
}
