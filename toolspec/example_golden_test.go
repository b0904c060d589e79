package toolspec

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestExampleGolden compares the examples of all tools of the test data with a file.
func TestExampleGolden(t *testing.T) {
	var b strings.Builder
	for _, tool := range schemaTools(t) {
		text, err := tool.ExampleCall(ExampleOptions{All: true})
		if err != nil {
			fmt.Fprintf(&b, "%v\n", err)
			continue
		}
		_, arguments, _ := strings.Cut(text, "<arguments>")
		fmt.Fprintf(&b, "%s %s\n", tool.Name, strings.TrimSuffix(arguments, "</arguments>\n</tool>"))
	}
	golden.File(t, filepath.Join("testdata", "examples", "schemas.txt"), []byte(b.String()))
}

// TestExampleValues compares the values for schemas of one argument with a file: the argument's name and its schema are
// on a line each.
func TestExampleValues(t *testing.T) {
	golden.Annotated(t, filepath.Join("testdata", "examples", "values.txt"), func(line string) string {
		name, schema, _ := strings.Cut(line, " ")
		x := toolFrom(t, fmt.Sprintf(`{"name": "x", "schema": {"properties": {%q: %s}, "required": [%q]}}`, name, schema, name))
		arguments, err := x.ExampleArguments(ExampleOptions{All: true})
		value, _ := json.Marshal(arguments[name])
		if err != nil {
			value = []byte(err.Error())
		}
		if len(value) > 200 {
			return fmt.Sprintf("    %s… %d bytes\n", value[:200], len(value))
		}
		return fmt.Sprintf("    %s\n", value)
	})
}
