package config

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	generator "github.com/google/jsonschema-go/jsonschema"
	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// generate returns the JSON Schema of a configuration file.
func generate(t *testing.T) []byte {
	t.Helper()
	enum := func(words ...any) *generator.Schema { return &generator.Schema{Type: "string", Enum: words} }
	var levels, kinds []any
	for _, level := range diagnostics.Levels() {
		levels = append(levels, string(level))
	}
	for _, k := range Kinds() {
		kinds = append(kinds, string(k))
	}
	rules := &generator.Schema{Type: "object", Properties: map[string]*generator.Schema{}, AdditionalProperties: &generator.Schema{Not: &generator.Schema{}}}
	for _, r := range diagnostics.Rules() {
		rules.Properties[r.Code] = &generator.Schema{Ref: "#/$defs/Level", Description: r.Summary}
	}
	path := &generator.Schema{Type: "string", MinLength: new(1)}
	s, err := generator.For[File](&generator.ForOptions{TypeSchemas: map[reflect.Type]*generator.Schema{
		reflect.TypeFor[diagnostics.Profile]():          enum(string(diagnostics.Forge), string(diagnostics.Strict)),
		reflect.TypeFor[ReadAs]():                       enum(kinds...),
		reflect.TypeFor[[]string]():                     {Type: "array", Items: path, MinItems: new(1)}, // globs
		reflect.TypeFor[Tools]():                        {OneOf: []*generator.Schema{{Const: new(any(None))}, {Type: "array", Items: path}}},
		reflect.TypeFor[map[string]diagnostics.Level](): {Ref: "#/$defs/Rules"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	s.Schema, s.ID = "https://json-schema.org/draft/2020-12/schema", "https://github.com/entrhq/forge-lsp/blob/main/docs/forge-lsp.schema.json"
	s.Title, s.Description = Name, "The configuration of forge-lsp, see docs/configuration.md"
	s.Defs = map[string]*generator.Schema{"Level": enum(levels...), "Rules": rules}
	s.Properties["version"].Enum = []any{1}
	s.Properties["max-size"].Minimum = new(1.0)
	s.Properties["files"].Items.Properties["glob"].MinLength = new(1)
	notNull(s)
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(text))
	return []byte(plain + "\n")
}

// notNull removes null from the types of a schema: TOML has none.
func notNull(s *generator.Schema) {
	if types := slices.DeleteFunc(s.Types, func(name string) bool { return name == "null" }); len(types) == 1 {
		s.Type = types[0]
	}
	s.Types = nil
	for _, of := range s.Properties {
		notNull(of)
	}
	if s.Items != nil {
		notNull(s.Items)
	}
}

// TestSchema checks docs/forge-lsp.schema.json against the types and the rules.
func TestSchema(t *testing.T) {
	golden.File(t, filepath.Join("..", "..", "docs", "forge-lsp.schema.json"), generate(t))
}

// TestSchemaAgrees checks that the schema and the reader agree.
func TestSchemaAgrees(t *testing.T) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(generate(t)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"", "version = 1", "version = 2", "version = 0", "version = '1'", "profile = 'strict'", "profile = 'x'", "tools = 'none'", "tools = 'x'", "tools = []", "tools = ['a']", "tools = ['']", "tools = [1]",
		"rules.empty-call = 'off'", "rules.empty-call = 'default'", "rules.empty-call = 1", "rules.x = 'off'", "rules = []", "x = 1",
		"[[files]]\nglob = 'a'\nkind = 'ignore'\ntools = 'none'\nrules.empty-call = 'hint'",
		"[[files]]\nglob = 'a'\nkind = 'json'", "[[files]]\nglob = 'a'\nkind = 'python'", "[[files]]\nglob = 'a'\nkind = 'auto'", "[[files]]", "[[files]]\nglob = ''", "[[files]]\nglob = 'a'\nmax-size = 1", "files = [1]", "[files]\nglob = 'a'",
	} {
		var raw any
		if err := toml.Unmarshal([]byte(text), &raw); err != nil {
			t.Fatal(err)
		}
		plain, err := json.Marshal(raw)
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(plain))
		if err != nil {
			t.Fatal(err)
		}
		if value == nil {
			value = map[string]any{}
		}
		_, problems := parse("f", []byte(text))
		if err := schema.Validate(value); (err == nil) != (len(problems) == 0) {
			t.Errorf("%q: the schema says %v, the reader %s", text, err, shown(problems))
		}
	}
}
