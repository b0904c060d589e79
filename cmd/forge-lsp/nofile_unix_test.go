//go:build unix

package main

import (
	"strings"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestNoFile checks definitions and configurations that are not regular files. Reading
// one of these would block.
func TestNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{
		"a.md": "text", "b/forge-lsp.toml": "tools = [\"pipe\"]\n", "b/a.md": "text",
		".git/x": "",
	})
	for _, pipe := range []string{"pipe", "pipe.json", "b/pipe"} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		want string
	}{
		{"check --tools pipe a.md", "cannot read pipe: this is a named pipe, not a file"},
		{"check --tools pipe.json a.md", "cannot read pipe.json: this is a named pipe, not a file"},
		{"check --tools /dev/zero a.md", "cannot read /dev/zero: this is a device, not a file"},
		{"check --tools - a.md", "-: no such file or folder"},
		{"tools --check pipe", "cannot read pipe: this is a named pipe, not a file"},
		{"example --tools pipe read_file", "cannot read pipe: this is a named pipe, not a file"},
		{"prompt --tools /dev/zero", "cannot read /dev/zero: this is a device, not a file"},
		{"check --config pipe a.md", "pipe: this is a named pipe, not a file"},
		{"check --config /dev/zero a.md", "zero: this is a device, not a file"},
		{"check b/a.md", "cannot read b/pipe: this is a named pipe, not a file"},
	} {
		code, stdout, stderr := runCommand(t, "", strings.Fields(c.args)...)
		if code == cli.ExitOK || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit code %d\n%s%s", c.args, code, stdout, stderr)
		}
	}
}
