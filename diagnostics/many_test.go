package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMany fixes a value with thousands of problems, of which each reading
// tells a part.
func TestMany(t *testing.T) {
	const most = 1000 // problems that are recorded of a call
	for _, line := range []string{"if a < b && c {\n", "x && y\n", "a ]]> b\n"} {
		value := strings.Repeat(line, 3*most)
		text := "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n  <path>a</path>\n  <content>" +
			value + "</content>\n</arguments>\n</tool>\n"
		res := Run(document.Read(text, document.Reply))
		checkResult(t, text, res)
		if n := len(res.Findings); n > 4*most || !res.Calls[0].Block().More {
			t.Errorf("%q: %d findings, more %v", line, n, res.Calls[0].Block().More)
		}
		fixed := Run(document.Read(FixAll(text, document.Reply, nil), document.Reply))
		if len(fixed.Findings) > 0 || fixed.Calls[0].Block().Verdict().Outcome != xmlcall.Runs {
			t.Fatalf("%q: %d findings left, %+v", line, len(fixed.Findings), fixed.Calls[0].Block().Verdict())
		}
		arguments, _ := fixed.Calls[0].Block().Decode()
		if arguments.Children[1].Text != value {
			t.Errorf("%q: another value", line)
		}
	}
}
