package examples_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
)

// TestLeaks checks that calls that leaked keep their format and the name of their tool, and
// nothing of their content.
func TestLeaks(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"<invoke name=\"run_command\">\n<parameter name=\"command\">make secret</parameter>\n</invoke>", `<invoke name="run_command">`},
		{"<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"/alice/secret\"}}\n</tool_call>", `<tool_call>`},
		{"<function=read_file>\n<parameter=path>\n/alice/secret\n</parameter>\n</function>", `<function=read_file`},
		{"<tool_use name=\"read_file\" by=\"alice\">\n{\"path\": \"secret\"}\n</tool_use>", `<tool_use name="read_file"`},
		{"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{\"path\": \"secret\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>", `<｜tool▁call`},
		{"<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{\"path\": \"secret\"}<|call|>", `<|channel|>`},
		{"<minimax:tool_call>\n<invoke name=\"read_file\">\n<parameter name=\"path\">secret</parameter>\n</invoke>\n</minimax:tool_call>", `<`},
		{"[TOOL_CALLS][{\"name\": \"read_file\", \"arguments\": {\"path\": \"secret\"}}]", `[TOOL_CALLS]`},
		{"<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{\"path\": \"secret\"}<|tool_call_end|><|tool_calls_section_end|>", `<|tool_call_begin|>`},
		{"<|python_tag|>{\"name\": \"read_file\", \"parameters\": {\"path\": \"secret\"}}<|eom_id|>", `<|python_tag|>`},
		{"<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>secret</path>\n</arguments>\n</tool>", `<tool>`},
	} {
		content, err := json.Marshal("I do it for Alice.\n\n" + test.text)
		if err != nil {
			t.Fatal(err)
		}
		text := `{"role":"assistant","content":` + string(content) + `,"tool_calls":[{"id":"1","type":"function","function":{"name":"x","arguments":"{}"}}]}`
		calls := malformedIn(text, document.JSON, diagnostics.Options{})
		if len(calls) != 1 {
			t.Fatalf("%s: %d calls leaked", test.text, len(calls))
		}
		f := finish(calls[0])
		if !f.ok {
			t.Fatalf("%s: there is no example", test.text)
		}
		for _, problem := range problems(&f) {
			t.Error(problem)
		}
		if got := f.example.Text; !strings.HasPrefix(got, test.want) || strings.Contains(got, "secret") || strings.Contains(got, "alice") || len(got) > len(test.text) {
			t.Errorf("%s\nis %s", test.text, got)
		}
		t.Log(f.example.File())
	}
}
