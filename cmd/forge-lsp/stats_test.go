package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// written returns the content of files, as far as they exist.
func written(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		text, _ := os.ReadFile(name)
		b.Write(text)
	}
	return b.String()
}

// TestLateRows checks that a large file has the rows of a small one: those of its calls are
// written as they are made.
func TestLateRows(t *testing.T) {
	t.Chdir(t.TempDir())
	document := func(padding int) string {
		return `{"messages":[{"role":"user","content":"` + strings.Repeat("x", padding) + `"},` + record + `,{"role":"tool","content":"Error: no"},` + record + "]}"
	}
	const small = "small"
	disk.Write(t, ".", map[string]string{"large.json": document(16 << 20), "small.json": document(len(small))})
	rows := func(name string) string {
		code, _, errOut := runCommand(t, "", "stats", "--facts", "rows.jsonl", name+".json", "small.json")
		if code != 0 || errOut != "" {
			t.Fatalf("exit code %d: %s", code, errOut)
		}
		return written("rows.jsonl")
	}
	want := rows(small)
	offsets := regexp.MustCompile(`"offset":\d+`)
	got := strings.ReplaceAll(rows("large"), "large.json", "small.json")
	if diff := cmp.Diff(offsets.ReplaceAllString(want+want, ""), offsets.ReplaceAllString(got, "")); diff != "" {
		t.Error(diff)
	}
}
