package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestUncertain checks which findings only have suggested fixes.
func TestUncertain(t *testing.T) {
	field := func(value string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>converse</tool_name>\n<arguments>\n  <message>" + value + "</message>\n</arguments>\n</tool>\n"
	}
	const (
		read = "<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a&b<c.go</path></arguments>\n</tool>\n"
		bare = "<tool>\n<tool_name>list_files</tool_name>\n</tool>\n" // with the path of the other call
	)
	for _, test := range []struct {
		text, code string
		want       bool
	}{
		{field("inv & R&amp;D"), "unescaped-ampersand", true},
		{field("a & b"), "unescaped-ampersand", false},
		{field("a < b && c"), "raw-less-than", false}, // together with the other
		{strings.Replace(field("a ]]>"), "</tool_name>", "", 1), "unclosed-element", true},
		{read + bare, "raw-less-than", true},
		{field("x") + field("y"), "multiple-calls", true},
		{strings.Replace(field("x"), "converse", "speak", 1), "unknown-tool", false},
		{strings.Replace(field("x"), "converse", "convers", 1), "unknown-tool", true},
		{"<tool><tool_name>write_file</tool_name><arguments><path>a.go</path><content>a\nb</arguments></tool>", "unclosed-element", true},
	} {
		res := run(test.text, document.Reply)
		found := false
		for i := range res.Diagnostics {
			if res.Diagnostics[i].Code != test.code {
				continue
			}
			found = true
			if got := res.Uncertain(i); got != test.want {
				t.Errorf("%s: %v, want %v", test.text, got, test.want)
			}
			break
		}
		if !found {
			t.Errorf("%s: no %s", test.text, test.code)
		}
	}
}

// TestProveManyDirectives checks that only the fixes of the first directives are proven one by one.
func TestProveManyDirectives(t *testing.T) {
	res := run(strings.Repeat("<!-- forge-lsp-disable-next-call raw-less-than -->\n", maxDirectives+2), document.Document)
	proven, suggested := 0, 0
	for i := range res.Diagnostics {
		for _, fix := range res.Prove(i) {
			if fix.Safe() {
				proven++
			} else {
				suggested++
			}
		}
	}
	if proven == 0 || suggested == 0 {
		t.Errorf("%d are proven, %d are not", proven, suggested)
	}
}
