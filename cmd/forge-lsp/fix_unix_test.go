//go:build unix

package main

import (
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestWhatIsNoFile checks that named pipes, sockets and devices are reported, and not
// waited for. Inside a named folder that is not a failure.
func TestWhatIsNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"dir/a.md": "text", "dir/.gitignore": "ignored\n", "only/": "", "link/": ""})
	for _, pipe := range []string{"pipe", "dir/pipe.md", "dir/ignored", "only/pipe"} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	symlink(t, "pipe", "to-pipe")
	symlink(t, "../pipe", "link/to-pipe")
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	const pipe, device = "this is a named pipe, not a file", "this is a device, not a file"
	for _, test := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"pipe", cli.ExitFailure, "0 files, 0 calls; no findings", "pipe is not checked: " + pipe},
		{"to-pipe", cli.ExitFailure, "0 files, 0 calls; no findings", "to-pipe is not checked: " + pipe},
		{"socket", cli.ExitFailure, "0 files, 0 calls; no findings", "socket is not checked: this is a socket, not a file"},
		{"/dev/null", cli.ExitFailure, "0 files, 0 calls; no findings", "/dev/null is not checked: " + device},
		{"/dev/zero dir/a.md", cli.ExitFailure, "1 file, 0 calls; no findings", "/dev/zero is not checked: " + device},
		{"dir", cli.ExitOK, "2 files, 0 calls; no findings", "dir/pipe.md is not checked: " + pipe},
		{"dir dir/pipe.md", cli.ExitFailure, "2 files, 0 calls; no findings", "dir/pipe.md is not checked: " + pipe},
		{"only", cli.ExitOK, "0 files, 0 calls; no findings (nothing to check in only)", "only/pipe is not checked: " + pipe},
		{"link", cli.ExitOK, "0 files, 0 calls; no findings (nothing to check in link)", ""},
	} {
		for _, command := range []string{"check", "check --fix", "inspect"} {
			code, stdout, stderr := runCommand(t, "", append(strings.Fields(command), strings.Fields(test.args)...)...)
			want := test.stdout
			if command == "inspect" {
				want = strings.Replace(want, "; no findings", "", 1)
			}
			if test.stderr != "" && !strings.HasPrefix(test.stderr, "forge-lsp: ") {
				test.stderr = "forge-lsp: " + test.stderr + "\n"
			}
			if command != "inspect" {
				want = withUnchecked(want, test.code, test.stderr)
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
