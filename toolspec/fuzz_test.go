package toolspec

import (
	"reflect"
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// FuzzLoad loads any bytes under the name of each kind of file. Every error must have a
// reason and a line inside the file, every tool a name and a line, and loading twice
// must give the same result. Tools that are loaded are also checked, and used to read
// calls.
func FuzzLoad(f *testing.F) {
	for _, name := range golden.Files(f, "testdata/load/*.txtar") {
		for _, file := range golden.Archive(f, name).Files {
			f.Add(file.Data)
		}
	}
	f.Add([]byte("\uFEFFname: a\r\nb: \u2028 [\r"))
	f.Add([]byte(`{"name":"a","schema":{"type":"object","properties":{"b":{"$ref":"#"},"c":{"$ref":"#"},"d":{"$ref":"#"},"e":{"$ref":"#"},` +
		`"f":{"$ref":"#"},"g":{"$ref":"#"},"h":{"items":{"$ref":"#"}},"i":{"items":{"$ref":"#"}},"j":{"$ref":"#"}}}}`))
	f.Add([]byte(`{"name":"a","schema":{"anyOf":[{"$ref":"#"}],"properties":{"a":{"$ref":"#"},"b":{"$ref":"#"},"c":{"$ref":"#"}}}}`))
	call := xmlcall.ParseAt("<tool><tool_name>a</tool_name><arguments><a>1</a><b><c/></b></arguments></tool>", 0)
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := text.New(string(data)).Lines()
		holds := func(err *Error, file string) {
			if err.Reason == "" || err.File != file || err.Line < 1 || err.Line > lines || err.Column < 1 {
				t.Errorf("%q of %d lines: %#v", file, lines, err)
			}
		}
		for _, file := range []string{"tools.json", "tools.yaml", "tools/a/tool.yaml", "tools"} {
			tools, errs := Load(file, data)
			for _, err := range errs {
				holds(err, file)
			}
			for _, tool := range tools {
				if tool.Name == "" || tool.Source.File != file || tool.Source.Line < 1 || tool.Source.Line > lines {
					t.Errorf("%q of %d lines: %#v", file, lines, tool)
				}
				tool.Read(call)
			}
			for _, err := range Check(tools) {
				holds(err, file)
			}
			again, errsAgain := Load(file, data)
			if !reflect.DeepEqual(errs, errsAgain) || !slices.EqualFunc(tools, again, sameTool) {
				t.Errorf("%q: loaded twice it is not the same", file)
			}
		}
	})
}

// sameTool compares tools except for the compiled schema, which holds functions.
func sameTool(a, b *Tool) bool {
	x, y := *a, *b
	x.compiled, y.compiled = nil, nil
	return (a.compiled == nil) == (b.compiled == nil) && reflect.DeepEqual(x, y)
}
