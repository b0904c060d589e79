package main

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// callOf returns a call of a tool with some text for arguments.
func callOf(tool, arguments string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>" + arguments + "</arguments>\n</tool>\n"
}

// TestNoErrors checks that stats has no heading for what no call has.
func TestNoErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.reply": callOf("list_tags", ""), "b.reply": callOf("read_file", "<path>a < b</path>")})
	for name, want := range map[string]bool{"a.reply": false, "b.reply": true} {
		code, out, errs := runCommand(t, "", "stats", name)
		if code != cli.ExitOK || errs != "" || !strings.Contains(out, "\n\nmethod\n") {
			t.Errorf("%s: %d, %s%s", name, code, out, errs)
		}
		if strings.Contains(out, "first error") != want || strings.Contains(out, "\n\n\n") {
			t.Errorf("%s: a heading for errors is wanted: %v\n%s", name, want, out)
		}
	}
}

// TestStatisticsOfOne checks that the statistics of check have the table of tools also for one
// tool, and none of rules where nothing is found.
func TestStatisticsOfOne(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.reply": callOf("list_tags", "")})
	const want = `  calls  runs  repaired  data lost  refused  never runs  tool
      1     1         0          0        0           0  list_tags

1 file, 1 call: all run as written; no findings
`
	if code, out, errs := runCommand(t, "", "check", "--statistics", "--fail-on", "never", "a.reply"); code != cli.ExitOK || out != want || errs != "" {
		t.Errorf("%d\n%s%swant\n%s", code, out, errs, want)
	}
}
