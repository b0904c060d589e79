package diagnostics

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestTools checks a call to each tool of many kinds of server: the example has no
// finding, and without a required argument it has exactly that finding.
func TestTools(t *testing.T) {
	names, err := filepath.Glob("../toolspec/testdata/schemas/*.json")
	if err != nil {
		t.Fatal(err)
	}
	tools := toolspec.Builtins().Tools()
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		loaded, errs := toolspec.Load(name, data)
		if len(errs) > 0 {
			t.Fatal(errs[0])
		}
		tools = append(tools, loaded...)
	}
	sound, missing := 0, 0
	for _, tool := range tools {
		o := Options{Tools: toolspec.NewSet(tool)}
		find := func(text string) (codes []string) {
			for _, f := range o.run(text, document.Reply).Diagnostics {
				if f.Code != "unrouted-server" {
					codes = append(codes, f.Code)
				}
			}
			return codes
		}
		arguments, err := tool.ExampleArguments(toolspec.ExampleOptions{All: true})
		if err != nil {
			continue // one has to be written, which the tests of toolspec count
		}
		for _, method := range []encode.Method{encode.Automatic, encode.Escapes, encode.Sections} {
			text, err := tool.ExampleCall(toolspec.ExampleOptions{All: true, Method: method})
			if err != nil {
				t.Fatal(err)
			}
			if codes := find(text); len(codes) > 0 {
				t.Errorf("%s: %v\n%s", tool.Name, codes, text)
			}
			sound++
		}
		for _, a := range tool.Arguments {
			if !a.Required {
				continue
			}
			without := maps.Clone(arguments)
			delete(without, a.Name)
			text, err := tool.Write(without, encode.Automatic)
			if err != nil {
				t.Fatal(err)
			}
			missing++
			for i, code := range find(text) {
				if i > 0 || code != "missing-argument" {
					t.Errorf("%s without %s: %v\n%s", tool.Name, a.Name, find(text), text)
				}
			}
			if len(find(text)) == 0 {
				t.Errorf("%s without %s: no finding\n%s", tool.Name, a.Name, text)
			}
		}
	}
	t.Logf("%d sound calls to %d tools, %d without a required argument", sound, len(tools), missing)
}
