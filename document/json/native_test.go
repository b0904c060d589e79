package json

import (
	"strings"
	"testing"
)

// otlp returns an attribute of OpenTelemetry with messages, given as JSON in a string, after
// another one.
func otlp(messages string) string {
	return `{"attributes":[{"key":"a","value":{"stringValue":"\"x\\"}},{"key":"gen_ai.output.messages","value":{"stringValue":"` + messages + `"}}]}`
}

// shows reports whether a text shows native calls.
func shows(text string) (native bool) {
	Natives(text, func(_ Span, shown bool) { native = native || shown })
	return native
}

func TestNatives(t *testing.T) {
	for text, want := range map[string]bool{
		``:                                          false,
		`{"type":"tool_use","id":"1"}`:              true,
		`{"type": "tool_use"}`:                      true,
		`{"stop_reason":"tool_use"}`:                true,
		`{"tool_use":0}`:                            false,
		`{"server_tool_use":{}}`:                    false,
		`{"text":"\"type\":\"tool_use\""}`:          false,
		`{"text":"\"tool_calls\": [{"}`:             false,
		`{"tool_calls":[{"id":"1"}]}`:               true,
		`{"tool_calls": [ { "id": 1}]}`:             true,
		"{\"tool_calls\": [\n  {":                   true,
		`{"tool_calls":[]}`:                         false,
		"{\"tool_calls\": [\n  ]":                   false,
		`{"tool_calls":null}`:                       false,
		`{"tool_calls"`:                             false,
		`{"toolCalls":[{}]}`:                        true,
		`{"tools":[{"name":"a"}]}`:                  true,
		`{"tools":["Bash","Read"]}`:                 false,
		`{"tools":[]}`:                              false,
		`{"tools":{}}`:                              false,
		`["tools",[{"name":"a"}]]`:                  false,
		`{"function_call":{"name":"a"}}`:            true,
		`{"function_call":null}`:                    false,
		`{"function_call":"auto"}`:                  false,
		`{"type":"function_call"}`:                  true,
		`{"type":"custom_tool_call"}`:               true,
		`{"type":"local_shell_call"}`:               true,
		`{"type":"function_call_output"}`:           false,
		`{"type":"toolCall"}`:                       true,
		`{"type":"tool-call"}`:                      true,
		`{"type":"tool_result"}`:                    false,
		`{"type":"tool_call","id":"1"}`:             true,
		`{"type":"tool"}`:                           false,
		`{"type":"tool","content":"x"}`:             false,
		`{"type":"tool","tool":"bash"}`:             true,
		`{"role":"tool","tool":"bash"}`:             false,
		"{\"type\": \"tool\",\n \"callID\": \"1\"}": true,
		`{"text":"\"type\":\"tool_call\""}`:         false,
		otlp(`[{\"parts\":[{\"type\":\"tool_call\",\"id\":\"1\"}]}]`):                              true,
		otlp(`[{\"parts\": [{\"type\": \"tool_call\", \"id\": \"1\"}]}]`):                          true,
		otlp(`[{\"parts\":[{\"type\":\"text\",\"content\":\"\\\"type\\\":\\\"tool_call\\\"\"}]}]`): false,
		otlp(`[{\"parts\":[{\"type\":\"tool_call_response\"}]}]`):                                  false,
		strings.ReplaceAll(otlp(`[{\"type\":\"tool_call\"}]`), "stringValue", "note"):              false,
		otlp(`see \"type\":\"tool_call\"`):                                                         false,
		otlp(`[1]`) + "\n" + `\"type\":\"tool_call\"`:                                              false,
		strings.ReplaceAll(otlp(`[{\"type\":\"tool_call\"}]`), ",", ",\n  "):                       true,
		`{"key":"type","value":{"stringValue":"tool_call"}}`:                                       true,
		`{"role":"tool"}`:                     false,
		`{"x":"\"function_call\""}`:           false,
		`_call"`:                              false,
		`"tool`:                               false,
		`{"toolsy":1,"tool_calls":[{}]}`:      true,
		`"function_call":0,"function_call":{`: true,
	} {
		if got := shows(text); got != want {
			t.Errorf("%q shows native calls: %v, want %v", text, got, want)
		}
	}
}
