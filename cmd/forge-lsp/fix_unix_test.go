//go:build unix

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestReplaceFileKeepsOwner(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTree(t, ".", map[string]string{"a.md": "old"})
	owner, group := os.Getuid(), os.Getgid()
	if owner == 0 { // only root can give files away
		owner, group = 65534, 65534
	}
	if err := os.Chown("a.md", owner, group); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile("a.md", "old", "new"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat("a.md")
	if err != nil {
		t.Fatal(err)
	}
	if stat := info.Sys().(*syscall.Stat_t); int(stat.Uid) != owner || int(stat.Gid) != group {
		t.Errorf("owner %d:%d, want %d:%d", stat.Uid, stat.Gid, owner, group)
	}
}

// TestInterruptLeavesFilesWhole interrupts --fix while it waits for a file.
func TestInterruptLeavesFilesWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	const broken = "<tool><server_name>local</server_name><tool_name>t</tool_name><arguments><a>x & y</a></arguments></tool>"
	writeTree(t, ".", map[string]string{"a.xml": broken})
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	type outcome struct {
		code   int
		stderr string
	}
	done := make(chan outcome)
	go func() {
		code, _, stderr := runCommand(t, "", "check", "--fix", "pipe", "a.xml")
		done <- outcome{code, stderr}
	}()
	// This returns when the command has begun to read, so that it also takes
	// care of interrupts.
	pipe, err := os.OpenFile("pipe", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	got := <-done
	if got.code != exitFailure || !strings.HasPrefix(got.stderr, "forge-lsp: interrupted; 0 files fixed") {
		t.Errorf("exit code %d, %q", got.code, got.stderr)
	}
	wantFile(t, "a.xml", broken)
	wantNoLitter(t, ".", 2)
}
