//go:build slow

package main

import (
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/hostile"
)

// TestHostile runs commands on each kind of file with each trick, next to another
// folder. They must end, need little memory, name the file, and report on both folders.
func TestHostile(t *testing.T) {
	for _, a := range hostile.Attacks() {
		t.Run(a.String(), func(t *testing.T) {
			dir := disk.Folder(t, "bad/", "", "good/.git/HEAD", "", "good/sound.md", hostile.DocumentText)
			t.Chdir(dir)
			hostile.Write(t, filepath.Join(dir, "bad"), a)
			var stdout, stderr string
			if n := bench.Allocated(func() { _, stdout, stderr = ends(t, "check", "bad", "good") }); n > 256<<20 {
				t.Errorf("%.0f bytes are allocated", n)
			}
			for _, file := range []string{"bad/" + hostile.Document, "good/sound.md"} {
				if !strings.Contains(stdout, file+":4:14: warning["+hostile.DocumentRule+"]") {
					t.Errorf("nothing is found in %s: %.1000s", file, stdout)
				}
			}
			if a.Trick.Named(a.Kind) && !strings.Contains(stderr, a.Kind.File) {
				t.Errorf("%s is not named: %.1000s", a.Kind.File, stderr)
			}
			if len(stderr) > 50_000 {
				t.Errorf("%d bytes are reported", len(stderr))
			}
			if !slices.Contains([]hostile.Format{hostile.JSON, hostile.YAML, hostile.Folder}, a.Kind.Format) {
				return
			}
			t.Chdir("bad")
			_, stdout, stderr = ends(t, "tools", "--check", "--format", "json")
			if strings.Contains(stdout+stderr, hostile.Outside) {
				t.Error("a tool is known that is defined outside of the workspace")
			}
		})
	}
}

// ends runs a command. If it takes so long that it would not end, the test fails.
func ends(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		code, stdout, stderr = runCommand(t, "", args...)
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Minute):
		_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 2)
		t.Fatalf("%q does not end", args)
	}
	return code, stdout, stderr
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
