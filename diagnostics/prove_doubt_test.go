package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestDoubts checks why the first fix of a finding is only suggested.
func TestDoubts(t *testing.T) {
	field := func(value string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>converse</tool_name>\n<arguments>\n  <message>" + value + "</message>\n</arguments>\n</tool>\n"
	}
	const (
		read = "<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a&b<c.go</path></arguments>\n</tool>\n"
		bare = "<tool>\n<tool_name>list_files</tool_name>\n</tool>\n" // with the path of the other call
	)
	for _, test := range []struct{ text, code, want string }{
		{field("inv & R&amp;D"), "unescaped-ampersand", "not certain: whether `&amp;` is an escape or text"},
		{field("a & b"), "unescaped-ampersand", ""},
		{field("a < b && c"), "raw-less-than", ""}, // together with the other
		{strings.Replace(field("a ]]>"), "</tool_name>", "", 1), "unclosed-element", "not certain 2 lines below: whether `]]>` is markup or text"},
		{read + bare, "raw-less-than", "not proven: another call of the message would run"},
		{field("x") + field("y"), "multiple-calls", "not proven: it changes text outside the call"},
		{strings.Replace(field("x"), "converse", "speak", 1), "unknown-tool", ""},
		{strings.Replace(field("x"), "converse", "convers", 1), "unknown-tool", "not certain: `<tool_name>` would have another value"},
		{"<tool><tool_name>write_file</tool_name><arguments><path>a.go</path><content>a\nb</arguments></tool>", "unclosed-element", "not certain: where `<content>` ends"},
	} {
		res := run(test.text, document.Reply)
		found := false
		for i := range res.Diagnostics {
			if res.Diagnostics[i].Code != test.code {
				continue
			}
			found = true
			if got := res.Doubt(i); got != test.want {
				t.Errorf("%s: %q, want %q", test.text, got, test.want)
			}
			for _, fix := range res.Prove(i) {
				if fix.Safe() != (fix.Doubt() == "") {
					t.Errorf("%s: %q is safe (%v) and in doubt: %q", test.text, fix.Title, fix.Safe(), fix.Doubt())
				}
			}
			break
		}
		if !found {
			t.Errorf("%s: no %s", test.text, test.code)
		}
	}
}

// TestDoubtDirective checks why the fix of a directive is not safe.
func TestDoubtDirective(t *testing.T) {
	res := run(strings.Repeat("<!-- forge-lsp-disable-next-call raw-less-than -->\n", maxDirectives+2), document.Document)
	doubts := map[string]int{}
	for i := range res.Diagnostics {
		for _, fix := range res.Prove(i) {
			doubts[fix.Doubt()]++
		}
	}
	if doubts[tooManyDirectives] == 0 || doubts[""] == 0 || len(doubts) != 2 {
		t.Errorf("%v", doubts)
	}
}
