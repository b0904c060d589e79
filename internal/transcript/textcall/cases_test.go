package textcall

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
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
	Other string   // why what we say is not what they do
	Seen  []string // the tools of calls that we see and none of them
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

// TestRuntimes compares what is read of a complete reply with what runtimes read.
func TestRuntimes(t *testing.T) {
	all, same := 0, 0
	for _, c := range readCases(t) {
		got := callsOf(c.Input, sessionOf("save_note", "find_city", "ping"))
		if len(c.Calls) == 0 {
			var tools []string
			for i := range got {
				tools = append(tools, got[i].Tool)
			}
			if !slices.Equal(tools, c.Seen) {
				t.Errorf("%s: %q, want %q", c.ID, tools, c.Seen)
			}
			continue
		}
		ok := len(got) == len(c.Calls)
		for i := range c.Calls {
			ok = ok && got[i].Tool == c.Calls[i].Name && sameArguments(&got[i], c.Calls[i].Arguments)
		}
		if ok == (c.Other != "") {
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
