package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
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

// TestToolsRecursive lists a tool with a schema that refers to itself in many places,
// which represents more arguments than can be listed.
func TestToolsRecursive(t *testing.T) {
	t.Chdir(t.TempDir())
	properties := strings.Repeat(`,"#":{"$ref":"#"}`, 12)
	for i := range 12 {
		properties = strings.Replace(properties, `"#":`, `"`+string(rune('a'+i))+`":`, 1)
	}
	disk.Write(t, ".", map[string]string{
		"tools.json": `{"name":"endless","schema":{"type":"object","properties":{` + properties[1:] + `}}}`,
	})
	code, stdout, stderr := runCommand(t, "", "tools", "--tools", "none", "--tools", "tools.json", "--format", "json")
	if code != cli.ExitOK || stderr != "" || strings.Count(stdout, `"kind"`) > 2100 || !strings.Contains(stdout, `"members"`) {
		t.Errorf("exit code %d, %d bytes, stderr %q", code, len(stdout), stderr)
	}
	code, stdout, stderr = runCommand(t, "", "tools", "--check", "tools.json")
	if code != cli.ExitOK || stdout != "1 file, 1 tool; 0 problems\n" {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
