package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/edits"
)

// TestStatsInPieces checks that counting the calls of a file in pieces gives the same counts
// as reading it as a whole, also if its start does not show how its agents call tools.
func TestStatsInPieces(t *testing.T) {
	source := edits.Load(t, filepath.Join("..", ".."), "")
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		var b strings.Builder
		for range 1 + r.IntN(30) {
			b.WriteString([]string{
				record, record, strings.ReplaceAll(record, "a & b", "a < b"), strings.ReplaceAll(source.JSON(r, 300), "\n", " "), "", "%% <tool>",
				`{"role":"user","content":"é"}`, `{"role":"assistant","content":"Done.","model":"m","timestamp":"2026-11-01T00:00:00Z"}`,
				`{"messages":[{"role":"system","content":"Be brief."},` + record + `,{"role":"tool","content":"Error: no"},` + record + `]}`,
				`{"role":"assistant","content":[{"type":"tool_use","name":"x","input":{}}]}`, `{"role":"system","content":"write <tool>"}`,
				`{"role":"tool","content":"12 lines"}`,
			}[r.IntN(12)])
			b.WriteString([]string{"\n", "\n", "\r\n"}[r.IntN(3)])
		}
		disk.Write(t, ".", map[string]string{"a.jsonl": record + "\n" + record + "\n" + b.String()})
		files := []string{"rows.jsonl", "a.tally", filepath.Join("out", "index.json")}
		for _, args := range [][]string{
			{"stats", "--format", "json", "a.jsonl"},
			{"stats", "--format", "json", "--facts", "rows.jsonl", "--tally", "a.tally", "a.jsonl"},
			{"stats", "--format", "json", "--examples", "out", "--examples-places", "a.jsonl"},
		} {
			wantCode, want, wantErr := runCommand(t, "", args...)
			wantFiles := written(files...)
			smallPieces(t, 1+r.IntN(2000))
			code, got, gotErr := runCommand(t, "", args...)
			setup.Streamed = 1 << 30
			if code != wantCode || got != want || gotErr != wantErr {
				t.Fatalf("%v: exit code %d, want %d\n%s%s", args, code, wantCode, cmp.Diff(want, got), cmp.Diff(wantErr, gotErr))
			}
			if diff := cmp.Diff(sortedLines(wantFiles), sortedLines(written(files...))); diff != "" {
				t.Fatalf("%v: %s", args, diff)
			}
		}
	}
}

// written returns the content of files, as far as they exist.
func written(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		text, _ := os.ReadFile(name)
		b.Write(text)
	}
	return b.String()
}

// sortedLines returns the lines of a text sorted: rows of different sessions are written in
// the order in which they are complete.
func sortedLines(text string) []string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return lines
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
