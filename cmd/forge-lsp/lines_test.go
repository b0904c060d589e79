package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

const record = `{"role":"assistant","content":"<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a & b</path>\n</arguments>\n</tool>"}`

// TestLines checks that calls are found at their places in a large file, and are read by what all of it shows.
func TestLines(t *testing.T) {
	t.Chdir(t.TempDir())
	const native = `{"role":"assistant","content":[{"type":"tool_use","name":"x","input":{}}]}`
	large := `{"role":"user","content":"` + strings.Repeat("x", 2<<20) + `"}` // so that the file is not read at once
	text := strings.Join([]string{record, "", record, large, record, large, native + "\r", record, ""}, "\n")
	disk.Write(t, ".", map[string]string{"a.jsonl": text, "a.jsonl.gz": gzipped(t, text)})
	for _, name := range []string{"a.jsonl", "a.jsonl.gz", "-"} {
		code, out, errs := runCommand(t, text, "check", "--format", "concise", "--color", "never", name)
		want := []string{name + ":1:32: error[leaked-call]:", name + ":3:32: error[leaked-call]:", name + ":5:32: error[leaked-call]:", name + ":8:32: error[leaked-call]:", "1 transcript, 5 replies,"}
		for i, line := range strings.Split(strings.TrimSpace(out), "\n") {
			if i >= len(want) || !strings.HasPrefix(line, want[i]) {
				t.Errorf("%s: line %d is %s", name, i, line)
			}
		}
		if code != 1 || errs != "" {
			t.Errorf("%s: %d, %s", name, code, errs)
		}
		if code, out, errs := runCommand(t, text, "inspect", "--format", "json", name); code != 0 || strings.Count(out, `{"start":`) != 5 || strings.Count(out, `"line":8,`) != 1 || errs != "" {
			t.Errorf("inspect %s: %d, %s%s", name, code, out, errs)
		}
		if code, out, errs := runCommand(t, text, "stats", "--format", "json", name); code != 0 || !strings.Contains(out, `"leaked":4,`) || errs != "" {
			t.Errorf("stats %s: %d, %s%s", name, code, out, errs)
		}
	}
}

// TestLongLine checks that a line that is too long is named, that the lines after it are read, and that a file that is
// one line, or has no text, is not read forever.
func TestLongLine(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, size := range map[string]int64{"sparse.jsonl": 1 << 36, "zeros.json": 1 << 20} {
		disk.Write(t, ".", map[string]string{name: ""})
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
		if code, out, errs := runCommand(t, "", "check", name); code != 2 || !strings.Contains(errs, "is not checked: this is a binary file") {
			t.Errorf("%s: %d, %s%s", name, code, out, errs)
		}
	}
	long := strings.Replace(record, "a & b", "a & "+strings.Repeat("b", workspace.MaxLine), 1)
	disk.Write(t, ".", map[string]string{"long.jsonl": record + "\n" + long + "\n" + record + "\n"})
	const why = "long.jsonl:2 is not checked: the line is longer than the limit of 67,108,864 bytes\n"
	for _, command := range []string{"check", "inspect", "stats"} {
		code, out, errs := runCommand(t, "", command, "--format", "json", "long.jsonl")
		if code != 2 || errs != "forge-lsp: "+why || !strings.Contains(out, `"calls":2,`) {
			t.Errorf("%s: %d, %s%s", command, code, out, errs)
		}
	}
	for format, want := range map[string]string{
		"text": why, "json": `"unchecked":[{"path":"long.jsonl","line":2,"reason":"the line is longer`, "github": "::error file=long.jsonl,line=2,title=forge-lsp::Line 2 is not checked: the line",
		"gitlab": `"lines":{"begin":2,"end":2}`, "junit": "Line 2 is not checked", "sarif": "Line 2 is not checked",
	} {
		if code, out, _ := runCommand(t, "", "check", "--format", format, "long.jsonl"); code != 2 || !strings.Contains(out, want) {
			t.Errorf("%s: %d, %s", format, code, out)
		}
	}
}

// TestLargeFile checks that a text that is larger than what is read at once is named, and not fixed, and that its
// lines are checked.
func TestLargeFile(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.jsonl": record + "\n" + record + "\n", "a.md": "# A\n"})
	for _, name := range []string{"a.jsonl", "a.md"} {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		line := strings.Repeat(" ", 1<<20-1) + "\n"
		for range 257 {
			if _, err := io.WriteString(f, line); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := runCommand(t, "", "check", "--fix", "a.jsonl")
	if code != 0 || errs != "forge-lsp: a.jsonl is not fixed: it is larger than the limit of 268,435,456 bytes; split it first\n" || !strings.Contains(out, "2 calls: 2 repaired") {
		t.Errorf("%d, %s%s", code, out, errs)
	}
	const why = "a.md is not checked: it is larger than the limit of 268,435,456 bytes; split it, or write JSON with one record per line to a file\n"
	if code, _, errs := runCommand(t, "", "check", "a.md"); code != 2 || errs != "forge-lsp: "+why {
		t.Errorf("%d, %s", code, errs)
	}
}
