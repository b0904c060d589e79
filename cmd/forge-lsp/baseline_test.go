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

// TestHostileBaselines checks that check ends with each baseline: with its findings, or with an
// error that names the file.
func TestHostileBaselines(t *testing.T) {
	t.Chdir(t.TempDir())
	entry := func(path, count string) string {
		return `{"key": "k", "rule": "r\u001b[31m", "path": "` + path + `", "text": "t", "count": ` + count + `}`
	}
	baseline := func(entries string) string { return `{"version": 1, "findings": [` + entries + `]}` }
	for name, test := range map[string]struct {
		text   string
		broken bool
	}{
		"empty":            {"", true},
		"null":             {"null", true},
		"a list":           {"[]", true},
		"deep":             {`{"version": 1, "findings": ` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}", true},
		"never closed":     {strings.Repeat(`{"version":`, 100_000), true},
		"a later version":  {`{"version": 1, "version": 2, "findings": []}`, true},
		"a wrong version":  {`{"version": "1", "findings": []}`, true},
		"no list":          {`{"version": 1, "findings": {}}`, true},
		"a wrong type":     {baseline(`{"key": 1}`), true},
		"a huge count":     {baseline(entry("a.reply", "1e99")), true},
		"more after it":    {baseline("") + "{}", true},
		"binary":           {"\x7fELF\x00", true},
		"invalid UTF-8":    {baseline(entry("\xff", "1")), false},
		"a negative count": {baseline(entry("a.reply", "-5")), false},
		"outside":          {baseline(entry("../../../../etc/passwd", "1") + "," + entry("/dev/zero", "1") + "," + entry(`a\u0000b`, "1") + "," + entry("", "1")), false},
		"of this file":     {baseline(entry("a.reply", "1")), false},
		"equal ones":       {baseline(strings.Repeat(entry("a.reply", "1")+",", 20_000) + entry("a.reply", "1")), false},
		"null entries":     {baseline("null,null"), false},
	} {
		disk.Write(t, ".", map[string]string{"a.reply": repairedCall, "b.json": test.text})
		code, stdout, stderr := ends(t, "check", "--baseline", "b.json", "a.reply")
		switch {
		case strings.Contains(stderr, "\x1b") || len(stderr) > 2000:
			t.Errorf("%s: %.2000q", name, stderr)
		case test.broken && (code != cli.ExitFailure || !strings.Contains(stderr, "b.json")):
			t.Errorf("%s: exit code %d, %s", name, code, stderr)
		case !test.broken && (code == cli.ExitFailure || !strings.Contains(stdout, "unescaped-ampersand")):
			t.Errorf("%s: exit code %d, %s\n%s", name, code, stderr, stdout)
		}
	}
}

// repairedCall has a warning and an information, and is fixed.
const repairedCall = "<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a & b</path></arguments>\n</tool>\n"
