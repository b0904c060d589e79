package toolspec

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/xmlcall/plural"
)

// schemaNames are what definitions call the schema of a tool's arguments: MCP
// and Go code, Anthropic, OpenAI, and others.
var schemaNames = []string{"inputSchema", "input_schema", "parameters", "schema"}

// toolOf returns the tool that a definition describes.
func toolOf(n *node, source Source) (*Tool, *Error) {
	source.Line = n.line
	fail := func(at *node, pointer, format string, args ...any) *Error {
		return &Error{
			File: source.File, Line: at.line, Column: at.column,
			Pointer: source.Pointer + pointer, Reason: fmt.Sprintf(format, args...),
		}
	}
	t := &Tool{
		Name: n.get("name").text(), Description: n.get("description").text(), Server: n.get("server").text(),
		Source: source, definition: n,
	}
	switch {
	case n.kind != objectNode:
		return nil, fail(n, "", "a tool is an object with a name")
	case n.get("name") == nil:
		return nil, fail(n, "", `the tool has no name: give it a "name"`)
	case t.Name == "" || t.Name != strings.TrimSpace(t.Name):
		return nil, fail(n.get("name"), "/name", "a tool's name is a string without white space around it")
	}
	if at, pointer := n.find(unusable); at != nil {
		return nil, fail(at, pointer, "%v is no number that can be compared: write a smaller one", at.value)
	}
	schema, schemaName := schemaOf(n)
	if example := n.get("example"); example != nil {
		m, ok := example.plain().(map[string]any)
		if !ok {
			return nil, fail(example, "/example", "an example is an object with the arguments of a call")
		}
		t.Example = m
	}
	if schema == nil {
		t.Open = true // nothing is said of its arguments
		return t, nil
	}
	if schema.kind != objectNode {
		return nil, fail(schema, schemaName, "a schema is an object")
	}
	left := maxSchemaNodes
	if large, _ := schema.find(func(*node) bool { left--; return left < 0 }); large != nil {
		return nil, fail(schema, schemaName, "the schema has more than %d values", maxSchemaNodes)
	}
	checked, err := compile(schema.plain())
	if large, ok := errors.AsType[tooLarge](err); ok {
		return nil, fail(either(schema.at(large.pointer), schema), schemaName+large.pointer, "%s", large.Error())
	}
	if err != nil {
		at, pointer, reason := schemaError(schema, err)
		return nil, fail(at, schemaName+pointer, "the schema is not valid: %s", reason)
	}
	t.schema, t.checked = schema.plain(), checked
	s := shaper{root: schema, left: maxShapeParts}
	root := s.argument("", schema, 0)
	t.Arguments, t.Open, t.further = root.Members, root.Open, s.further
	return t, nil
}

// maxSchemaNodes bounds the values of a schema: compiling one takes a time that
// grows with the square of them.
const maxSchemaNodes = 10_000

// schemaOf returns the schema of a definition and its pointer, nil if there is
// none.
func schemaOf(n *node) (schema *node, pointer string) {
	for _, name := range schemaNames {
		if schema := n.get(name); schema != nil && (schema.kind != scalarNode || schema.value != nil) {
			return schema, "/" + name
		}
	}
	return nil, ""
}

// maxExponent bounds a number's exponent of ten. A schema's numbers are
// compared as exact fractions, whose size grows with it.
const maxExponent = 400

// unusable reports whether a node is a number that no value can be held
// against in reasonable time, or none at all (YAML has .nan).
func unusable(n *node) bool {
	number, ok := n.value.(json.Number)
	if !ok {
		return false
	}
	f, err := number.Float64()
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) || len(number) > maxExponent {
		return true
	}
	_, exponent, _ := strings.Cut(strings.ToLower(number.String()), "e")
	e, err := strconv.Atoi(cmp.Or(exponent, "0"))
	return err != nil || e < -maxExponent
}

// noLoader refuses every reference to another document: a schema is data and
// fetches nothing.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("it refers to %s; only references inside the schema are followed", url)
}

// compile compiles a schema. A tool is of more use without its patterns than not
// known at all, so where Go cannot compile one of them the schema is compiled again
// without such; [Check] says so.
func compile(schema any) (*compiled, error) {
	s, err := compileWith(schema, &patterns{})
	if err != nil {
		s, err = compileWith(schema, &patterns{lenient: true})
	}
	if err != nil {
		return nil, err
	}
	return measure(s)
}

func compileWith(schema any, p *patterns) (*jsonschema.Schema, error) {
	p.known, p.left = map[string]jsonschema.Regexp{}, maxPatterns
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(p.compile)
	c.AssertFormat()
	if err := c.AddResource(schemaURL, schema); err != nil {
		return nil, err
	}
	compiled, err := c.Compile(schemaURL)
	p.sealed = true
	return compiled, err
}

const schemaURL = "tool:///schema" // in the form that references to it take

// A shaper derives from a schema what elements a tool reads.
type shaper struct {
	root    *node
	further bool // the schema says something that an Argument does not
	left    int  // how many parts of the schema may still be looked at

	// known are the arguments so far. A schema that refers to itself in several
	// places would otherwise be walked on every way through it.
	known map[shapeKey]Argument
	// targets are what references lead to: a pointer may be long, and referred to often.
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

// maxShapeParts bounds how many parts of a schema are looked at. Past it
// everything is [Any], and objects are open.
const maxShapeParts = 10_000

// spend reports whether another part may be looked at.
func (s *shaper) spend() bool {
	s.left--
	return s.left >= 0
}

// said are the keywords that an Argument says all of.
var said = []string{
	"$schema", "$id", "$defs", "definitions", "title", "description", "default", "examples", "example", "xml",
	"type", "properties", "required", "items", "additionalProperties", "$ref", "$comment", "deprecated",
}

// argument returns what a schema describes under the given name.
func (s *shaper) argument(name string, schema *node, depth int) Argument {
	schema = s.resolve(schema)
	key := shapeKey{schema, name, depth}
	a, ok := s.known[key]
	if !ok {
		a = s.shape(name, schema, depth)
		if s.known == nil {
			s.known = map[shapeKey]Argument{}
		}
		s.known[key] = a
	}
	return a
}

// shape derives an argument from a schema that is no reference.
func (s *shaper) shape(name string, schema *node, depth int) Argument {
	a := Argument{Name: name, Description: schema.get("description").text(), Kind: Any, schema: schema}
	if schema.kind != objectNode || depth > maxShapeDepth || !s.spend() {
		return a
	}
	for i, keyword := range schema.names {
		switch value := schema.nodes[i]; {
		case keyword == "minLength" && fmt.Sprint(value.value) == "1", keyword == "minItems" && fmt.Sprint(value.value) == "1":
			a.NonEmpty = true
		case !slices.Contains(said, keyword):
			s.further = true
			if (keyword == "minLength" || keyword == "minItems") && fmt.Sprint(value.value) != "0" {
				a.NonEmpty = true
			}
		}
	}
	a.Kind, a.Nullable = s.kind(schema, 0)
	for _, value := range append(itemsOf(schema.get("enum")), schema.get("const")) {
		if value != nil && value.kind == scalarNode && value.value != nil {
			a.Enum = append(a.Enum, fmt.Sprint(value.value))
		}
	}
	a.tight = a.isTight()
	switch a.Kind {
	case List:
		s.list(&a, schema, depth)
	case Object:
		s.object(&a, schema, depth)
	}
	return a
}

// list fills in what a list holds. OpenAPI's "xml" object says how it is
// written; without it the items stand in a wrapper and have the singular of its
// name.
func (s *shaper) list(a *Argument, schema *node, depth int) {
	of := s.saying(schema, "items", map[*node]bool{})
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
	if item.Repeated { // nothing would tell one list in a list from the next
		inner := *item.Item
		inner.Name = plural.Item(name)
		item.Repeated, item.Item = false, &inner
	}
	a.Item = &item
}

// saying returns the schema that has a keyword: the given one, or the only one
// of those that it is made of, nil if there is none or several. That is how a
// list that may be null is described: anyOf of a list and null.
func (s *shaper) saying(schema *node, keyword string, seen map[*node]bool) *node {
	if schema.get(keyword) != nil {
		return schema
	}
	seen[schema] = true
	var found *node
	for _, of := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range itemsOf(schema.get(of)) {
			part = s.resolve(part)
			if seen[part] {
				continue
			}
			if more := s.saying(part, keyword, seen); more != nil && found != nil {
				return nil
			} else if more != nil {
				found = more
			}
		}
	}
	return found
}

// object fills in the members of an object, those of the schemas that it is
// made of included.
func (s *shaper) object(a *Argument, schema *node, depth int) {
	s.members(a, schema, depth, true)
	more := schema.get("additionalProperties")
	switch {
	case schema.get("patternProperties") != nil:
		a.Open = true // which names it takes only the schema can say
	case more == nil:
		a.Open = len(a.Members) == 0 && depth > 0 && schema.get("properties") == nil
	default:
		a.Open = more.value != false
		if more.kind == objectNode && len(more.names) > 0 {
			s.further = true
		}
	}
	a.Open = a.Open || s.left < 0
}

func (s *shaper) members(a *Argument, schema *node, depth int, must bool) {
	if !s.spend() {
		return
	}
	properties := schema.get("properties")
	if properties != nil && properties.kind == objectNode {
		for i, name := range properties.names {
			if s.left < 0 {
				break
			}
			if find(a.Members, name) == nil {
				a.Members = append(a.Members, s.argument(name, properties.nodes[i], depth+1))
			}
		}
	}
	if must && s.left >= 0 {
		for _, name := range itemsOf(schema.get("required")) {
			if member := find(a.Members, name.text()); member != nil {
				member.Required = true
			}
		}
	}
	if depth > maxShapeDepth {
		return
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range itemsOf(schema.get(keyword)) {
			s.members(a, s.resolve(part), depth+1, must && keyword == "allOf")
		}
	}
}

// itemsOf returns the items of an array, nil for anything else.
func itemsOf(n *node) []*node {
	if n == nil || n.kind != arrayNode {
		return nil
	}
	return n.nodes
}

var kinds = map[string]Kind{
	"string": String, "integer": Integer, "number": Number, "boolean": Boolean, "array": List, "object": Object,
}

// kind returns how a value of a schema is read, and whether it may be null.
func (s *shaper) kind(schema *node, depth int) (k Kind, nullable bool) {
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
	if len(types) == 1 {
		if k, ok := kinds[types[0]]; ok {
			return k, nullable
		}
		return Any, nullable
	}
	if len(types) > 1 {
		s.further = true
		return Any, nullable
	}
	switch {
	case schema.get("properties") != nil:
		return Object, nullable
	case schema.get("items") != nil:
		return List, nullable
	case schema.get("minLength") != nil, schema.get("maxLength") != nil, schema.get("pattern") != nil, schema.get("format") != nil:
		return String, nullable
	}
	if !s.spend() || depth > maxShapeDepth {
		return Any, nullable
	}
	return s.kindOfParts(schema, nullable, depth)
}

// kindOfParts returns the kind of a schema that is made of others, or lists
// its values, if all are of one kind.
func (s *shaper) kindOfParts(schema *node, nullable bool, depth int) (Kind, bool) {
	found, count := Any, 0
	add := func(k Kind) {
		if count++; count == 1 || found == k {
			found = k
		} else {
			found = Any
		}
	}
	for _, value := range append(itemsOf(schema.get("enum")), schema.get("const")) {
		if value == nil {
			continue
		}
		switch value.value.(type) {
		case string:
			add(String)
		case bool:
			add(Boolean)
		case nil:
			nullable = nullable || value.kind == scalarNode
		default:
			add(Number)
		}
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range itemsOf(schema.get(keyword)) {
			part = s.resolve(part)
			if part.get("type").text() == "null" {
				nullable = true
				continue
			}
			k, _ := s.kind(part, depth+1)
			if k == Any && part.get("type") == nil && keyword == "allOf" {
				continue // it only says more of what another part is
			}
			add(k)
		}
	}
	return found, nullable
}

// resolve follows the references of a schema inside its document.
func (s *shaper) resolve(schema *node) *node {
	for range maxShapeDepth {
		target := s.target(schema.get("$ref"))
		if target == nil {
			return schema
		}
		schema = target
	}
	return schema
}

// target returns what a reference leads to, nil if that is nothing in the document.
func (s *shaper) target(ref *node) *node {
	to := ref.text()
	if !strings.HasPrefix(to, "#") {
		return nil
	}
	target, ok := s.targets[ref]
	if !ok {
		if s.targets == nil {
			s.targets = map[*node]*node{}
		}
		target = s.root.at(to[1:])
		s.targets[ref] = target
	}
	return target
}

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// at returns the node under a JSON pointer, nil if there is none.
func (n *node) at(pointer string) *node {
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if part == "" {
			continue
		}
		part = unescapePointer.Replace(part)
		if n.kind == arrayNode {
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(n.nodes) {
				return nil
			}
			n = n.nodes[i]
			continue
		}
		if n = n.get(part); n == nil {
			return nil
		}
	}
	return n
}
