package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestBaselinePaths checks that a baseline is the same wherever the command runs and however it
// names the files: their paths are relative to its folder. Standard input has no path.
func TestBaselinePaths(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "sub/a.reply", repairedCall)
	for _, run := range []struct{ from, baseline, argument, want string }{
		{".", "b.json", "sub/a.reply", "sub/a.reply"},
		{".", "b.json", "sub", "sub/a.reply"},
		{"sub", "../b.json", "a.reply", "sub/a.reply"},
		{"sub", "../b.json", filepath.Join(dir, "sub", "a.reply"), "sub/a.reply"},
		{"sub", "b.json", "a.reply", "a.reply"},
		{"sub", "../b.json", "-", "-"},
	} {
		t.Chdir(filepath.Join(dir, run.from))
		_, out, errs := runCommand(t, repairedCall, "check", "--as", "reply", "--write-baseline", run.baseline, run.argument)
		text, err := os.ReadFile(run.baseline)
		if err != nil {
			t.Fatalf("%+v: %v\n%s%s", run, err, out, errs)
		}
		all, wanted := bytes.Count(text, []byte(`"path":`)), bytes.Count(text, []byte(`"path":"`+run.want+`"`))
		if all == 0 || wanted != all {
			t.Errorf("%+v: %s", run, text)
		}
		if err := os.Remove(run.baseline); err != nil {
			t.Fatal(err)
		}
	}
}

// repairedCall has a warning and an information, and is fixed.
const repairedCall = "<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a & b</path></arguments>\n</tool>\n"
