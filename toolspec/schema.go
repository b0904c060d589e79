package toolspec

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/tree"
	"github.com/entrhq/forge-lsp/text"
)

// schemaNames are the names that definitions use for the schema of a tool's arguments:
// MCP, Bedrock and Go code, Anthropic, OpenAI and Gemini, and others.
var schemaNames = []string{"inputSchema", "input_schema", "parameters", "parametersJsonSchema", "schema"}

// toolOf returns the tool that an object with a name defines. The schema of one of the runtime's own tools is compiled
// when it is used: compiling all of them takes as long as starting the program.
func (l *loader) toolOf(n *tree.Node) (*Tool, *Error) {
	line, _ := n.At.Position(text.UTF8)
	t := &Tool{
		Name: n.Get("name").Text(), Description: n.Get("description").Text(), Server: n.Get("server").Text(),
		Source: Source{File: l.file, Line: line}, builtin: l.builtin, definition: n,
	}
	if t.Name == "" || t.Name != strings.TrimSpace(t.Name) {
		return nil, errorAt(n.Get("name"), "a tool's name is a string without white space around it")
	}
	if at := n.Find(unusable); at != nil {
		return nil, errorAt(at, "%v is too large to compare; write a smaller number", at.Value)
	}
	schema := schemaOf(n)
	if example := n.Get("example"); example != nil {
		m, ok := example.Plain().(map[string]any)
		if !ok {
			return nil, errorAt(example, "an example is an object with the arguments of a call")
		}
		t.Example = m
	}
	if schema == nil {
		t.Open = true // its arguments are not specified
		return t, nil
	}
	if schema.Kind != tree.Object {
		return nil, errorAt(schema, "a schema is an object")
	}
	left := maxSchemaNodes
	if large := schema.Find(func(*tree.Node) bool { left--; return left < 0 }); large != nil {
		return nil, errorAt(schema, "the schema has more than %s values", thousands.Separate(maxSchemaNodes))
	}
	t.compiled = sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(schema.Plain()) })
	if !l.builtin {
		if _, err := t.compiled(); err != nil {
			at, reason := schemaError(schema, err)
			return nil, errorAt(at, "the schema is not valid: %s", reason)
		}
	}
	s := shaper{root: schema, left: maxSchemaNodes, known: map[shapeKey]Argument{}, targets: map[*tree.Node]*tree.Node{}}
	root := s.argument("", schema, 0)
	t.Arguments, t.Open = root.Members, root.Open
	return t, nil
}

// maxSchemaNodes bounds the number of values in a schema: compiling one takes time
// quadratic in it.
const maxSchemaNodes = 10_000

// schemaOf returns the schema of a definition, or nil.
func schemaOf(n *tree.Node) *tree.Node {
	for _, name := range schemaNames {
		if schema := n.Get(name); schema != nil && (schema.Kind != tree.Scalar || schema.Value != nil) {
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
func unusable(n *tree.Node) bool {
	number, ok := n.Value.(json.Number)
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
