package config

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	generator "github.com/invopop/jsonschema"
	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// generate returns the JSON Schema of a configuration file.
func generate(t *testing.T) []byte {
	t.Helper()
	enum := func(words ...any) *generator.Schema { return &generator.Schema{Type: "string", Enum: words} }
	var levels []any
	for _, level := range diagnostics.Levels() {
		levels = append(levels, string(level))
	}
	rules := generator.NewProperties()
	for _, r := range diagnostics.Rules() {
		rules.Set(r.Code, &generator.Schema{Ref: "#/$defs/Level", Description: r.Summary})
	}
	path := &generator.Schema{Type: "string", MinLength: new(uint64(1))}
	r := &generator.Reflector{
		DoNotReference: true,
		Mapper: func(typ reflect.Type) *generator.Schema {
			switch typ {
			case reflect.TypeFor[diagnostics.Profile]():
				return enum(string(diagnostics.Forge), string(diagnostics.Strict))
			case reflect.TypeFor[ReadAs]():
				var kinds []any
				for _, k := range Kinds() {
					kinds = append(kinds, string(k))
				}
				return enum(kinds...)
			case reflect.TypeFor[[]string](): // globs
				return &generator.Schema{Type: "array", Items: path, MinItems: new(uint64(1))}
			case reflect.TypeFor[*Tools](), reflect.TypeFor[Tools]():
				return &generator.Schema{OneOf: []*generator.Schema{{Const: None}, {Type: "array", Items: path}}}
			case reflect.TypeFor[map[string]diagnostics.Level]():
				return &generator.Schema{Ref: "#/$defs/Rules"}
			}
			return nil
		},
	}
	s := r.Reflect(&File{})
	s.ID = "https://github.com/entrhq/forge-lsp/blob/main/docs/forge-lsp.schema.json"
	s.Title = Name
	s.Description = "The configuration of forge-lsp, see docs/configuration.md"
	s.Definitions = generator.Definitions{
		"Level": enum(levels...),
		"Rules": {Type: "object", Properties: rules, AdditionalProperties: generator.FalseSchema},
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(text))
	return []byte(plain + "\n")
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
