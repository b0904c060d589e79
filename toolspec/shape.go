package toolspec

import (
	"fmt"
	"slices"

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

func itemsOf(n *node) []*node {
	if n == nil || n.kind != arrayNode {
		return nil
	}
	return n.nodes
}
