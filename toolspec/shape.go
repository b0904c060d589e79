package toolspec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/plural"
)

// A shaper derives the elements that a tool reads from a schema.
type shaper struct {
	root *node
	left int // the number of schema parts that may still be examined

	// known caches the arguments so far. A schema that refers to itself in several
	// places would otherwise be walked along every path.
	known map[shapeKey]Argument
	// targets caches the targets of references: a pointer may be long, and used often.
	targets map[*node]*node
}

type shapeKey struct {
	schema *node
	name   string
	depth  int
}

// maxShapeDepth bounds how deep arguments are nested; schemas can be
// recursive.
const maxShapeDepth = 12

// spend counts a part of the schema that is examined: as many as it may have values, since
// references lead to some again and again. Beyond that everything is [Any], and objects are open.
func (s *shaper) spend() bool {
	s.left--
	return s.left >= 0
}

// argument returns what a schema describes under the given name.
func (s *shaper) argument(name string, schema *node, depth int) Argument {
	schema = s.resolve(schema)
	key := shapeKey{schema, name, depth}
	a, ok := s.known[key]
	if !ok {
		a = s.shape(name, schema, depth)
		s.known[key] = a
	}
	return a
}

// shape derives an argument from a schema that is not a reference.
func (s *shaper) shape(name string, schema *node, depth int) Argument {
	a := Argument{Name: name, Description: schema.get("description").text(), Kind: Any, schema: schema}
	if schema.kind != objectNode || depth > maxShapeDepth || !s.spend() {
		return a
	}
	for _, keyword := range []string{"minLength", "minItems"} {
		if least := schema.get(keyword); least != nil && fmt.Sprint(least.value) != "0" {
			a.NonEmpty = true
		}
	}
	sum := s.summary(schema, 0)
	a.Kind, a.Nullable = sum.kind, sum.nullable
	for _, value := range append(itemsOf(schema.get("enum")), schema.get("const")) {
		if value != nil && value.kind == scalarNode && value.value != nil {
			a.Enum = append(a.Enum, fmt.Sprint(value.value))
		}
	}
	a.tight = a.isTight()
	switch a.Kind {
	case List:
		s.list(&a, schema, sum.list, depth)
	case Object:
		s.object(&a, schema, &sum, depth)
	}
	return a
}

// list fills in the items of a list, which one of its schemas describes. OpenAPI's "xml" object defines how it is written;
// without it the items are in a wrapper and have the singular of its name.
func (s *shaper) list(a *Argument, schema, of *node, depth int) {
	items, name := s.resolve(of.get("items")), plural.Item(a.Name)
	if named := items.get("xml").get("name").text(); named != "" {
		name = named
	}
	xml := schema.get("xml")
	if xml == nil {
		xml = of.get("xml")
	}
	if wrapped := xml.get("wrapped"); wrapped != nil && wrapped.value == false {
		a.Repeated = true
		name = a.Name
	}
	item := Argument{Name: name, Kind: Any}
	if items != nil {
		item = s.argument(name, items, depth+1)
	}
	if item.Repeated { // items of nested lists would be indistinguishable
		inner := *item.Item
		inner.Name = plural.Item(name)
		item.Repeated, item.Item = false, &inner
	}
	a.Item = &item
}

// object fills in the members of an object.
func (s *shaper) object(a *Argument, schema *node, sum *summary, depth int) {
	for _, m := range sum.members {
		if s.left < 0 {
			break
		}
		of := s.argument(m.name, m.schema, depth+1)
		of.Required = slices.Contains(sum.required, m.name)
		a.Members = append(a.Members, of)
	}
	more := schema.get("additionalProperties")
	switch {
	case schema.get("patternProperties") != nil:
		a.Open = true // only the schema determines which names are allowed
	case more == nil:
		a.Open = len(a.Members) == 0 && depth > 0 && schema.get("properties") == nil
	default:
		a.Open = more.value != false
	}
	a.Open = a.Open || s.left < 0
}

var kinds = map[string]Kind{
	"string": String, "integer": Integer, "number": Number, "boolean": Boolean, "array": List, "object": Object,
}

// A summary is what a schema says together with the schemas that it consists of: a nullable list, for instance, is
// anyOf of a list and null.
type summary struct {
	kind     Kind // Any if it is of none, or of several
	nullable bool
	list     *node // the only schema with items; nil if there is none, blank if there are several
	members  []member
	required []string // names of members, except those of alternatives
}

// A member is one of an object.
type member struct {
	name   string
	schema *node
}

// summary returns the summary of a schema that is inside so many others.
func (s *shaper) summary(schema *node, depth int) (sum summary) {
	known := false
	sum.kind, sum.nullable, known = s.ownKind(schema)
	if properties := schema.get("properties"); properties != nil && properties.kind == objectNode {
		for i, name := range properties.names {
			sum.members = append(sum.members, member{name, properties.nodes[i]})
		}
	}
	for _, name := range itemsOf(schema.get("required")) {
		sum.required = append(sum.required, name.text())
	}
	var found []Kind // of its values and of the schemas that it consists of
	if depth <= maxShapeDepth && s.spend() {
		for _, value := range append(itemsOf(schema.get("enum")), schema.get("const")) {
			switch {
			case value == nil || value.kind != scalarNode:
			case value.value == nil:
				sum.nullable = sum.nullable || !known
			case KindOf(value.value) == Any: // a json.Number
				found = append(found, Number)
			default:
				found = append(found, KindOf(value.value))
			}
		}
		for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
			for _, part := range itemsOf(schema.get(keyword)) {
				part = s.resolve(part)
				of := s.summary(part, depth+1)
				sum.add(&of, keyword == "allOf")
				if part.get("type").text() == "null" {
					sum.nullable = sum.nullable || !known
				} else if of.kind != Any || part.get("type") != nil || keyword != "allOf" { // otherwise it only adds constraints
					found = append(found, of.kind)
				}
			}
		}
	}
	if found = slices.Compact(found); !known && len(found) == 1 {
		sum.kind = found[0]
	}
	if schema.get("items") != nil {
		sum.list = schema
	}
	return sum
}

// add adds what is said by a schema that the schema consists of; must reports whether it is no alternative.
func (sum *summary) add(of *summary, must bool) {
	if sum.list == nil {
		sum.list = of.list
	} else if of.list != nil && of.list != sum.list {
		sum.list = blank
	}
	for _, m := range of.members {
		if !slices.ContainsFunc(sum.members, func(have member) bool { return have.name == m.name }) {
			sum.members = append(sum.members, m)
		}
	}
	if must {
		sum.required = append(sum.required, of.required...)
	}
}

// ownKind returns how a value of a schema is read, and whether it may be null; known is false if the schema itself does
// not say that.
func (s *shaper) ownKind(schema *node) (k Kind, nullable, known bool) {
	var types []string
	switch t := schema.get("type"); {
	case t == nil:
	case t.kind == arrayNode:
		for _, n := range t.nodes {
			if n.text() == "null" {
				nullable = true
			} else {
				types = append(types, n.text())
			}
		}
	default:
		types = []string{t.text()}
	}
	has := func(keyword string) bool { return schema.get(keyword) != nil }
	k = Any
	switch {
	case len(types) == 1:
		if kind, ok := kinds[types[0]]; ok {
			k = kind
		}
	case len(types) > 1: // one of several
	case has("properties"):
		k = Object
	case has("items"):
		k = List
	case has("minLength"), has("maxLength"), has("pattern"), has("format"):
		k = String
	default:
		return Any, nullable, false
	}
	return k, nullable, true
}

// resolve follows the references of a schema inside its document.
func (s *shaper) resolve(schema *node) *node {
	for range maxShapeDepth {
		ref := schema.get("$ref")
		if !strings.HasPrefix(ref.text(), "#") {
			return schema
		}
		target, known := s.targets[ref]
		if !known {
			target = s.root.below(pathOf(ref.text()))
			s.targets[ref] = target
		}
		if target == nil { // it is not in the document
			return schema
		}
		schema = target
	}
	return schema
}

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// pathOf returns the path of a reference in its document, a JSON pointer after "#".
func pathOf(ref string) []string {
	var path []string
	for part := range strings.SplitSeq(ref[1:], "/") {
		if part != "" {
			path = append(path, unescapePointer.Replace(part))
		}
	}
	return path
}
