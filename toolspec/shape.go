package toolspec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/internal/tree"
)

// A shaper derives the elements that a tool reads from a schema.
type shaper struct {
	root *tree.Node
	left int // the number of schema parts that may still be examined

	// known caches the arguments so far. A schema that refers to itself in several
	// places would otherwise be walked along every path.
	known map[shapeKey]Argument
	// targets caches the targets of references: a pointer may be long, and used often.
	targets map[*tree.Node]*tree.Node
}

type shapeKey struct {
	schema *tree.Node
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
func (s *shaper) argument(name string, schema *tree.Node, depth int) Argument {
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
func (s *shaper) shape(name string, schema *tree.Node, depth int) Argument {
	a := Argument{Name: name, Description: schema.Get("description").Text(), Kind: Any, schema: schema}
	if schema.Kind != tree.Object || depth > maxShapeDepth || !s.spend() {
		return a
	}
	for _, keyword := range []string{"minLength", "minItems"} {
		if least := schema.Get(keyword); least != nil && fmt.Sprint(least.Value) != "0" {
			a.NonEmpty = true
		}
	}
	sum := s.summary(schema, 0)
	a.Kind, a.Nullable = sum.kind, sum.nullable
	for _, value := range append(schema.Get("enum").Items(), schema.Get("const")) {
		if value != nil && value.Kind == tree.Scalar && value.Value != nil {
			a.Enum = append(a.Enum, fmt.Sprint(value.Value))
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
func (s *shaper) list(a *Argument, schema, of *tree.Node, depth int) {
	items, name := s.resolve(of.Get("items")), plural.Item(a.Name)
	if named := items.Get("xml").Get("name").Text(); named != "" {
		name = named
	}
	xml := schema.Get("xml")
	if xml == nil {
		xml = of.Get("xml")
	}
	if wrapped := xml.Get("wrapped"); wrapped != nil && wrapped.Value == false {
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
func (s *shaper) object(a *Argument, schema *tree.Node, sum *summary, depth int) {
	for _, m := range sum.members {
		if s.left < 0 {
			break
		}
		of := s.argument(m.Name, m, depth+1)
		of.Required = slices.Contains(sum.required, m.Name)
		a.Members = append(a.Members, of)
	}
	more := schema.Get("additionalProperties")
	switch {
	case schema.Get("patternProperties") != nil:
		a.Open = true // only the schema determines which names are allowed
	case more == nil:
		a.Open = len(a.Members) == 0 && depth > 0 && schema.Get("properties") == nil
	default:
		a.Open = more.Value != false
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
	list     *tree.Node // the only schema with items; nil if there is none, blank if there are several
	members  []*tree.Node
	required []string // names of members, except those of alternatives
}

// summary returns the summary of a schema that is inside so many others.
func (s *shaper) summary(schema *tree.Node, depth int) (sum summary) {
	known := false
	sum.kind, sum.nullable, known = s.ownKind(schema)
	if properties := schema.Get("properties"); properties != nil && properties.Kind == tree.Object {
		sum.members = slices.Clone(properties.Nodes)
	}
	for _, name := range schema.Get("required").Items() {
		sum.required = append(sum.required, name.Text())
	}
	var found []Kind // of its values and of the schemas that it consists of
	if depth <= maxShapeDepth && s.spend() {
		for _, value := range append(schema.Get("enum").Items(), schema.Get("const")) {
			switch {
			case value == nil || value.Kind != tree.Scalar:
			case value.Value == nil:
				sum.nullable = sum.nullable || !known
			case KindOf(value.Value) == Any: // a json.Number
				found = append(found, Number)
			default:
				found = append(found, KindOf(value.Value))
			}
		}
		for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
			for _, part := range schema.Get(keyword).Items() {
				part = s.resolve(part)
				of := s.summary(part, depth+1)
				sum.add(&of, keyword == "allOf")
				if part.Get("type").Text() == "null" {
					sum.nullable = sum.nullable || !known
				} else if of.kind != Any || part.Get("type") != nil || keyword != "allOf" { // otherwise it only adds constraints
					found = append(found, of.kind)
				}
			}
		}
	}
	if found = slices.Compact(found); !known && len(found) == 1 {
		sum.kind = found[0]
	}
	if schema.Get("items") != nil {
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
		if !slices.ContainsFunc(sum.members, func(have *tree.Node) bool { return have.Name == m.Name }) {
			sum.members = append(sum.members, m)
		}
	}
	if must {
		sum.required = append(sum.required, of.required...)
	}
}

// ownKind returns how a value of a schema is read, and whether it may be null; known is false if the schema itself does
// not say that.
func (s *shaper) ownKind(schema *tree.Node) (k Kind, nullable, known bool) {
	var types []string
	switch t := schema.Get("type"); {
	case t == nil:
	case t.Kind == tree.Array:
		for _, n := range t.Nodes {
			if n.Text() == "null" {
				nullable = true
			} else {
				types = append(types, n.Text())
			}
		}
	default:
		types = []string{t.Text()}
	}
	has := func(keyword string) bool { return schema.Get(keyword) != nil }
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
func (s *shaper) resolve(schema *tree.Node) *tree.Node {
	for range maxShapeDepth {
		ref := schema.Get("$ref")
		if !strings.HasPrefix(ref.Text(), "#") {
			return schema
		}
		target, known := s.targets[ref]
		if !known {
			target = s.root.Below(pathOf(ref.Text()))
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
