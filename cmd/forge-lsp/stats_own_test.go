package main

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestStatsOfArchive checks that the files of a named archive are counted like those of
// a folder.
func TestStatsOfArchive(t *testing.T) {
	t.Chdir(t.TempDir())
	texts := []string{
		"a/x.jsonl", record + "\n" + record + "\n", "b.md", "## Assistant\n\n<tool>\n<tool_name>read_file</tool_name>\n</tool>\n",
		"c.bin", "\x00\x01", "d.txt", "no calls",
	}
	tree := map[string]string{"logs.zip": archiveOf(t, "", texts...)}
	for i := 0; i < len(texts); i += 2 {
		tree["logs/"+texts[i]] = texts[i+1]
	}
	disk.Write(t, ".", tree)
	code, want, errs := runCommand(t, "", "stats", "--format", "json", "logs")
	if code != 0 || errs != "" || strings.HasPrefix(want, `{"calls":0`) {
		t.Fatalf("%d, %s%s", code, want, errs)
	}
	if code, got, errs := runCommand(t, "", "stats", "--format", "json", "logs.zip"); code != 0 || got != want || errs != "" {
		t.Errorf("%d, %s\n%s\nwant\n%s", code, errs, got, want)
	}
}
