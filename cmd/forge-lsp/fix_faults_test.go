//go:build slow && linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixFaults makes the first call of the system of each kind end the program, then fail,
// then the second and so on. strace counts the calls of each thread.
func TestFixFaults(t *testing.T) {
	failures := []string{"ENOSPC", "EACCES", "EROFS", "EXDEV", "EIO", "ENOSYS", "EINVAL"}
	total := 0
	for i, call := range []string{
		"openat", "read", "write", "fsync", "close", "fstat", "newfstatat", "fchmod", "fchown", "getdents64", "fcntl",
		"renameat",
	} {
		before := total
		for n := 1; underStrace(t, fmt.Sprintf("%s:signal=KILL:when=%d", call, n)); n++ {
			failure := failures[(i+n)%len(failures)]
			underStrace(t, fmt.Sprintf("%s:error=%s:when=%d", call, failure, n))
			total += 2
		}
		t.Logf("%-12s %3d runs", call, total-before)
	}
	if total < 100 {
		t.Errorf("only %d calls were made to end or fail", total)
	}
}

// underStrace runs the program with a fault in one call and reports whether it made the
// call.
func underStrace(t *testing.T, spoiled string) bool {
	t.Helper()
	const files = 2
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	brokenFiles(t, dir, files)
	// So that there is something to keep, where that can be given.
	_ = os.Lchown(filepath.Join(dir, "0.xml"), 65534, 65534)
	call, _, _ := strings.Cut(spoiled, ":")
	cmd := exec.Command("strace", "-f", "-qq", "-o", log, "-e", "trace="+call, "-e", "inject="+spoiled, "forge-lsp", "check", "--fix", dir)
	out, err := cmd.CombinedOutput()
	text, logErr := os.ReadFile(log)
	if logErr != nil {
		t.Fatalf("%s: %v, %v\n%s", spoiled, err, logErr, out)
	}
	checkSpoiled(t, spoiled, dir, files)
	return strings.Contains(string(text), "INJECTED") || strings.Contains(string(text), "killed by SIGKILL")
}
