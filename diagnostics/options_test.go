package diagnostics

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

func TestLevels(t *testing.T) {
	const text = "<tool><server_name>local</server_name><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>"
	const code = "unescaped-ampersand"
	for _, test := range []struct {
		options Options
		want    Severity // 0 for none
	}{
		{Options{}, Warning},
		{Options{Profile: Strict}, Error},
		{Options{Profile: Strict, Rules: map[string]Level{code: AsHint}}, Hint},
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

func TestApply(t *testing.T) {
	edit := func(start, end int, text string) Edit {
		return Edit{Span: xmlcall.Span{Start: start, End: end}, Text: text}
	}
	for _, test := range []struct {
		name  string
		edits []Edit
		want  string
	}{
		{"none", nil, "abcdef"},
		{"in order", []Edit{edit(0, 1, "A"), edit(5, 6, "F")}, "AbcdeF"},
		{"out of order", []Edit{edit(5, 6, "F"), edit(0, 1, "A"), edit(3, 3, "-")}, "Abc-deF"},
		{"beside each other", []Edit{edit(2, 4, "X"), edit(0, 2, "Y")}, "YXef"},
		{"overlapping", []Edit{edit(0, 3, "X"), edit(2, 5, "Y"), edit(5, 6, "Z")}, "XdeZ"},
		{"overlapping, out of order", []Edit{edit(2, 5, "Y"), edit(0, 3, "X")}, "Xdef"},
		{"at one place", []Edit{edit(1, 4, "long"), edit(1, 2, "X")}, "aXcdef"},
		{"an insertion inside another", []Edit{edit(0, 4, "X"), edit(2, 2, "-")}, "Xef"},
		{"an insertion at its ends", []Edit{edit(1, 4, "X"), edit(1, 1, "<"), edit(4, 4, ">")}, "a<X>ef"},
		{"insertions at one place", []Edit{edit(3, 3, "1"), edit(3, 3, "2"), edit(0, 0, "0")}, "0abc12def"},
		{"twice the same", []Edit{edit(0, 1, "A"), edit(0, 1, "A")}, "Abcdef"},
		{"outside", []Edit{edit(-2, 1, "X"), edit(5, 9, "X"), edit(9, 9, "X"), edit(4, 2, "X"), edit(6, 6, "!")}, "abcdef!"},
	} {
		given := slices.Clone(test.edits)
		if got := Apply("abcdef", given); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if !slices.Equal(given, test.edits) {
			t.Errorf("%s: the caller's edits are %v", test.name, given)
		}
	}
}
