package toolspec

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// schemaNames are the names that definitions use for the schema of a tool's arguments:
// MCP, Bedrock and Go code, Anthropic, OpenAI and Gemini, and others.
var schemaNames = []string{"inputSchema", "input_schema", "parameters", "parametersJsonSchema", "schema"}

// toolOf returns the tool that a value of a file defines.
func toolOf(n *node, file string) (*Tool, *Error) {
	t := &Tool{
		Name: n.get("name").text(), Description: n.get("description").text(), Server: n.get("server").text(),
		Source: Source{File: file, Line: n.line}, definition: n,
	}
	switch {
	case n.kind != objectNode:
		return nil, n.errorf("a tool is an object with a name")
	case n.get("name") == nil:
		return nil, n.errorf(`the tool has no name: give it a "name"`)
	case t.Name == "" || t.Name != strings.TrimSpace(t.Name):
		return nil, n.get("name").errorf("a tool's name is a string without white space around it")
	}
	if at := n.find(unusable); at != nil {
		return nil, at.errorf("%v is too large to compare; write a smaller number", at.value)
	}
	schema := schemaOf(n)
	if example := n.get("example"); example != nil {
		m, ok := example.plain().(map[string]any)
		if !ok {
			return nil, example.errorf("an example is an object with the arguments of a call")
		}
		t.Example = m
	}
	if schema == nil {
		t.Open = true // its arguments are not specified
		return t, nil
	}
	if schema.kind != objectNode {
		return nil, schema.errorf("a schema is an object")
	}
	left := maxSchemaNodes
	if large := schema.find(func(*node) bool { left--; return left < 0 }); large != nil {
		return nil, schema.errorf("the schema has more than %s values", thousands.Separate(maxSchemaNodes))
	}
	checked, err := compile(schema.plain())
	if err != nil {
		at, reason := schemaError(schema, err)
		return nil, at.errorf("the schema is not valid: %s", reason)
	}
	t.checked = checked
	s := shaper{root: schema, left: maxSchemaNodes, known: map[shapeKey]Argument{}, targets: map[*node]*node{}}
	root := s.argument("", schema, 0)
	t.Arguments, t.Open = root.Members, root.Open
	return t, nil
}

// maxSchemaNodes bounds the number of values in a schema: compiling one takes time
// quadratic in it.
const maxSchemaNodes = 10_000

// schemaOf returns the schema of a definition, or nil.
func schemaOf(n *node) *node {
	for _, name := range schemaNames {
		if schema := n.get(name); schema != nil && (schema.kind != scalarNode || schema.value != nil) {
			return jsonSchema(schema)
		}
	}
	return nil
}

// maxExponent bounds a number's exponent of ten. A schema's numbers are compared as
// exact fractions, whose size grows with the exponent.
const maxExponent = 400

// unusable reports whether a node is a number against which no value can be checked in
// reasonable time, or not a number at all (YAML has .nan).
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

func compile(schema any) (*jsonschema.Schema, error) {
	p := &patterns{left: maxPatterns}
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

const schemaURL = "tool:///schema" // in the form used by references to it
