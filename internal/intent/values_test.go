package intent

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestValues compares what is meant by values with a file: every pair of pieces of text that may
// have to be escaped, among words. A value is the content of a program's file, of a page, a path
// or an argument of a tool that nobody defines; one that is not listed has the result before it.
func TestValues(t *testing.T) {
	pieces := []string{
		"", "&", "&amp;", "&lt;", "-&gt;", "&lt", "&copy;", "&x;", "&#xD83D;", "&#x1f;", "<", "</", "<b>", "</b>", "<!--", "<content>", "</content ", "<value>", "</path>",
		"<contentx", "<![CDATA[", "<![cdata[", "]]>", "]] >", "</tool>", "\n", " ", "<thinking>",
	}
	o := Options{Tools: ownTools(t), Complete: true}
	var out strings.Builder
	// Declarations, comments and instructions are not paired.
	alone := []string{"<!a", "<!Z", "<!é", "<!1", "<!-", "<![", "<!", "<?", "<!DOCTYPE x>", "<!doctype x>", "<? x ?>", "<x:content>", "</contnt>", "<item>", "<code>", "</code>", "<div", "x<value>"}
	for _, one := range slices.Concat(pieces, alone) {
		for _, two := range pieces {
			if two != "" && slices.Contains(alone, one) {
				continue
			}
			for _, shape := range []string{"%sb%s", "a %s b %s c"} {
				if one+two == "" || one == two && !strings.Contains(one, "&") {
					continue
				}
				raw := fmt.Sprintf(shape, one, two)
				fmt.Fprintf(&out, "%q", raw)
				last := ""
				for _, kind := range []struct{ name, before, after string }{
					{"program", "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>a.go</path><content>", "</content></arguments></tool>"},
					{"page", "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>a.html</path><content>", "</content></arguments></tool>"},
					{"path", "<tool><server_name>local</server_name><tool_name>read_file</tool_name><arguments><path>", "</path></arguments></tool>"},
					{"unknown", "<tool><server_name>local</server_name><tool_name>our_own</tool_name><arguments><content>", "</content></arguments></tool>"},
				} {
					in := Of(kind.before+raw+kind.after, o)
					meant := ""
					for i, d := range in.Doubts {
						meant += strings.Repeat("; ", min(i, 1)) + d.Why
					}
					if in.Certain() {
						value := strings.TrimSuffix(strings.TrimPrefix(in.Text, kind.before), kind.after)
						meant = fmt.Sprintf("%q", value)
						if value == raw {
							meant = "as written"
						}
					}
					if meant != last {
						fmt.Fprintf(&out, ", %s: %s", kind.name, meant)
					}
					last = meant
				}
				out.WriteString("\n")
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "values.txt"), []byte(out.String()))
}
