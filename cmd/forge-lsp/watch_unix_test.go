//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// A watching is a run of the program with --watch.
type watching struct {
	*testing.T
	cmd    *exec.Cmd
	out    *bufio.Reader
	stderr string // a file
	read   int    // of it, in bytes
}

func startWatching(t *testing.T, dir string, args ...string) *watching {
	t.Helper()
	w := &watching{T: t, cmd: commandIn(dir, append([]string{"check", "--watch"}, args...)...)}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.stderr = filepath.Join(t.TempDir(), "stderr")
	stderr, err := os.Create(w.stderr)
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	w.out, w.cmd.Stderr = bufio.NewReader(out), stderr
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() }) // if it has not ended
	return w
}

// complaints returns the output to standard error since the last call.
func (w *watching) complaints() string {
	w.Helper()
	all, err := os.ReadFile(w.stderr)
	if err != nil {
		w.Fatal(err)
	}
	text := string(all[w.read:])
	w.read = len(all)
	return text
}

// until waits for a round whose output matches a pattern, however many rounds that takes: a
// change can be seen in two.
func (w *watching) until(pattern string) (round string) {
	w.Helper()
	want := regexp.MustCompile(pattern)
	for {
		var b strings.Builder
		for {
			line, err := w.out.ReadString('\n')
			if err != nil {
				w.Fatalf("%v before %s: %s%s", err, pattern, b.String(), w.complaints())
			}
			b.WriteString(line)
			if strings.HasPrefix(line, "watching ") {
				break
			}
		}
		if want.MatchString(b.String()) {
			return b.String()
		}
	}
}

// end interrupts the program, which must end normally.
func (w *watching) end() {
	w.Helper()
	if err := w.cmd.Process.Signal(os.Interrupt); err != nil {
		w.Fatal(err)
	}
	rest, _ := w.out.ReadString(0)
	if err := w.cmd.Wait(); err != nil || rest != "" {
		w.Errorf("after an interrupt: %v, %q", err, rest)
	}
	if text := w.complaints(); text != "" {
		w.Errorf("on standard error: %s", text)
	}
}

// TestWatch checks that any relevant change triggers another check.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	sound := corrected
	refused := strings.Replace(broken, "&", "<", 1)
	disk.Write(t, dir, map[string]string{".git/": "", "docs/a.md": refused, "docs/.gitignore": "out/\n", "docs/empty/": ""})
	w := startWatching(t, dir, "docs")
	if round := w.until(`docs/a\.md:.*error`); strings.Contains(round, "\x1b") {
		t.Errorf("what is no terminal is cleared: %q", round)
	}
	disk.WriteFile(t, in("docs/a.md"), sound)
	w.until(`(?s)^docs/a\.md has changed\n.* 1 call: all run as written; no findings`)

	// New files and folders, those that are replaced, and those that are gone.
	disk.WriteFile(t, in("docs/empty/b.md"), refused)
	w.until(`docs/empty/b\.md:.*error`)
	disk.WriteFile(t, in("new.md"), sound)
	if err := os.Rename(in("new.md"), in("docs/empty/b.md")); err != nil {
		t.Fatal(err)
	}
	w.until(` 2 calls: all run as written`)
	disk.Write(t, dir, map[string]string{"docs/deep/er/c.md": refused})
	w.until(`(?s)^docs/deep/er/c\.md has changed\n.*docs/deep/er/c\.md:.*error`)
	if err := os.RemoveAll(in("docs/deep")); err != nil {
		t.Fatal(err)
	}
	w.until(` 2 calls: all run as written`)

	// What git ignores.
	disk.Write(t, dir, map[string]string{"docs/out/d.md": refused})
	disk.WriteFile(t, in("docs/.gitignore"), "")
	w.until(`docs/out/d\.md:.*error`)
	disk.WriteFile(t, in("docs/.gitignore"), "out\n")
	w.until(` 2 calls: all run as written`)

	// The configuration and the definitions of tools, above the checked files.
	disk.WriteFile(t, in("docs/a.md"), broken)
	w.until(`warning\[unescaped-ampersand\]`)
	disk.WriteFile(t, in("forge-lsp.toml"), "[rules]\nunescaped-ampersand = \"error\"\n")
	w.until(`error\[unescaped-ampersand\]`)
	if err := os.Remove(in("forge-lsp.toml")); err != nil {
		t.Fatal(err)
	}
	w.until(`warning\[unescaped-ampersand\]`)
	disk.WriteFile(t, in("docs/a.md"), strings.ReplaceAll(sound, "execute_command", "deploy"))
	w.until(`error\[unknown-tool\]`)
	disk.Write(t, dir, map[string]string{".forge/tools.json": `[{"name": "deploy", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}]`})
	w.until(` 2 calls: all run as written`)

	// A mistake in the configuration is reported, and watching continues.
	disk.WriteFile(t, in("forge-lsp.toml"), "[rules\n")
	w.until(`^forge-lsp\.toml has changed`)
	if text := w.complaints(); !strings.Contains(text, "forge-lsp.toml:1") {
		t.Errorf("nothing is told of the configuration: %s", text)
	}
	disk.WriteFile(t, in("forge-lsp.toml"), "")
	w.until(` 2 calls: all run as written`)
	w.end()
}

// TestWatchFixes checks that with --fix each saved file is fixed, and that writing it does not
// trigger another round.
func TestWatchFixes(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{".git/": "", "a.xml": broken, "b.xml": corrected})
	w := startWatching(t, dir, "--fix", "--fail-on", "never", ".")
	w.until(`fixed 1 finding in a\.xml`)
	wantFile(t, filepath.Join(dir, "a.xml"), corrected)
	disk.WriteFile(t, filepath.Join(dir, "b.xml"), broken)
	round := w.until(`(?s).`)
	if !strings.HasPrefix(round, "b.xml has changed\n") {
		t.Errorf("the next round is %s", round)
	}
	if !strings.Contains(round, "fixed") { // it was seen while it was written
		w.until(`fixed 1 finding in b\.xml`)
	}
	wantFile(t, filepath.Join(dir, "b.xml"), corrected)
	w.end()
}

// TestWatchEndsOnSIGTERM checks that SIGTERM, which supervisors send, ends the program.
func TestWatchEndsOnSIGTERM(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{".git/": "", "a.xml": corrected})
	w := startWatching(t, dir, "a.xml")
	w.until("watching 1 file;")
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Wait(); err != nil {
		t.Error(err)
	}
}
