package feedback

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestOfCallThatRan checks that what the runtime does is told about a call that ran, and not about
// one that its tool refused.
func TestOfCallThatRan(t *testing.T) {
	const text = "<tool><server_name>local</server_name><tool_name>%s</tool_name><arguments><message>a<b>c</b></message></arguments></tool>"
	problems := []problem{{line: 1, message: "<b> is dropped", note: "The runtime reads the text"}, {line: 2, message: "odd", note: ""}}
	for tool, want := range map[string]string{
		"converse":  "ERROR: Tool call ran with data lost.\n\nReason: markup in a value is dropped\n\nLine 1: <b> is dropped. The runtime reads the text.\nLine 2: odd.\n",
		"read_file": "ERROR: read_file refused the call.\n\nReason: read_file has no argument \"message\"\n\nLine 1: <b> is dropped.\nLine 2: odd.\n",
		"no_tool":   "ERROR: Tool call refused: there is no tool no_tool.\n\nLine 1: <b> is dropped.\nLine 2: odd.\n",
	} {
		c := callsIn(diagnostics.Options{}, fmt.Sprintf(text, tool), document.Reply)[0]
		got := ofCall(c, problems, "", 4<<10, nil)
		if tool == "read_file" { // whose reason is that of the rule
			want = strings.Replace(want, `read_file has no argument "message"`, c.Reason(nil), 1)
		}
		if got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", tool, got, want)
		}
	}
}

// TestLongNames checks up to which length names are shown as a whole: in bytes, 40 in the title
// of a message and of elements, and 80 in a sentence.
func TestLongNames(t *testing.T) {
	const text = "<tool><server_name>local</server_name><tool_name>%s</tool_name><arguments><message>a</message></arguments></tool>"
	title := func(name string) string {
		return ofCall(callsIn(diagnostics.Options{}, fmt.Sprintf(text, name), document.Reply)[0], nil, "", 4<<10, nil)
	}
	place := func(name string) (field, expected string) {
		_, line, _ := strings.Cut(messageOf(xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><"+name+">a</c></arguments></tool>", 0), 4<<10), "\nLine 1, in ")
		line, _, _ = strings.Cut(line, "\n")
		field, expected, _ = strings.Cut(line, ": expected ")
		return field, expected
	}
	for what, test := range map[string]struct {
		most    int
		message func(name string) string
	}{
		"an unknown tool": {40, title},
		"a field":         {40, func(name string) string { field, _ := place(name); return field }},
		"an end tag":      {40, func(name string) string { _, expected := place(name); return expected }},
		"a leaked tool": {80, func(name string) string {
			return OfLeak(&document.TextCall{Call: textcall.Call{Tool: name, Format: "f"}}, 1)
		}},
		"a leaked format": {80, func(name string) string {
			return OfLeak(&document.TextCall{Call: textcall.Call{Tool: "t", Format: name}}, 1)
		}},
		"a leak of no one": {80, func(name string) string { return OfLeak(&document.TextCall{Call: textcall.Call{Format: name}}, 1) }},
	} {
		for n := test.most - 1; n <= test.most+1; n++ {
			name := strings.Repeat("n", n)
			message := test.message(name)
			if whole := strings.Contains(message, name); whole != (n <= test.most) || !whole && !strings.Contains(message, "n…") {
				t.Errorf("%s of %d bytes is shown as a whole: %t\n%s", what, n, whole, message)
			}
		}
	}
}
