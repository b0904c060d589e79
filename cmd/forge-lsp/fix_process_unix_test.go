//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/replace"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

var kills = flag.Int("kills", 3, "how many runs TestFixKilled kills")

var corrected = strings.Replace(broken, "&", "&amp;", 1)

// TestFixKilled kills runs of the program at random times. Each file must then be
// whole, and the next run must not leave temporary files.
func TestFixKilled(t *testing.T) {
	for i := range *kills {
		const files = 30
		dir := t.TempDir()
		brokenFiles(t, dir, files)
		cmd := commandIn(dir, "check", "--fix", ".")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// It takes some 20 ms to start, and as long to write.
		time.Sleep(time.Duration(rand.N(60_000)) * time.Microsecond)
		_ = cmd.Process.Kill() // it may be done
		_ = cmd.Wait()
		checkSpoiled(t, fmt.Sprint("run ", i), dir, files)
	}
}

// checkSpoiled checks the result of a run with a fault, and of the next one.
func checkSpoiled(t *testing.T, name, dir string, files int) {
	t.Helper()
	left := fixedFiles(t, dir).temporary
	if len(left) > 1 {
		t.Errorf("%s leaves %v", name, left)
	}
	for _, file := range left {
		age(t, filepath.Join(dir, file))
	}
	if out, err := commandIn(dir, "check", "--fix", ".").CombinedOutput(); err != nil {
		t.Errorf("the run after %s: %v\n%s", name, err, out)
	}
	if n := fixedFiles(t, dir); n.fixed != files || len(n.temporary) > 0 {
		t.Errorf("after the run after %s %d files are fixed, and %v is left", name, n.fixed, n.temporary)
	}
}

// age makes a temporary file as old as one that a killed run left.
func age(t *testing.T, file string) {
	t.Helper()
	before := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, before, before); err != nil {
		t.Fatal(err)
	}
}

// TestFixWithoutSpace has writing fail, as it does when the disk is full.
func TestFixWithoutSpace(t *testing.T) {
	dir := t.TempDir()
	brokenFiles(t, dir, 1)
	cmd := exec.Command("sh", "-c", "ulimit -f 0; exec forge-lsp check --fix .")
	cmd.Dir = dir
	const want = "forge-lsp: cannot write 0.xml: file too large; the file is unchanged\n"
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != cli.ExitFailure || !strings.Contains(string(out), want) {
		t.Errorf("%v\n%s; want %s", cmd.ProcessState, out, want)
	}
	if n := fixedFiles(t, dir); n.fixed > 0 || len(n.temporary) > 0 {
		t.Errorf("%d files are fixed, and %v is left", n.fixed, n.temporary)
	}
}

// TestFixTwice runs the program three times at once on the same files.
func TestFixTwice(t *testing.T) {
	const files = 30
	dir := t.TempDir()
	brokenFiles(t, dir, files)
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			if out, err := commandIn(dir, "check", "--fix", ".").CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wait.Wait()
	if n := fixedFiles(t, dir); n.fixed != files || len(n.temporary) > 0 {
		t.Errorf("%d files are fixed, and %v is left", n.fixed, n.temporary)
	}
}

func commandIn(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("forge-lsp", args...)
	cmd.Dir = dir
	return cmd
}

func brokenFiles(t *testing.T, dir string, n int) {
	t.Helper()
	for i := range n {
		disk.WriteFile(t, filepath.Join(dir, fmt.Sprintf("%d.xml", i)), broken)
	}
}

type filesFound struct {
	fixed     int
	temporary []string
}

// fixedFiles checks the files of a folder, each of which must be whole.
func fixedFiles(t *testing.T, dir string) (found filesFound) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if replace.IsTemporary(e.Name()) {
			found.temporary = append(found.temporary, e.Name())
			continue
		}
		switch text, _ := os.ReadFile(filepath.Join(dir, e.Name())); string(text) {
		case corrected:
			found.fixed++
		case broken:
		default:
			t.Errorf("%s holds %q", e.Name(), text)
		}
	}
	return found
}

// TestFixWithoutPermission runs the program as a user without write permission: root
// always has it.
func TestFixWithoutPermission(t *testing.T) {
	program, dir := programForAll(t)
	const nobody = 65534
	for _, test := range []struct {
		name         string
		file, folder os.FileMode
		fileOwner    int // where root runs the test
		want         string
		rootRuns     bool
	}{
		{"the file", 0o444, 0o777, nobody, "permission denied", false},
		{"the folder", 0o666, 0o555, nobody, "cannot create a temporary file next to it: permission denied", false},
		{"another's file", 0o666, 0o777, 0, "it belongs to another user or group, which replacing it would change: operation not permitted", true},
	} {
		if test.rootRuns && os.Getuid() != 0 {
			continue // only root gives files away
		}
		folder := filepath.Join(dir, test.name)
		file := filepath.Join(folder, "a.xml")
		disk.WriteFile(t, file, broken)
		err := errors.Join(os.Chmod(file, test.file), os.Chmod(folder, test.folder))
		cmd := exec.Command(program, "check", "--fix", "a.xml")
		if os.Getuid() == 0 {
			err = errors.Join(err, os.Chown(file, test.fileOwner, test.fileOwner))
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		if err != nil {
			t.Fatal(err)
		}
		before, _ := os.Stat(file)
		cmd.Dir = folder
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		_ = cmd.Run()
		want := "forge-lsp: cannot write a.xml: " + test.want + "; the file is unchanged\n"
		if cmd.ProcessState.ExitCode() != cli.ExitFailure || stderr.String() != want {
			t.Errorf("%s: %v, %s; want exit code 2, %s", test.name, cmd.ProcessState, &stderr, want)
		}
		if after, err := os.Stat(file); err != nil || !os.SameFile(before, after) || before.Mode() != after.Mode() {
			t.Errorf("%s: it became %v, %v", test.name, after, err)
		}
		wantFile(t, file, broken)
		if n := fixedFiles(t, folder); len(n.temporary) > 0 {
			t.Errorf("%s: %v is left", test.name, n.temporary)
		}
		_ = os.Chmod(folder, 0o777) // so that it can be removed
	}
}

// programForAll copies the program to a folder where every user can run it, and returns
// that folder too.
func programForAll(t *testing.T) (program, dir string) {
	t.Helper()
	built, err := exec.LookPath("forge-lsp")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(built)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	program = filepath.Join(dir, "forge-lsp")
	to, err := os.OpenFile(program, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return program, dir
}

// TestFixIgnoresTemporaryFiles checks that leftovers of a killed run are not documents,
// and are removed by the next run that writes.
func TestFixIgnoresTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	brokenFiles(t, dir, 1)
	const left = ".forge-lsp-0123456789.tmp"
	disk.WriteFile(t, left, broken)
	age(t, left)
	code, stdout, stderr := runCommand(t, "", "check", ".")
	if code != cli.ExitOK || !strings.Contains(stdout, "1 file, 1 call") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	wantFile(t, left, broken)
	for range 2 {
		if code, stdout, stderr := runCommand(t, "", "check", "--fix", "."); code != cli.ExitOK || stderr != "" {
			t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
		}
		if n := fixedFiles(t, dir); n.fixed != 1 || len(n.temporary) > 0 {
			t.Errorf("found %v", n)
		}
	}
}
