package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestNoRefactoring checks that unproven refactorings are not offered.
func TestNoRefactoring(t *testing.T) {
	for name, content := range map[string]string{
		"a section cannot end the call":     `a &lt;/tool&gt; b &amp; c`,
		"a section reads a carriage return": `a&#13;&amp;`,
		"markup would be lost":              `a<b>c &amp;</b>`,
		"nothing to write differently":      `abc`,
	} {
		text := "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
		r := Options{}.run(text, document.Reply)
		for _, fix := range r.Refactorings(0, strings.Index(text, content)) {
			t.Errorf("%s: %s", name, fix.Title)
		}
	}
}

// TestRefactorRefused checks that JSON is not offered as elements as long as the call is refused for
// another reason.
func TestRefactorRefused(t *testing.T) {
	call := callTo("read_file", `{"path": "a"}`)
	for text, want := range map[string]int{
		call: 1, strings.Replace(call, "</server_name>", "</servr_name>", 1): 0, strings.Replace(call, "</tool_name>", "<tool_name>", 1): 0,
	} {
		if got := run(text, document.Reply).Refactorings(0, 1); len(got) != want {
			t.Errorf("%q: %+v, want %d", text, got, want)
		}
	}
}

// TestRefactorOthers checks that all values of a call are wrapped but those that CDATA cannot hold.
func TestRefactorOthers(t *testing.T) {
	for _, content := range []string{"a &lt;/tool&gt;", "a &amp;&#13;b", "a &amp;&#xD;&#xA;b", "&lt;thinking&gt;a&lt;/thinking&gt;"} {
		r := run(callTo("write_file", "<path>a &amp; b</path><content>"+content+"</content>"), document.Reply)
		want := map[string]string{"Wrap all values of the call in CDATA": "<![CDATA[a & b]]>"}
		for _, fix := range r.Refactorings(0, 1) {
			if text, ok := want[fix.Title]; !ok || len(fix.Edits) != 1 || fix.Edits[0].Text != text {
				t.Errorf("%s: %+v", content, fix)
			}
			delete(want, fix.Title)
		}
		if len(want) > 0 {
			t.Errorf("%s: %v is not offered", content, want)
		}
	}
}
