package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestStartTagSlip checks the fixes of an element whose tags have different names: for a tool
// that nobody defines it is not certain which of them is wrong, if the name of the end tag is the
// likelier one, and for a known tool the name that it has is the first suggestion.
func TestStartTagSlip(t *testing.T) {
	for _, test := range []struct{ tool, tags, want string }{
		{"our_own", "<path>a</paht>", "Write `</path>`, safe; Write `<paht>`"},
		{"our_own", "<path>a</path", "Write `</path>`, safe"},
		{"our_own", "<path>a</path x>", "Write `</path>`, safe"},
		{"our_own", "<query>a</quer>", "Write `</query>`, safe; Write `<quer>`"},
		{"our_own", "<filePath>a</filepath>", "Write `</filePath>`, safe; Write `<filepath>`"},
		{"our_own", "<paht>a</path>", "Write `</paht>`; Write `<path>`"},
		{"our_own", "<PATH>a</path>", "Write `</PATH>`; Write `<path>`"},
		{"our_own", "<value>a</path>", "Write `</value>`; Write `<path>`"},
		{"our_own", "<hosts><host>a</host><hots>b</host></hosts>", "Write `</hots>`; Write `<host>`"},
		{"our_own", "<hosts><item>a</ite></hosts>", "Write `</item>`, safe; Write `<ite>`"},
		{"read_file", "<path>a</paht>", "Write `</path>`, safe"},
		{"read_file", "<paht>a</path>", "Rename to `<path>`; Write `</paht>`"},
		{"read_file", "<file_name>a</path>", "Rename to `<path>`; Write `</file_name>`"},
	} {
		reply := "<tool>\n<server_name>local</server_name>\n<tool_name>" + test.tool + "</tool_name>\n<arguments>\n" + test.tags + "\n</arguments>\n</tool>\n"
		var titles []string
		res := Options{}.run(reply, document.Reply)
		for i := range res.Diagnostics {
			if res.Diagnostics[i].Code == "unknown-tool" {
				continue
			}
			for _, fix := range res.Prove(i) {
				title := fix.Title
				if fix.Safe() {
					title += ", safe"
				}
				titles = append(titles, title)
			}
		}
		if got := strings.Join(titles, "; "); got != test.want {
			t.Errorf("%s, %s: %s, want %s", test.tool, test.tags, got, test.want)
		}
	}
}
