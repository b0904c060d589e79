//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// A terminal records the output of a program to a terminal.
type terminal struct {
	*os.File // the user's end

	mu    sync.Mutex
	shown bytes.Buffer
	ended chan struct{}
}

// startOnTerminal starts a command whose standard error, and everything else that is not
// set, is a terminal.
func startOnTerminal(t *testing.T, cmd *exec.Cmd, environment ...string) *terminal {
	t.Helper()
	cmd.Env = append(append(os.Environ(), "CI=", "TERM=xterm"), environment...)
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{File: f, ended: make(chan struct{})}
	go func() {
		defer close(term.ended)
		var part [1 << 10]byte
		for {
			n, err := f.Read(part[:])
			term.mu.Lock()
			term.shown.Write(part[:n])
			term.mu.Unlock()
			if err != nil {
				return // EIO, as nobody has the other end open
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has ended, as a rule
		_ = f.Close()
	})
	return term
}

func (t *terminal) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shown.String()
}

// await waits until a text is shown.
func (t *terminal) await(tb testing.TB, text string) {
	tb.Helper()
	for end := time.Now().Add(10 * time.Minute); !strings.Contains(t.text(), text); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			tb.Fatalf("%q is not shown: %q", text, t.text())
		}
	}
}

// waiting returns check, or another command, that reads files and then waits for a stream, and
// the other end of that.
func waiting(t *testing.T, command string, args ...string) (*exec.Cmd, io.WriteCloser) {
	t.Helper()
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{
		".git/HEAD": "", ".forge/tools.yaml": "- name: deploy\n  inputSchema: {type: object, properties: {to: {type: string}}, required: [to]}\n",
		"amp.md": "# Calls\n\n" + callOf("read_file", "<path>a & b & c</path>") + "\n" + callOf("deploy", "<too>x</too>"),
		"odd.md": callOf("read_file", "<path>a & b</path>"),
	})
	stream, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(stream.Close(), pipe.Close()) })
	cmd := commandIn(dir, append([]string{command, "--color", "never", "amp.md", "odd.md", "/dev/fd/3"}, args...)...)
	cmd.ExtraFiles = []*os.File{stream}
	return cmd, pipe
}

// TestProgress checks that the line appears after a second, gives way to other output,
// and is gone at the end.
func TestProgress(t *testing.T) {
	for command, want := range map[string]string{"check": "3 files, 3 calls", "stats": "0 calls, 1 reply without a call, 3 in other text"} {
		cmd, pipe := waiting(t, command)
		term := startOnTerminal(t, cmd)
		term.await(t, "read 2 of 3 files: 0.0 of 0.0 MB")
		_, err := io.WriteString(pipe, "# No calls\n")
		if err := errors.Join(err, pipe.Close()); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // check has findings
		<-term.ended
		if got := screen(term.text()); strings.Contains(got, "of 3 files:") || !strings.Contains(got, want) {
			t.Errorf("%s: at the end is shown\n%s", command, got)
		}
	}
}

// screen returns the final content of the terminal: what is written after a return covers
// what is there, and only a line that is erased before is gone as a whole.
func screen(written string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(written, "\r\n", "\n"), "\n") {
		var shown []byte
		for column := 0; line != ""; {
			if rest, ok := strings.CutPrefix(line, "\r"); ok {
				column, line = 0, rest
			} else if rest, ok := strings.CutPrefix(line, "\x1b[K"); ok {
				shown, line = shown[:column], rest
			} else {
				shown = slices.Replace(shown, column, min(column+1, len(shown)), line[0])
				column, line = column+1, line[1:]
			}
		}
		lines = append(lines, string(shown))
	}
	return strings.Join(lines, "\n")
}

// TestNoProgress checks that only the report is written without a user: in CI, to a file or
// to a pipe, and with --quiet.
func TestNoProgress(t *testing.T) {
	for _, test := range []struct {
		name        string
		flag        string
		environment string
		stdout      io.Writer
	}{
		{"CI", "--exit-zero", "CI=true", nil},
		{"dumb", "--exit-zero", "TERM=dumb", nil},
		{"pipe", "--exit-zero", "CI=", &bytes.Buffer{}},
		{"quiet", "--quiet", "CI=", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cmd, pipe := waiting(t, "check", test.flag, "--exit-zero")
			cmd.Stdout = test.stdout
			term := startOnTerminal(t, cmd, test.environment)
			time.Sleep(1300 * time.Millisecond)
			if err := pipe.Close(); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
			<-term.ended
			if strings.Contains(term.text(), "\x1b[K") || strings.Contains(term.text(), "of 3 files:") {
				t.Errorf("shown is %q", term.text())
			}
		})
	}
}

// TestCtrlC checks that Ctrl-C ends a run after the file that is being reported. The exit
// code must be that of an interrupted command, the results until then are kept, and nothing
// else is left.
func TestCtrlC(t *testing.T) {
	for _, args := range [][]string{nil, {"--format", "json"}, {"--fix"}} {
		cmd, _ := waiting(t, "check", args...)
		term := startOnTerminal(t, cmd)
		term.await(t, "read 2 of 3 files")
		if _, err := term.Write([]byte{3}); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		<-term.ended
		if cmd.ProcessState.ExitCode() != cli.ExitInterrupted {
			t.Errorf("%q: %v", args, cmd.ProcessState)
		}
		want := "forge-lsp: interrupted; 2 of 3 files checked\n"
		if len(args) == 1 {
			want = "forge-lsp: interrupted; 2 files fixed; the others are unchanged\n"
		}
		if got := screen(term.text()); !strings.HasSuffix(got, want) || strings.Contains(got, "of 3 files:") {
			t.Errorf("%q: shown is %q", args, got)
		}
		if left, _ := filepath.Glob(filepath.Join(cmd.Dir, ".forge-lsp-*")); len(left) > 0 {
			t.Errorf("%q: %q is left", args, left)
		}
	}
}

// TestTerminated checks that SIGTERM determines the exit code, and that a second signal
// ends the run immediately.
func TestTerminated(t *testing.T) {
	cmd, _ := waiting(t, "check")
	term := startOnTerminal(t, cmd)
	term.await(t, "read 2 of 3 files")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if cmd.ProcessState.ExitCode() != cli.ExitTerminated {
		t.Errorf("%v", cmd.ProcessState)
	}
}

// callOf returns a call of a tool with some text for arguments.
func callOf(tool, arguments string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>" + arguments + "</arguments>\n</tool>\n"
}
