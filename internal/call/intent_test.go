package call

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
)

// intend determines the intent of a call that is the only thing in its message.
func intend(text string) *Intent {
	return IntentOf(text, Options{Tools: toolspec.Builtins(), Complete: true})
}

// writeFile is a call with the given content, as it is written.
func writeFile(path, content string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>" + path +
		"</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
}

// TestManyCorrections checks that a call with more problems than are recorded is corrected in
// stages, as long as these are few.
func TestManyCorrections(t *testing.T) {
	for n, certain := range map[int]bool{100: true, 1500: true, 4900: true, 5100: false} {
		text := strings.Replace(writeFile("a", "x"), "<arguments>", "<arguments>"+strings.Repeat("<!-- -- -->", n), 1)
		in := intend(text)
		if in.Certain() != certain || certain && in.Tool != "write_file" {
			t.Errorf("%d comments: certain %v, %v", n, in.Certain(), in.Doubts)
		}
	}
}

// FuzzIntent checks that any text has a result, and that a certain correction is valid.
func FuzzIntent(f *testing.F) {
	f.Add(writeFile("a.go", "<![CDATA[a && b"))
	f.Add(writeFile("a.go", "a < b &amp;& <i>c</i>"))
	f.Add("<tool>{\"tool_name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}</tool>")
	f.Add("<tool><tool_name>add_note</tool_name><arguments><tags>[\"a\"]</tags><content>x</arguments></tool>")
	f.Fuzz(func(t *testing.T, text string) {
		text = "<tool>" + text
		in := intend(text)
		if !in.Certain() {
			return
		}
		_, rest, _ := strings.Cut(in.Text, "<tool>")
		rest = "<tool>" + rest
		again := intend(rest)
		if !again.Certain() || again.Text != rest {
			t.Fatalf("%q is corrected to %q, and that to %q: %v", text, in.Text, again.Text, again.Doubts)
		}
	})
}
