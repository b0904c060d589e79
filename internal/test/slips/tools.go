package slips

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/toolspec"
)

// shared are the tools of toolspec's test data, in the forms of MCP servers, OpenAI and
// Anthropic.
var shared = sync.OnceValue(func() []*toolspec.Tool {
	root, _ := disk.Module()
	names, err := filepath.Glob(filepath.Join(root, "toolspec", "testdata", "schemas", "*.json"))
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

var builtins = sync.OnceValue(func() (tools []*toolspec.Tool) {
	for _, t := range callable() {
		if toolspec.Builtin(t.Name) == t {
			tools = append(tools, t)
		}
	}
	return tools
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
		return builtins()[r.IntN(len(builtins()))], base()
	case n < 65:
		return callable()[r.IntN(len(callable()))], base()
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
		m, err = t.ExampleArguments(toolspec.ExampleOptions{})
	}
	if err != nil {
		m = nil
	}
	if base().Find("", t.Name) == t {
		examples.Store(t, m)
	}
	return m
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }
