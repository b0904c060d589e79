package main

import (
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/hostile"
)

// TestHostile runs commands on each kind of file with each trick, next to another
// folder. They must end, name the file, and report on both folders.
func TestHostile(t *testing.T) {
	for _, a := range hostile.Attacks() {
		t.Run(a.String(), func(t *testing.T) {
			dir := disk.Folder(t, "bad/", "", "good/.git/HEAD", "", "good/sound.md", hostile.DocumentText)
			t.Chdir(dir)
			hostile.Write(t, filepath.Join(dir, "bad"), a)
			_, stdout, stderr := ends(t, "check", "bad", "good")
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
