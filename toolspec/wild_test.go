package toolspec

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/tree"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// FuzzExample generates examples of arbitrary definitions. Generation must end, and
// every example must be verified.
func FuzzExample(f *testing.F) {
	for _, tool := range schemaTools(f) {
		f.Add(shownSchema(tool))
	}
	f.Add(`{"properties": {"a": {"pattern": "((^)*($)*)*((b*c*)*d*)*"}, "b": {"minLength": 900, "pattern": "^(x|yz)+$"}}, "required": ["a", "b"]}`)
	f.Fuzz(func(t *testing.T, schema string) {
		n, _, ok := tree.JSON([]byte(schema))
		if !ok {
			return
		}
		definition := blank.Object("name", blank.Scalar("x"), "schema", n[0])
		tool, fail := (&loader{}).toolOf(definition)
		if fail != nil {
			return
		}
		checkWild(t, tool)
	})
}

// checkWild generates the examples of a tool that may have none, and returns their
// number.
func checkWild(t *testing.T, tool *Tool) (made int) {
	t.Helper()
	for _, o := range []ExampleOptions{{}, {All: true, Method: encode.Sections}} {
		text, err := tool.ExampleCall(o) // in a bounded number of steps
		if err == nil {
			checkExample(t, tool, o, text)
			made++
		}
	}
	return made
}
