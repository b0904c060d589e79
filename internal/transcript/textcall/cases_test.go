package textcall

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// A runtimeCase is a complete reply, and the calls that runtimes of 2026 ran of it: all that ran calls ran the same.
type runtimeCase struct {
	ID    string
	Input string
	All   bool // whether each of them ran calls
	Calls []struct {
		Name      string
		Arguments json.RawMessage
	}
}

func readCases(t testing.TB) (list []runtimeCase) {
	text, err := os.ReadFile("testdata/runtimes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var c runtimeCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// others are the cases in which what we say is not what runtimes do, and why.
var others = map[string]string{
	"pythonic/two-lists": "they run the first list alone",

	// Only some of the runtimes find a call.
	"qwen3_coder/bool-capital":        "True is text where values are not JSON",
	"glm45/bool-capital":              "the same",
	"minimax_m2/cut-in-value":         "they drop the value that is cut off",
	"minimax_m2/cut-in-delimiter":     "the same",
	"anthropic_invoke/two-in-wrapper": "they drop a call without arguments",
	"glm45/prose-in-wrapper":          "they take a sentence for the name of a tool",
	"glm47/prose-in-wrapper":          "the same",
	"glm45/json-in-wrapper":           "they take JSON for the name of a tool",
	"glm47/json-in-wrapper":           "the same",
	"mistral_v11/call-id":             "they take the id for a part of the name",
	"kimi_k2/no-index":                "they take the name from the arguments",
	"hermes_json/name-empty":          "no name",
	"deepseek_v31/name-empty":         "no name",
	"mistral_v3/name-empty":           "no name",
	"harmony/name-empty":              "no name",
	"deepseek_v31/brace-extra":        "the brace is no part of the arguments",
	"mistral_v11/no-args-empty":       "there are no arguments",
	"mistral_v3/two-text-between":     "they run the first list alone",
	"llama3_json/prose-around":        "JSON, or Python, in a text is a call only at its end",
	"llama3_json/fenced":              "the same",
	"pythonic/fenced":                 "the same",
	"pythonic/prose-before":           "the same",
	"pythonic/prose-after":            "the same",
	"llama3_json/unknown-tool":        "no tool of the session",
	"pythonic/unknown-tool":           "the same",
}

// silent are the cases in which no runtime finds a call, and the tools that we see.
var silent = map[string]string{
	"qwen3_coder/json-in-wrapper":                "find_city",
	"dsml_v32/no-wrapper":                        "find_city",
	"dsml_v32/no-wrapper-open":                   "find_city",
	"dsml_v32/json-in-wrapper":                   "find_city",
	"anthropic_invoke/function-end-only-missing": "find_city",
	"anthropic_invoke/no-value-end":              "find_city",
	"anthropic_invoke/cut-in-delimiter":          "find_city",
	"anthropic_invoke/json-in-wrapper":           "find_city",
	"anthropic_invoke/fenced":                    "find_city",
	"glm45/no-wrapper":                           "find_city",
	"glm45/no-wrapper-open":                      "find_city",
	"glm47/no-wrapper":                           "find_city",
	"hermes_json/no-args-empty":                  "ping",
	"hermes_json/single-quotes":                  "find_city",
	"hermes_json/trailing-comma":                 "find_city",
	"hermes_json/bad-escape":                     "save_note",
	"hermes_json/python-true":                    "save_note",
	"hermes_json/two-lines-in-tag":               "ping find_city",
	"hermes_json/fence-in-tag":                   "ping",
	"hermes_json/no-open":                        "ping",
	"hermes_json/qwen-xml-in-tag":                "find_city",
	"kimi_k2/singular":                           "ping",
	"mistral_v3/no-args-empty":                   "ping",
	"mistral_v3/single-quotes":                   "find_city",
	"mistral_v3/trailing-comma":                  "find_city",
	"mistral_v3/bad-escape":                      "save_note",
	"mistral_v3/brace-missing":                   "find_city",
	"mistral_v3/brace-extra":                     "find_city",
	"mistral_v3/object-no-list":                  "ping",
	"harmony/trailing-comma":                     "find_city",
	"harmony/bad-escape":                         "save_note",
	"harmony/python-true":                        "save_note",
	"harmony/brace-missing":                      "find_city",
	"harmony/garbage":                            "find_city",
	"pythonic/neg":                               "save_note",
	"pythonic/expr":                              "save_note",
	"pythonic/trailing-comma":                    "find_city",
}

// TestRuntimes compares what is read of a complete reply with what runtimes read.
func TestRuntimes(t *testing.T) {
	all, same := 0, 0
	for _, c := range readCases(t) {
		got := Calls(c.Input, sessionOf("save_note", "find_city", "ping"))
		if len(c.Calls) == 0 {
			var tools []string
			for i := range got {
				tools = append(tools, got[i].Tool)
			}
			if got := strings.Join(tools, " "); got != silent[c.ID] {
				t.Errorf("%s: %q, want %q", c.ID, got, silent[c.ID])
			}
			continue
		}
		ok := len(got) == len(c.Calls)
		for i := range c.Calls {
			ok = ok && got[i].Tool == c.Calls[i].Name && sameArguments(&got[i], c.Calls[i].Arguments)
		}
		if _, other := others[c.ID]; ok == other {
			t.Errorf("%s, %s: same %t\n got %+v\nwant %s", c.ID, c.Input, ok, got, c.Calls)
		}
		if c.All {
			if all++; ok {
				same++
			}
		}
	}
	if same*100 < all*98 {
		t.Errorf("%d of %d are the same", same, all)
	}
}

// sameArguments compares the values as JSON, or as text.
func sameArguments(c *Call, want json.RawMessage) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal(want, &object) != nil {
		var text string
		if json.Unmarshal(want, &text) == nil {
			return c.Object == text
		}
		return sameValue(c.Object, want)
	}
	if text, ok := object["_text"]; ok {
		return sameValue(c.Object, text)
	}
	values := map[string]string{}
	for _, a := range c.Arguments {
		values[a.Name] = a.Value
	}
	for name, value := range object {
		if got, ok := values[name]; !ok || !sameValue(got, value) {
			return false
		}
	}
	return len(values) == len(object)
}

func sameValue(got string, want json.RawMessage) bool {
	var text string
	if json.Unmarshal(want, &text) == nil && text == got {
		return true
	}
	var a, b any
	return json.Unmarshal([]byte(got), &a) == nil && json.Unmarshal(want, &b) == nil && reflect.DeepEqual(a, b)
}
