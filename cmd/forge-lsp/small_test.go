package main

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/corpus"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/stats/reports"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestMoreGroups checks that the groups which are not shown are counted.
func TestMoreGroups(t *testing.T) {
	for n, want := range map[int]string{maxGroups: "", maxGroups + 1: "and 1 more group; --format json has them", maxGroups + 2: "and 2 more groups; --format json has them"} {
		tally := corpus.NewTally()
		for i := range n {
			tally.Add(&corpus.Fact{Kind: corpus.Call, Meant: true, Outcome: corpus.Runs, Tool: fmt.Sprintf("t%02d", i)})
		}
		var out bytes.Buffer
		c := &counter{}
		c.out = bufio.NewWriter(&out)
		c.groups(&reports.Report{Tally: tally, By: []corpus.Dimension{corpus.ByTool}})
		if err := c.out.Flush(); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		shown := 0
		for _, line := range lines {
			if strings.Contains(line, "  t") && !strings.Contains(line, "tool") {
				shown++
			}
		}
		if shown != maxGroups {
			t.Errorf("%d of %d groups are shown:\n%s", shown, n, out.String())
		}
		if last := lines[len(lines)-1]; (want != "" && last != want) || want == "" && strings.HasPrefix(last, "and") {
			t.Errorf("%d groups end with %q, want %q", n, last, want)
		}
	}
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

// TestMarkdownSummary checks that the summary of inspect names each of several files, and not the
// only one, which the heading names.
func TestMarkdownSummary(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.reply": callOf("list_tags", ""), "b.reply": callOf("list_tags", ""), "none.md": "No calls.\n"})
	for files, want := range map[string]string{
		"a.reply":         "1 file, 1 call: ",
		"a.reply none.md": "2 files, 1 call: ",
		"a.reply b.reply": "- `a.reply`: 1 call: all run as written\n- `b.reply`: 1 call: all run as written\n\n2 files, 2 calls: ",
	} {
		code, out, errs := runCommand(t, "", append([]string{"inspect", "--format", "markdown"}, strings.Fields(files)...)...)
		if _, summary, ok := strings.Cut(out, "## Summary\n\n"); code != cli.ExitOK || errs != "" || !ok || !strings.HasPrefix(summary, want) {
			t.Errorf("%s: %d, %s%s", files, code, out, errs)
		}
	}
}
