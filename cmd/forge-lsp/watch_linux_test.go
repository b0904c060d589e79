package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestWatchClears checks that a terminal is cleared before each round except the first.
func TestWatchClears(t *testing.T) {
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close()
	fd := int(control.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()

	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{".git/": "", "a.xml": broken})
	cmd := commandIn(dir, "check", "--watch", ".")
	cmd.Stdout, cmd.Stderr = terminal, terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	out := bufio.NewReader(control)
	round := func() (text string) {
		for !strings.Contains(text, "watching ") {
			line, err := out.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			text += line
		}
		return text
	}
	if first := round(); strings.Contains(first, "\x1b[2J\x1b[H") {
		t.Errorf("the first round clears: %q", first)
	}
	disk.WriteFile(t, filepath.Join(dir, "a.xml"), corrected)
	if next := round(); !strings.HasPrefix(next, "\x1b[2J\x1b[H") {
		t.Errorf("the next round does not clear: %q", next)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
