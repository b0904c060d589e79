package toolspec

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/tree"
)

// The types of a schema as Gemini's API has them, in capitals.
var geminiTypes = []string{"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"}

// jsonSchema returns a schema as JSON Schema: that of Bedrock is a member of it, and that of Gemini has
// types in capitals, nullable, and counts as strings.
func jsonSchema(schema *tree.Node) *tree.Node {
	if inner := schema.Get("json"); inner != nil && inner.Kind == tree.Object && len(schema.Nodes) == 1 {
		return inner
	}
	if isGemini(schema) {
		schema = fromGemini(schema)
	}
	return schema
}

func isGemini(schema *tree.Node) bool { return slices.Contains(geminiTypes, schema.Get("type").Text()) }

// fromGemini returns a copy of a value, a schema or a part of one, in the notation of JSON Schema.
func fromGemini(n *tree.Node) *tree.Node {
	made := *n
	made.Nodes = slices.Clone(n.Nodes)
	gemini := isGemini(n)
	for i, kid := range n.Nodes {
		text, name := kid.Text(), kid.Name
		_, noCount := strconv.Atoi(text)
		switch {
		case gemini && name == "type":
			made.Nodes[i] = kid.Scalar(strings.ToLower(text))
			if truth(n.Get("nullable")) {
				made.Nodes[i] = kid.Made(tree.Node{Kind: tree.Array, Nodes: []*tree.Node{made.Nodes[i], kid.Scalar("null")}})
			}
		case gemini && noCount == nil && (strings.HasPrefix(name, "min") || strings.HasPrefix(name, "max")):
			made.Nodes[i] = kid.Scalar(json.Number(text))
		case !gemini || name != "enum" && name != "default" && name != "example":
			made.Nodes[i] = fromGemini(kid)
		}
	}
	return &made
}
