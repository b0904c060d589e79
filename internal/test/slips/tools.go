package slips

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/toolspec"
)

// shared are the tools of toolspec's test data, in the forms of MCP servers, OpenAI and
// Anthropic.
var shared = sync.OnceValue(func() []*toolspec.Tool {
	names, err := filepath.Glob(filepath.Join(disk.Module(), "toolspec", "testdata", "schemas", "*.json"))
	if err != nil || len(names) == 0 {
		panic("slips: toolspec's test data is not where it was")
	}
	var tools []*toolspec.Tool
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		loaded, _ := toolspec.Load(name, data)
		tools = append(tools, loaded...)
	}
	return tools
})

// base are the runtime's tools and the shared ones.
var base = sync.OnceValue(func() *toolspec.Set { return toolspec.Builtins().With(shared()...) })

// callable are those of the base that are called by their own name and read their
// arguments unchanged. A custom tool, and run_custom_tool, turns its arguments into
// command-line options: such a call does not have the values that were written.
var callable = sync.OnceValue(func() (tools []*toolspec.Tool) {
	for _, t := range base().Tools() {
		if !t.Custom && t.Name != "run_custom_tool" && len(t.Arguments) > 0 {
			tools = append(tools, t)
		}
	}
	return tools
})

var builtins = sync.OnceValue(func() []*toolspec.Tool {
	others := func(t *toolspec.Tool) bool { return toolspec.Builtin(t.Name) != t }
	return slices.DeleteFunc(slices.Clone(callable()), others)
})

// drawTool draws a tool and the set that it belongs to: half of the calls are
// to the runtime's tools, as in practice most are.
func drawTool(r *rand.Rand) (*toolspec.Tool, *toolspec.Set) {
	switch n := r.IntN(100); {
	case n < 45:
		// Writing, patching and running are what agents do most.
		if r.IntN(2) == 0 {
			name := pick(r, "write_file", "apply_diff", "execute_command", "search_files", "read_file", "ask_question", "add_note")
			return toolspec.Builtin(name), base()
		}
		return pick(r, builtins()...), base()
	case n < 65:
		return pick(r, callable()...), base()
	}
	t := generate(r)
	return t, base().With(t)
}

// examples caches the example arguments of tools of the base, which are expensive.
var examples sync.Map

// exampleOf returns arguments that the tool accepts, or nil if none can be generated.
func exampleOf(t *toolspec.Tool) map[string]any {
	if known, ok := examples.Load(t); ok {
		return known.(map[string]any)
	}
	m, err := t.ExampleArguments(toolspec.ExampleOptions{All: true})
	if err != nil {
		m, _ = t.ExampleArguments(toolspec.ExampleOptions{})
	}
	if base().Find("", t.Name) == t {
		examples.Store(t, m)
	}
	return m
}

// pick picks one of several, the zero value if there are none.
func pick[T any](r *rand.Rand, from ...T) (one T) {
	if len(from) > 0 {
		one = from[r.IntN(len(from))]
	}
	return one
}

// names are the lines of each section of names.txtar, as words.
var names = sync.OnceValue(func() map[string][][]string {
	m := map[string][][]string{}
	for _, f := range archive("names") {
		for line := range strings.Lines(string(f.Data)) {
			m[f.Name] = append(m[f.Name], strings.Fields(line))
		}
	}
	return m
})

// namesFor returns what a section has for a name.
func namesFor(section, name string) []string {
	for _, line := range names()[section] {
		if line[0] == name {
			return line[1:]
		}
	}
	return nil
}

// generate returns a random tool.
func generate(r *rand.Rand) *toolspec.Tool {
	s := schemer{r}
	schema := s.object(0)
	name := pick(r, "make_thing", "update_record", "run_query", "sync_data", "render", "patch_tree", "set_config", "submit")
	definition := fmt.Sprintf(`{"name":%q,"input_schema":%s}`, name, schema)
	tools, errs := toolspec.Load("generated.json", []byte(definition))
	if len(errs) > 0 || len(tools) != 1 {
		panic(fmt.Sprintf("slips: %v in %s", errs, definition))
	}
	return tools[0]
}

// A schemer writes random JSON Schemas.
type schemer struct{ *rand.Rand }

func (s schemer) chance(percent int) bool { return s.IntN(100) < percent }

// object returns the schema of an object.
func (s schemer) object(depth int) string {
	n := 1 + s.IntN(5)
	if depth > 0 {
		n = 1 + s.IntN(3)
	}
	var names, members []string
	for range n {
		if name, schema := s.member(depth); !slices.Contains(names, name) {
			names = append(names, name)
			members = append(members, fmt.Sprintf("%q:%s", name, schema))
		}
	}
	required := slices.DeleteFunc(names, func(string) bool { return s.chance(40) })
	return fmt.Sprintf(`{"type":"object","properties":{%s},"required":%s}`, strings.Join(members, ","), jsonText(required, false))
}

// member returns the name and the schema of a member. The names of lists, each with that of its items, are
// irregular or no plurals at all: no rule of grammar gives the item's name.
func (s schemer) member(depth int) (name, schema string) {
	kind := s.IntN(100)
	if depth > 1 {
		kind = s.IntN(62)
	}
	named := func(section string) string { return pick(s.Rand, names()[section][0]...) }
	switch {
	case kind < 36:
		return named("string"), s.str()
	case kind < 42:
		return named("enum"), fmt.Sprintf(`{"type":"string","enum":%s}`, jsonText(pick(s.Rand, names()["enum values"]...), false))
	case kind < 50:
		return named("integer"), pick(s.Rand, `{"type":"integer"}`, `{"type":"integer","minimum":0}`)
	case kind < 55:
		return named("number"), `{"type":"number"}`
	case kind < 62:
		return named("boolean"), `{"type":"boolean"}`
	case kind < 70:
		return named("object"), s.object(depth + 1)
	case kind < 76:
		return named("any"), `{}`
	}
	list := pick(s.Rand, names()["list"]...)
	return list[0], s.list(list[1], depth)
}

func (s schemer) str() string {
	const text = `{"type":"string"}`
	return pick(s.Rand, text, text, text, text, `{"type":"string","minLength":1}`, `{"type":["string","null"]}`)
}

// list returns the schema of a list with items of a name.
func (s schemer) list(item string, depth int) string {
	var items string
	switch n := s.IntN(10); {
	case n < 4:
		items = s.str()
	case n < 5:
		items = `{"type":"integer"}`
	case n < 6:
		items = `{"type":"number"}`
	case n < 7 && depth < 1:
		items = `{"type":"array","items":{"type":"integer"}}`
	default:
		items = s.object(depth + 1)
	}
	var more string
	switch s.IntN(10) {
	case 0:
		more = `,"xml":{"wrapped":false}`
	case 1, 2, 3, 4, 5: // the definition names the items
		items = strings.TrimSuffix(items, "}") + fmt.Sprintf(`,"xml":{"name":%q}}`, item)
	}
	if s.chance(40) {
		more += `,"minItems":1`
	}
	return fmt.Sprintf(`{"type":"array","items":%s%s}`, items, more)
}
