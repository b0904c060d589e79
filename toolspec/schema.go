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
		return nil, fail(at, pointer, "%v is too large to compare; write a smaller number", at.value)
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
		t.Open = true // its arguments are not specified
		return t, nil
	}
	if schema.kind != objectNode {
		return nil, fail(schema, schemaName, "a schema is an object")
	}
	left := maxSchemaNodes
	if large, _ := schema.find(func(*node) bool { left--; return left < 0 }); large != nil {
		return nil, fail(schema, schemaName, "the schema has more than %s values", thousands.Separate(maxSchemaNodes))
	}
	checked, err := compile(schema.plain())
	if err != nil {
		at, pointer, reason := schemaError(schema, err)
		return nil, fail(at, schemaName+pointer, "the schema is not valid: %s", reason)
	}
	t.checked = checked
	s := shaper{root: schema, left: maxShapeParts}
	root := s.argument("", schema, 0)
	t.Arguments, t.Open, t.further = root.Members, root.Open, s.further
	return t, nil
}

// maxSchemaNodes bounds the number of values in a schema: compiling one takes time
// quadratic in it.
const maxSchemaNodes = 10_000

// schemaOf returns the schema of a definition and its pointer, or nil.
func schemaOf(n *node) (schema *node, pointer string) {
	for _, name := range schemaNames {
		if schema := n.get(name); schema != nil && (schema.kind != scalarNode || schema.value != nil) {
			return jsonSchema(schema, "/"+name)
		}
	}
	return nil, ""
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
	p := &patterns{known: map[string]jsonschema.Regexp{}, left: maxPatterns}
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
