package diagnostics

import (
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestNativeResults checks which result each native call has.
func TestNativeResults(t *testing.T) {
	call := func(id string) string {
		return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	}
	result := func(id, text string) string {
		return `{"role":"tool","tool_call_id":"` + id + `","content":"` + text + `"}`
	}
	named := `{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]}`
	answer := func(text string) string {
		return `{"role":"user","parts":[{"functionResponse":{"name":"f","response":"` + text + `"}}]}`
	}
	alone := func(text string) string {
		return `{"messages":[` + call("1") + `,` + result("1", text) + `,{"role":"user","content":"x"}]}`
	}
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"by ID", []string{call("1"), call("2"), result("2", "b"), result("1", "a")}, []string{"a", "b"}},
		{"none", []string{call("1"), result("2", "b")}, []string{""}},
		{"before its call", []string{result("1", "a"), call("1")}, []string{"a"}},
		{"an ID twice", []string{call("1"), call("1"), result("1", "a"), result("1", "b")}, []string{"a", "a"}},
		{"by name", []string{named, named, answer("a"), answer("b"), answer("c")}, []string{"a", "b"}},
		{"a name before its call", []string{answer("a"), named, answer("b")}, []string{"b"}},
		{"an ID and a name", []string{call("f"), answer("a"), named, answer("b")}, []string{"", "b"}},
		{"conversations", []string{alone("a"), alone("b")}, []string{"a", "b"}},
	} {
		d := Options{}.Open(text.New(strings.Join(test.lines, "\n")+"\n"), document.JSON)
		var got []string
		for _, r := range d.NativeResults() {
			if r == nil {
				got = append(got, "")
			} else {
				got = append(got, r.Text)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
