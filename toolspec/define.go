package toolspec

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

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
func additions(data string, item []string) (texts []string) {
	full := append([]string{"tools:"}, indented("  ", item)...)
	texts = append(texts, lines(data, full))
	for n := range 9 { // blanks before the items
		texts = append(texts, lines(data, indented(strings.Repeat(" ", n), item)))
	}
	return append(texts, lines(data, append([]string{"---"}, full...)))
}

// lines returns lines to be appended to a text, with its line ends.
func lines(data string, list []string) string {
	end := "\n"
	if strings.Contains(data, "\r\n") {
		end = "\r\n"
	}
	text := strings.Join(list, end) + end
	if data != "" && !strings.HasSuffix(data, "\n") {
		text = end + text
	}
	return text
}

func indented(by string, list []string) []string {
	own := make([]string, len(list))
	for i, line := range list {
		own[i] = by + line
	}
	return own
}

// definitionOf returns the lines of an item of a list that defines the tool of a call.
func definitionOf(call *xmlcall.Block) []string {
	members := []string{"name: " + quoteYAML(call.ToolName())}
	if server := call.ServerName(); server != localServer {
		members = append(members, "server: "+quoteYAML(server))
	}
	members = append(members, "description: What the tool does.", "inputSchema:")
	arguments := &xmlcall.Value{}
	if id := call.Arguments(); id != xmlcall.NoElement {
		arguments = call.Value(id)
	}
	members = append(members, indented("  ", objectLines(arguments))...)
	item := indented("  ", members)
	item[0] = "- " + members[0]
	return item
}

// localServer is the server of calls that do not name one.
const localServer = "local"

// objectLines returns the schema for an object with the children of a value.
func objectLines(v *xmlcall.Value) []string {
	if len(v.Children) == 0 {
		return []string{"type: object", "properties: {}"}
	}
	list := []string{"type: object", "properties:"}
	several := map[string]bool{} // by the names so far
	for _, child := range v.Children {
		_, again := several[child.Name]
		several[child.Name] = again
	}
	for _, child := range v.Children {
		isList, first := several[child.Name]
		if !first {
			continue
		}
		delete(several, child.Name)
		schema := schemaLines(child)
		if isList {
			schema = append(append([]string{"type: array", "xml: {wrapped: false}", "items:"}, indented("  ", schema)...), "  xml: {name: "+quoteYAML(child.Name)+"}")
		}
		list = append(append(list, "  "+quoteYAML(child.Name)+":"), indented("    ", schema)...)
	}
	return list
}

func schemaLines(v *xmlcall.Value) []string {
	kind := KindOf((&xmlcall.Value{Children: []*xmlcall.Value{v}}).Infer()[v.Name])
	switch kind {
	case List:
		item := v.Children[0]
		list := append([]string{"type: array", "items:"}, indented("  ", schemaLines(item))...)
		if item.Name != plural.Item(v.Name) {
			list = append(list, "  xml: {name: "+quoteYAML(item.Name)+"}")
		}
		return list
	case Object:
		return objectLines(v)
	case Any: // null
		kind = String
	}
	return []string{"type: " + kind.String()}
}

func quoteYAML(text string) string {
	if plainYAML().MatchString(text) && !slices.Contains(wordsYAML, strings.ToLower(text)) {
		return text
	}
	quoted, _ := json.Marshal(text) // strings have no errors
	return string(quoted)
}

// plainYAML matches text that needs no quotes, except wordsYAML, which are not strings.
var plainYAML = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`) })

var wordsYAML = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
