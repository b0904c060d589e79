package toolspec

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Define returns a text that defines the tool of a call when it is appended to a file, given
// the content of the file: YAML, which may be empty. The arguments of the tool are those of
// the call, with the types of the values; a call does not show which are required. ok is
// false if no definition accepts the call, or the file cannot be extended.
func Define(file string, data []byte, call *xmlcall.Block) (text string, ok bool) {
	if call == nil || call.ToolName() == "" {
		return "", false
	}
	item := definitionOf(call)
	before, wrong := Load(file, data)
	for _, text := range additions(string(data), item) {
		after, errs := Load(file, append(slices.Clone(data), text...))
		if len(after) != len(before)+1 || len(errs) > len(wrong) {
			continue
		}
		tool := after[len(before)]
		if tool == nil || NewSet(tool).Of(call) != tool || slices.ContainsFunc(tool.Read(call).Issues, tool.Refuses) {
			continue
		}
		return text, true
	}
	return "", false
}

// additions returns what may be appended to a file for a further item of its list of tools,
// the best first: those that do not fit the file are refused when they are read with it.
func additions(data, item string) []string {
	full := "tools:\n" + indented("  ", item)
	texts := []string{full}
	for n := range 9 { // blanks before the items
		texts = append(texts, indented(strings.Repeat(" ", n), item))
	}
	texts = append(texts, "---\n"+full)
	for i := range texts {
		if data != "" && !strings.HasSuffix(data, "\n") {
			texts[i] = "\n" + texts[i]
		}
		if strings.Contains(data, "\r\n") {
			texts[i] = strings.ReplaceAll(texts[i], "\n", "\r\n")
		}
	}
	return texts
}

// indented returns lines after some blanks each.
func indented(by, lines string) string {
	return by + strings.TrimSuffix(strings.ReplaceAll(lines, "\n", "\n"+by), by)
}

// definitionOf returns the lines of a list with a definition of the tool of a call.
func definitionOf(call *xmlcall.Block) string {
	members := []any{"name", call.ToolName()}
	if server := call.ServerName(); server != "local" { // of calls that do not name one
		members = append(members, "server", server)
	}
	arguments := &xmlcall.Value{}
	if id := call.Arguments(); id != xmlcall.NoElement {
		arguments = call.Value(id)
	}
	members = append(members, "description", "What the tool does.", "inputSchema", objectFor(arguments))
	list := &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{mapping(members...)}}
	text, _ := yaml.Dump(list, yaml.WithIndent(2)) // if it is wrong, no file can be extended by it
	return string(text)
}

// objectFor returns the schema for an object with the children of a value.
func objectFor(v *xmlcall.Value) *yaml.Node {
	count := map[string]int{} // by the names that are not described yet
	for _, child := range v.Children {
		count[child.Name]++
	}
	var members []any
	for _, child := range v.Children {
		n := count[child.Name]
		if delete(count, child.Name); n == 0 {
			continue
		}
		schema := schemaFor(child)
		if n > 1 {
			schema = mapping("type", "array", "xml", onLine("wrapped", false), "items", withName(schema, child.Name))
		}
		members = append(members, child.Name, schema)
	}
	return mapping("type", "object", "properties", mapping(members...))
}

// schemaFor returns the schema for values like one, whose type ADR-0019's table tells.
func schemaFor(v *xmlcall.Value) *yaml.Node {
	kind := KindOf((&xmlcall.Value{Children: []*xmlcall.Value{v}}).Infer()[v.Name])
	switch kind {
	case List:
		items := schemaFor(v.Children[0])
		if name := v.Children[0].Name; name != plural.Item(v.Name) {
			items = withName(items, name)
		}
		return mapping("type", "array", "items", items)
	case Object:
		return objectFor(v)
	case Any: // null
		kind = String
	}
	return mapping("type", kind.String())
}

// withName adds the name of the elements to the schema of an item, as OpenAPI has it.
func withName(schema *yaml.Node, name string) *yaml.Node {
	schema.Content = append(schema.Content, mapping("xml", onLine("name", name)).Content...)
	return schema
}

// onLine is mapping for one that is written on a line.
func onLine(members ...any) *yaml.Node {
	m := mapping(members...)
	m.Style = yaml.FlowStyle
	return m
}

// mapping returns a mapping of names and values in turn.
func mapping(members ...any) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for _, member := range members {
		n, made := member.(*yaml.Node)
		if !made {
			n = &yaml.Node{}
			_ = n.Encode(member) // texts and booleans have no errors
		}
		m.Content = append(m.Content, n)
	}
	return m
}
