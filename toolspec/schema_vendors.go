package toolspec

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// The types of a schema as Gemini's API has them, in capitals.
var geminiTypes = []string{"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"}

// jsonSchema returns a schema as JSON Schema: that of Bedrock is a member of it, and that of Gemini has
// types in capitals, nullable, and counts as strings.
func jsonSchema(schema *node) *node {
	if inner := schema.get("json"); inner != nil && inner.kind == objectNode && len(schema.nodes) == 1 {
		return inner
	}
	if schema.isGemini() {
		schema = schema.fromGemini()
	}
	return schema
}

func (n *node) isGemini() bool { return slices.Contains(geminiTypes, n.get("type").text()) }

// fromGemini returns a copy of a schema in the notation of JSON Schema.
func (n *node) fromGemini() *node {
	made := *n
	made.nodes = slices.Clone(n.nodes)
	gemini := n.isGemini()
	for i, kid := range n.nodes {
		name := ""
		if n.kind == objectNode {
			name = n.names[i]
		}
		text, count := kid.text(), false
		if _, isText := kid.value.(string); isText {
			_, err := strconv.Atoi(text)
			count = err == nil && (strings.HasPrefix(name, "min") || strings.HasPrefix(name, "max"))
		}
		switch {
		case gemini && name == "type":
			made.nodes[i] = kid.scalar(strings.ToLower(text))
			if n.get("nullable").truth() {
				made.nodes[i] = kid.copyOf(node{kind: arrayNode, nodes: []*node{made.nodes[i], kid.scalar("null")}})
			}
		case gemini && count:
			made.nodes[i] = kid.scalar(json.Number(text))
		case !gemini || name != "enum" && name != "default" && name != "example":
			made.nodes[i] = kid.fromGemini()
		}
	}
	return &made
}
