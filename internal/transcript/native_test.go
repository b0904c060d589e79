package transcript

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// otlp returns an attribute of OpenTelemetry with messages, given as JSON in a string, after
// another one.
func otlp(messages string) string {
	return `{"attributes":[{"key":"a","value":{"stringValue":"\"x\\"}},{"key":"gen_ai.output.messages","value":{"stringValue":"` + messages + `"}}]}`
}

func TestNatives(t *testing.T) {
	for text, want := range map[string]bool{
		``:                                 false,
		`{"type":"tool_use","id":"1"}`:     true,
		`{"type": "tool_use"}`:             true,
		`{"stop_reason":"tool_use"}`:       true,
		`{"tool_use":0}`:                   false,
		`{"server_tool_use":{}}`:           false,
		`{"text":"\"type\":\"tool_use\""}`: false,
		`{"text":"\"tool_calls\": [{"}`:    false,
		`{"\"tool_calls":[{"id":1}]}`:      false,
		`{"tool_calls":[{"id":"1"}]}`:      true,
		`{"tool_calls": [ { "id": 1}]}`:    true,
		"{\"tool_calls\": [\n  {":          true,
		`{"tool_calls":[]}`:                false,
		"{\"tool_calls\": [\n  ]":          false,
		`{"tool_calls":null}`:              false,
		`{"tool_calls"`:                    false,
		`{"toolCalls":[{}]}`:               true,
		`{"tools":[{"name":"a"}]}`:         true,
		`{"tools":["Bash","Read"]}`:        false,
		`{"tools":[]}`:                     false,
		`{"tools":{}}`:                     false,
		`["tools",[{"name":"a"}]]`:         false,
		`{"function_call":{"name":"a"}}`:   true,
		`{"function_call":null}`:           false,
		`{"function_call":"auto"}`:         false,
		`{"type":"function_call"}`:         true,
		`{"type":"custom_tool_call"}`:      true,
		`{"type":"local_shell_call"}`:      true,
		`{"type":"function_call_output"}`:  false,
		`{"type":"ToolCallRequestEvent","content":[{"id":"1","name":"a","arguments":"{}"}]}`: true,
		`{"type":"toolCall"}`:                                               true,
		`{"type":"tool-call"}`:                                              true,
		`{"type":"tool_result"}`:                                            false,
		`{"type":"tool_call","id":"1"}`:                                     true,
		`{"type":"tool"}`:                                                   false,
		`{"type":"tool","content":"x"}`:                                     false,
		`{"role":"tool","tool":"bash"}`:                                     false,
		"{\"type\": \"tool\",\n \"callID\": \"1\", \"tool\": \"a\"}":        true,
		`{"text":"\"type\":\"tool_call\""}`:                                 false,
		otlp(`[{\"parts\":[{\"type\":\"tool_call\",\"name\":\"a\"}]}]`):     true,
		otlp(`[{\"parts\": [{\"type\": \"tool_call\", \"name\": \"a\"}]}]`): true,
		otlp(`[{\"parts\":[{\"type\":\"text\",\"content\":\"\\\"type\\\":\\\"tool_call\\\"\"}]}]`):   false,
		otlp(`[{\"parts\":[{\"type\":\"tool_call_response\"}]}]`):                                    false,
		strings.ReplaceAll(otlp(`[{\"type\":\"tool_call\",\"name\":\"a\"}]`), "stringValue", "note"): true,
		strings.ReplaceAll(otlp(`[{\"type\":\"tool_call\",\"name\":\"a\"}]`), "stringValue", "text"): false,
		`{"a":"{\"b\":\"{\\\"tool_calls\\\": [\\n {\\\"name\\\":\\\"a\\\"}]}\"}"}`:                   true,
		`{"a":"{\"b\":\"see \\\"tool_calls\\\": [{\\\"name\\\":\\\"a\\\"}]\"}"}`:                     false,
		`{"stop_reason":"tool_calls"}`:                                                      true,
		`{"type":"tool-read_file","toolCallId":"1","state":"x"}`:                            true,
		`{"type":"tool-result","toolCallId":"1"}`:                                           false,
		`{"type":"dynamic-tool","toolName":"a"}`:                                            true,
		`{"toolRequests":[{"name":"a"}]}`:                                                   true,
		otlp(`see \"type\":\"tool_call\"`):                                                  false,
		otlp(`[1]`) + "\n" + `\"type\":\"tool_call\"`:                                       false,
		strings.ReplaceAll(otlp(`[{\"type\":\"tool_call\",\"name\":\"a\"}]`), ",", ",\n  "): true,
		`{"role":"tool"}`:                false,
		`{"x":"\"function_call\""}`:      false,
		`_call"`:                         false,
		`"tool`:                          false,
		`{"toolsy":1,"tool_calls":[{}]}`: true,
	} {
		if got := HasNative(text) && Read(text, Detected).Native; got != want {
			t.Errorf("%q shows native calls: %v, want %v", text, got, want)
		}
	}
}

// TestFind checks which lines have a candidate.
func TestFind(t *testing.T) {
	for text, want := range map[string][]string{
		"":                               nil,
		"a\n\n<p>":                       nil,
		"<tool>":                         {"<tool>"},
		"a\n<tool>\n":                    {"<tool>\n"},
		"a\n<tool></tool>\nb\n<tool>\nc": {"<tool></tool>\n", "<tool>\n"},
		"<tool>\n<tool>\nb":              {"<tool>\n", "<tool>\n"},
		"<tool>\r\nb\n\\u003ctool":       {"<tool>\r\n", "\\u003ctool"},
	} {
		var got []string
		for _, span := range Find(text).Lines {
			got = append(got, text[span.Start:span.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestArguments checks what is read of arguments that are JSON in a string, and where they are wrong.
func TestArguments(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"a":1}`:        `{"a":1} "" `,
		`"{\"a\":1} \n"`: `{"a":1} "" `,
		`" "`:            ` "" `,
		`"{\"a\":1} x"`:  ` "there is text after the arguments" x`,
		`"{\"a\":"`:      ` "it ends too early" :`,
	} {
		text := `{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"a","arguments":` + arguments + `}}]}`
		f := Read(text, Detected)
		if len(f.Calls) != 1 {
			t.Errorf("%s: %d calls", arguments, len(f.Calls))
			continue
		}
		c, at, got := &f.Calls[0], "", ""
		if c.Invalid != "" {
			at = text[c.At : c.At+1]
		}
		if c.Arguments.Exists() {
			got = c.Arguments.Text()
		}
		if got = fmt.Sprintf("%s %q %s", got, c.Invalid, at); got != want {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
}
