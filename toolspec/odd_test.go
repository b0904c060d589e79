package toolspec

import (
	"testing"
	"testing/fstest"

	"github.com/entrhq/forge-lsp/internal/odd"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestOdd calls everything with zero values and unusual arguments.
func TestOdd(t *testing.T) {
	const call = "<tool><tool_name>add_note</tool_name><arguments><content/><tags>a, b</tags><tags><tag> </tag></tags></arguments></tool>"
	custom := "<tool><tool_name>run_custom_tool</tool_name><arguments><tool_name> c </tool_name><x/></arguments></tool>"
	loop := map[string]any{}
	loop["a"] = loop
	odd.Calls(t, []any{
		Builtin, Builtins, Check, Define, DefinitionFiles, Discover, DiscoverIn, Documented, DocumentedArgument, Fold, KindOf, Load, Nearest, NewSet,
	}, []any{
		&Argument{}, &Argument{Kind: List}, &Argument{Kind: Object, Item: &Argument{}}, &Error{}, &ExampleError{}, Kind(200),
		(*Set)(nil), &Set{}, Builtins(), NewSet(&Tool{Name: "c", Custom: true}, nil),
		Source{},
		&Reading{}, Builtin("add_note").Read(xmlcall.ParseAt(call, 0)), Received{}, Received{Argument: &Argument{Kind: 200}}, Fate(200),
		&Tool{}, &Tool{Custom: true}, &Tool{Name: "a", Open: true, Arguments: []Argument{{Kind: List}, {Name: "b", Kind: 200}, {Kind: List, Required: true}}}, Builtin("add_note"),
		Builtin(CustomRunner),
	},
		(*Tool)(nil), &Tool{Name: "a"}, (*xmlcall.Block)(nil), xmlcall.ElementID(-5), xmlcall.ElementID(1), xmlcall.ParseAt(call, 0), xmlcall.ParseAt(custom, 0), xmlcall.ParseAt("abc", 1), xmlcall.ParseAt("<tool>", 0),
		map[string]any(nil), loop, map[string]any{"a": []any{nil, func() {}}, "": 5}, ExampleOptions{All: true, Method: 200},
		fstest.MapFS{".forge/tools.json": nil}, fstest.MapFS(nil), call,
		[]byte("\x00"), []byte("{"), []byte(`{"name":"a","parameters":{"type":"array","items":5}}`), "a.go", "a.json", "tool.yaml",
	)
}

// TestListWithoutItem reads and writes a list for which a program has only specified
// that it is one.
func TestListWithoutItem(t *testing.T) {
	tool := &Tool{Name: "a", Arguments: []Argument{
		{Name: "tags", Kind: List, Required: true},
		{Name: "ids", Kind: List, Repeated: true},
		{Name: "of", Kind: Object, Members: []Argument{{Name: "queries", Kind: List}}},
	}}
	arguments := map[string]any{
		"tags": []any{"x", "y"}, "ids": []any{"p", "q"}, "of": map[string]any{"queries": []any{"z"}},
	}
	text, err := tool.Write(arguments, encode.Automatic)
	if err != nil {
		t.Fatal(err)
	}
	reading := tool.Read(xmlcall.ParseAt(text, 0))
	if !sameValue(reading.Arguments, arguments) || len(reading.Issues) > 0 {
		t.Errorf("%s\n%v\n%v", text, reading.Arguments, reading.Issues)
	}
	if tool.Argument("tags").Item.Name != "tag" || tool.Argument("of").Child("queries").Item.Name != "query" || tool.Argument("ids").Item.Name != "ids" {
		t.Error("the items have other names")
	}
	missing := tool.Issues(xmlcall.ParseAt("<tool><tool_name>a</tool_name></tool>", 0))
	if len(missing) != 1 || missing[0].Argument.Item == nil {
		t.Errorf("%+v", missing)
	}
}
