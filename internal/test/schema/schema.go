// Package schema checks what the program prints as JSON against the schema in docs.
package schema

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// Validate checks a text against a definition of docs/output.schema.json.
func Validate(t testing.TB, definition, text string) {
	t.Helper()
	compiled, err := jsonschema.NewCompiler().Compile(disk.Module() + "/docs/output.schema.json#/$defs/" + definition)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", definition, err, text)
	}
}
