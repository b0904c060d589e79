package intent

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
)

// TestPhrases checks that a doubt quotes the text of the call, and its place in it.
func TestPhrases(t *testing.T) {
	field := func(value string) string {
		return "<tool>\n<tool_name>converse</tool_name>\n<arguments>\n<message>" + value + "</message>\n</arguments>\n</tool>"
	}
	for _, test := range []struct{ text, want, at string }{
		{field("inv & R&amp;D"), "whether `&amp;` is an escape or text", "<message>inv"},
		{field("a &nbsp; b"), "whether `&nbsp;` is an escape or text", "<message>a"},
		{field("a <message> b"), "whether `<message>` is markup or text", "<message>a"},
		{field("<![CDATA[a]]> b <![CDATA[c"), "where the CDATA sections in `<message>` end", "<message><!"},
		{field("a]]>"), "whether `]]>` is markup or text", "<message>a"},
		{"<tool><tool_name>execute_command</tool_name><arguments>{\"command\": \"a &amp;&amp; b\"}</arguments></tool>", "whether `&amp;` in JSON is an escape or text", "<arguments>"},
		{"<tool><tool_name>list_notes</tool_name>{\"limit\": 2}</tool>", "whether `{\"limit\": 2}` is an argument", "<tool>"},
		{"<tool><tool_name>write_file</tool_name><arguments><path>a.go</path></arguments></tool>", "the value of `<content>`, which is missing", "<arguments>"},
		{"<tool><tool_name>write_file</tool_name><arguments><path>a.go<path><content>a</div></arguments></tool>", "whether `</div>` is markup or text", "<content>"},
		{"<tool><tool_name>write_file</tool_name><arguments><path>a.go</path><content>a\nb</arguments></tool>", "where `<content>` ends", "<content>"},
		{"<tool>{\"tool_name\": \"read_file\"", "where the call ends", "<tool>"},
	} {
		in := Of(test.text, Options{Tools: toolspec.Builtins()})
		if len(in.Doubts) == 0 {
			t.Errorf("%s: certain, want %q", test.text, test.want)
			continue
		}
		d := &in.Doubts[0]
		if got := d.String(); got != test.want {
			t.Errorf("%s: %q (%s), want %q", test.text, got, d.Why, test.want)
		}
		if at := test.text[d.Span.Start:]; !strings.HasPrefix(at, test.at) {
			t.Errorf("%s: the doubt is at %q, want %q", test.text, at, test.at)
		}
	}
}

// checkPhrase checks that there is a phrase for a doubt, and something in the text for it to
// quote.
func checkPhrase(t *testing.T, d *Doubt) {
	t.Helper()
	s := d.String()
	if strings.Contains(s, "``") || strings.Contains(s, "`<>`") || strings.Contains(s, "\n") || phrases()[d.Why] == "" && !strings.HasPrefix(d.Why, doesNotRun) {
		t.Errorf("%s: %q", d.Why, s)
	}
}
