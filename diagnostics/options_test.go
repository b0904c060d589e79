package diagnostics

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
)

func TestLevels(t *testing.T) {
	const text = "<tool><server_name>local</server_name><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>"
	const code = "unescaped-ampersand"
	for _, test := range []struct {
		options Options
		want    Severity // 0 for none
	}{
		{Options{}, Warning},
		{Options{Strict: true}, Error},
		{Options{Strict: true, Rules: map[string]Level{code: AsHint}}, Hint},
		{Options{Rules: map[string]Level{code: Default}}, Warning},
		{Options{Rules: map[string]Level{code: AsError}}, Error},
		{Options{Rules: map[string]Level{code: AsWarning}}, Warning},
		{Options{Rules: map[string]Level{code: AsInformation}}, Information},
		{Options{Rules: map[string]Level{code: Off}}, 0},
	} {
		var got Severity
		for _, f := range test.options.run(text, document.Reply).Diagnostics {
			if f.Code == code {
				got = f.Severity
			}
		}
		if got != test.want {
			t.Errorf("%+v: %v, want %v", test.options, got, test.want)
		}
	}
}

// TestCustomTool checks a call to run_custom_tool against the custom tool that it
// names.
func TestCustomTool(t *testing.T) {
	tools, errs := toolspec.Load(".forge/tools/count/tool.yaml", []byte(`name: count
description: Counts lines.
version: "1"
entrypoint: count
parameters:
  - {name: path, type: string, required: true, description: The file.}
  - {name: limit, type: number, description: Where to stop.}
`))
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	o := Options{Tools: toolspec.Builtins().With(tools...)}
	var got []string
	for _, f := range o.run(`<tool><server_name>local</server_name><tool_name>run_custom_tool</tool_name><arguments>
<tool_name>count</tool_name><limit>ten</limit><pth>x</pth></arguments></tool>`, document.Reply).Diagnostics {
		got = append(got, f.Code+": "+f.Message)
	}
	want := []string{
		"missing-argument: Missing `<path>` of `count`; write it in `<arguments>`",
		"type-mismatch: Expected a number, found `ten`",
		"unknown-argument: Unknown argument `<pth>`; did you mean `<path>`?",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// NoTools are options with which no tool is known.
func NoTools() Options { return Options{Tools: &toolspec.Set{}} }

// FixAll returns a text after fix-all, with the zero options.
func FixAll(text string, kind document.Kind, keep func(*Diagnostic) bool) string {
	return Options{}.fixAll(text, kind, keep)
}
