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

// TestNothingToCheck checks that a folder without a text is named in the summary.
func TestNothingToCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{
		"bin/a.xml": "\x00", "bin/sub/b.md": "\xff\xfe<\x00", "empty/": "", "text/a.md": "a", "text/sub/b.md": "b",
		"ignored/.gitignore": "*\n", "ignored/a.md": "a", "skipped/forge-lsp.toml": "[[files]]\nglob = \"**\"\nkind = \"ignore\"\n",
	})
	for _, test := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"bin", cli.ExitOK, "0 files, 0 calls (nothing to check in bin)", ""},
		{"empty", cli.ExitOK, "0 files, 0 calls (nothing to check in empty)", ""},
		{"ignored", cli.ExitOK, "0 files, 0 calls (nothing to check in ignored)", ""},
		{"skipped", cli.ExitOK, "0 files, 0 calls (nothing to check in skipped)", ""},
		{"empty/ text bin", cli.ExitOK, "2 files, 0 calls (nothing to check in empty/, bin)", ""},
		{"text text/sub", cli.ExitOK, "2 files, 0 calls", ""},
		{"text/a.md", cli.ExitOK, "1 file, 0 calls", ""},
		{"bin bin/a.xml", cli.ExitFailure, "0 files, 0 calls (nothing to check in bin)", "forge-lsp: bin/a.xml is not checked: this is a binary file\n"},
		{"text bin/sub/b.md", cli.ExitFailure, "2 files, 0 calls", "forge-lsp: bin/sub/b.md is not checked: this is UTF-16 text; save it as UTF-8\n"},
	} {
		for _, command := range []string{"check", "inspect"} {
			code, stdout, stderr := runCommand(t, "", append([]string{command}, strings.Fields(test.args)...)...)
			want := test.stdout
			if command == "check" {
				want = withUnchecked(strings.Replace(want, " calls", " calls; no findings", 1), test.code, test.stderr)
			}
			if code != test.code || strings.TrimSpace(stdout) != want || stderr != test.stderr {
				t.Errorf("%s %s: exit code %d\n%s%s", command, test.args, code, stdout, stderr)
			}
		}
	}
}

// withUnchecked returns what check prints where it prints a summary, and exits with a code because a file is not
// checked, as standard error has it.
func withUnchecked(summary string, code int, stderr string) string {
	if code != cli.ExitFailure {
		return summary
	}
	line := strings.TrimPrefix(stderr, "forge-lsp: ")
	if before, after, more := strings.Cut(summary, " ("); more {
		return line + before + " (1 file not checked; " + after
	}
	return line + summary + " (1 file not checked)"
}

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
	if code != cli.ExitOK || stderr != "" || strings.Count(stdout, `"kind"`) > 2000 || !strings.Contains(stdout, `"members"`) {
		t.Errorf("exit code %d, %d bytes, stderr %q", code, len(stdout), stderr)
	}
	code, stdout, stderr = runCommand(t, "", "tools", "--check", "tools.json")
	if code != cli.ExitOK || stdout != "1 file, 1 tool; 0 problems\n" {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
