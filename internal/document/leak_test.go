package document

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
)

// prefixed adds the prefix that Claude puts before the names of its tags.
func prefixed(text string) string {
	for _, tag := range []string{"function_calls", "invoke", "parameter"} {
		text = strings.ReplaceAll(text, "<"+tag, "<"+textcall.ClaudePrefix+tag)
		text = strings.ReplaceAll(text, "</"+tag, "</"+textcall.ClaudePrefix+tag)
	}
	return text
}

const (
	invoke = "<invoke name=\"Bash\">\n<parameter name=\"command\">ls -l</parameter>\n</invoke>"
	hermes = "<tool_call>\n{\"name\": \"ls\", \"arguments\": {\"path\": \".\"}}\n</tool_call>"
	dsml   = "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"ls\">\n<｜DSML｜parameter name=\"path\" string=\"true\">.</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>"
	forge  = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path></arguments>\n</tool>"
)

// TestLeaks checks which calls in text are reported, by their openers, one per line. For formats see TestTextFormats.
func TestLeaks(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// Places.
		{"Now the tests.\n\ncourt\n" + invoke, `<invoke name="Bash">`},
		{"Let me look." + invoke, `<invoke name="Bash">`},
		{"call " + hermes, "<tool_call>"},
		{hermes + " That is all.", "<tool_call>"},
		{"  " + hermes, "<tool_call>"},
		{"I run it:\n\n" + invoke, `<invoke name="Bash">`},
		{hermes + "\n" + hermes, "<tool_call>\n<tool_call>"},
		{hermes + hermes, "<tool_call>\n<tool_call>"},
		{invoke + "\n" + hermes + "\n" + forge, "<invoke name=\"Bash\">\n<tool_call>\n<tool>"},
		{"Look at `main.go`.\n" + invoke, `<invoke name="Bash">`},
		{"One ` too many\n" + strings.Replace(invoke, "ls", "echo `pwd`", 1), `<invoke name="Bash">`},
		{"```go\nx := 1\n```\n" + invoke, `<invoke name="Bash">`},
		{strings.Replace(invoke, "ls -l", "```\nls", 1) + "\n" + hermes, "<invoke name=\"Bash\">\n<tool_call>"},
		{strings.Replace(invoke, "ls -l", "cat <<EOF\n"+hermes+"\nEOF", 1), `<invoke name="Bash">`},
		{"> a quotation\n\n" + hermes, "<tool_call>"},
		{"She said \"run\".\n" + hermes, "<tool_call>"},
		{"- one\n- two\n" + hermes, "<tool_call>"},
		{"For example: this.\n\nNow:\n" + hermes, "<tool_call>"},
		{"Use <invoke> for that.\n" + invoke, `<invoke name="Bash">`},
		{"<tool_call>\n" + invoke + "\n</tool_call>", `<invoke name="Bash">`},

		// Text that does not have the shape of a call.
		{"", ""},
		{"<", ""},
		{"[", ""},
		{"<invoke>", ""},
		{"<invoke name=\"Bash\">", ""},
		{"The tag <invoke name=\"Bash\"> starts a call.", ""},
		{"<invoke name=\"\"></invoke>", ""},
		{"<invoke name=\"$FUNCTION_NAME\"></invoke>", ""},
		{"<invoke name=\"tool_name\"></invoke>", ""},
		{"<invoke name=\"...\"></invoke>", ""},
		{"<invoked name=\"Bash\"></invoked>", ""},
		{"<" + textcall.ClaudePrefix, ""},
		{"<" + textcall.ClaudePrefix + "invoke>", ""},
		{"<function_calls> holds calls", ""},
		{"<function_calls></function_calls>", ""},
		{"<tool_call>", ""},
		{"<tool_call>...</tool_call>", ""},
		{"<tool_call>{}</tool_call>", ""},
		{"<tool_call>{\"name\": \"\"}</tool_call>", ""},
		{"<tool_call>{\"name\": \"function_name\"}</tool_call>", ""},
		{"The <tool_call> tag and the </tool_call> tag.", ""},
		{"<tool_calls_total>3</tool_calls_total>", ""},
		{"[TOOL_CALLS]", ""},
		{"[TOOL_CALLS] is a token", ""},
		{"[TOOL_RESULTS]{\"name\": \"ls\"}", ""},
		{"[tool_calls][{\"name\": \"ls\"}]", ""},
		{"<|tool_call_begin|>", ""},
		{"<|tool_calls_section_begin|> and <|tool_calls_section_end|>", ""},
		{"<｜tool▁calls▁begin｜>", ""},
		{"<｜DSML｜function_calls>", ""},
		{"<|python_tag|>", ""},
		{"<|python_tag|> starts code", ""},
		{"<function=", ""},
		{"<function=ls>", ""},
		{"<function name>", ""},
		{"<function_call>", ""},
		{"<tool_use>", ""},
		{"<tool_use>some text</tool_use>", ""},
		{"<|channel|>analysis<|message|>We think.", ""},
		{"<use_mcp_tool>", ""},
		{"<tool>", ""},
		{"A <tool> has a <tool_name>.", ""},
		{"<tool>hammer</tool>", ""},
		{"a < b && c [0] <div class=\"invoke\">", ""},
		{"&lt;invoke name=\"Bash\"&gt;&lt;/invoke&gt;", ""},
	} {
		var got []string
		calls, _ := textCalls(test.text, nil, native, nil, nil)
		for _, c := range calls {
			got = append(got, test.text[c.Opener.Start:c.Opener.End])
		}
		if got := strings.Join(got, "\n"); got != test.want {
			t.Errorf("%q\n got %q\nwant %q", test.text, got, test.want)
		}
	}
	if got, _ := textCalls(forge, nil, native|taught, nil, nil); got != nil {
		t.Errorf("%v, though <tool> is not asked for", got)
	}
}
