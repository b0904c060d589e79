package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// editor drives the command in a process of its own, as an editor does: over its pipes.
type editor struct {
	*wire.Client
	cmd    *exec.Cmd
	stderr *strings.Builder
	ended  chan struct{}
}

// startEditor starts the command, which is this test's binary under another name.
func startEditor(t *testing.T, args ...string) *editor {
	t.Helper()
	return startCommand(t, "forge-lsp", args...)
}

func startCommand(t *testing.T, binary string, args ...string) *editor {
	t.Helper()
	e := &editor{cmd: exec.Command(binary, args...), stderr: new(strings.Builder), ended: make(chan struct{})}
	e.cmd.Stderr = e.stderr
	in, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, fromServer := io.Pipe()
	e.cmd.Stdout = fromServer
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		e.cmd.Wait()
		fromServer.Close()
		close(e.ended)
	}()
	e.Client = wire.New(t, in, out)
	// A server that does not answer must not hang the tests: without it, every
	// read ends.
	timer := time.AfterFunc(wire.Deadline, func() { e.cmd.Process.Kill() })
	t.Cleanup(func() {
		timer.Stop()
		e.cmd.Process.Kill()
		<-e.ended
		<-e.Over
	})
	return e
}

// exit waits for the process and returns its exit code.
func (e *editor) exit() int {
	<-e.ended
	return e.cmd.ProcessState.ExitCode()
}

// TestServe goes from a diagnostic to a clean file, using only the wire.
func TestServe(t *testing.T) {
	// The emoji precedes the defect on its line: UTF-16 counts it as two.
	const text = "# Example\n\n<tool>\n<server_name>local</server_name>\n<tool_name>execute_command</tool_name>\n" +
		"<arguments>\n<command>echo 😀 && ls</command>\n</arguments>\n</tool>\n"
	log := filepath.Join(t.TempDir(), "server.log")
	e := startEditor(t, "serve", "--stdio", "--log-file", log, "--log-level", "debug")

	var initialized struct {
		Capabilities struct{ PositionEncoding string }
		ServerInfo   struct{ Name, Version string }
	}
	if err := json.Unmarshal(e.Initialize(fmt.Sprintf(`"processId":%d,"rootUri":null,"capabilities":{}`, os.Getpid())).Result, &initialized); err != nil {
		t.Fatal(err)
	}
	if initialized.Capabilities.PositionEncoding != "utf-16" || initialized.ServerInfo.Name != "forge-lsp" || initialized.ServerInfo.Version == "" {
		t.Errorf("initialize: %+v", initialized)
	}

	const uri = "file:///prompts/example.md"
	e.Open(uri, "markdown", 1, text)
	found := e.AwaitVersion(uri, 1).Diagnostics
	ampersand := -1
	for i, d := range found {
		if d.Code == "unescaped-ampersand" {
			ampersand = i
			break
		}
	}
	if ampersand < 0 {
		t.Fatalf("no unescaped-ampersand among %+v", found)
	}
	at := found[ampersand].Range
	if at.Start != (wire.Position{Line: 6, Character: 17}) {
		t.Errorf("reported at %+v", at)
	}

	var actions []struct {
		Title string
		Kind  string
		Edit  struct{ Changes map[string][]wire.TextEdit }
	}
	e.Result("textDocument/codeAction", fmt.Sprintf(`{"textDocument":{"uri":%q},"range":%s,"context":{"diagnostics":[],"only":["source.fixAll"]}}`, uri, at.JSON()), &actions)
	if len(actions) != 1 || actions[0].Kind != "source.fixAll.forge" {
		t.Fatalf("code actions: %+v", actions)
	}
	edits := actions[0].Edit.Changes[uri]
	if len(edits) == 0 {
		t.Fatalf("no edits: %+v", actions[0])
	}

	// The changes that an editor reports are the edits that it applied. The
	// server's text is then the fixed one, which the diagnostics show.
	var changes []string
	for _, edit := range slices.Backward(edits) {
		changes = append(changes, fmt.Sprintf(`{"range":%s,"text":%s}`, edit.Range.JSON(), wire.Quote(edit.NewText)))
	}
	e.Change(uri, 2, changes...)
	if left := e.AwaitVersion(uri, 2).Diagnostics; len(left) != 0 {
		t.Errorf("left after the fix: %+v", left)
	}
	fixed := wire.Apply(text, edits, "utf-16")
	if want := strings.Replace(text, "&&", "&amp;&amp;", 1); fixed != want {
		t.Errorf("fixed: %q", fixed)
	}

	e.Call("shutdown", `null`)
	e.Notify("exit", `null`)
	if code := e.exit(); code != 0 {
		t.Errorf("exit code %d; stderr: %s", code, e.stderr)
	}
	if e.stderr.Len() > 0 {
		t.Errorf("on standard error, with a log file: %s", e.stderr)
	}
	if b, err := os.ReadFile(log); err != nil || !strings.Contains(string(b), "initialize") {
		t.Errorf("log file: %v, %q", err, b)
	}
}

// TestServeEndOfInput checks that the bare binary also serves, and ends with its input.
func TestServeEndOfInput(t *testing.T) {
	e := startEditor(t, "--stdio")
	e.Initialize(`"processId":null,"rootUri":null,"capabilities":{}`)
	e.In.Close()
	if code := e.exit(); code != 1 {
		t.Errorf("exit code %d, want 1 without shutdown", code)
	}
	if !strings.Contains(e.stderr.String(), "without shutdown") {
		t.Errorf("on standard error: %q", e.stderr)
	}
}

// TestServeExit checks that exit ends the process although its input is open, a pipe
// with a blocked read, and although nothing reads its output.
func TestServeExit(t *testing.T) {
	const document = "file:///a.md"
	text := wire.Quote(strings.Repeat("<tool></tool>\n", 1000)) // its diagnostics fill a pipe
	for _, test := range []struct {
		name  string
		sends []string
		code  int
	}{
		{"after shutdown", []string{`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`}, 0},
		{"without shutdown", []string{`{"jsonrpc":"2.0","method":"exit"}`}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command("forge-lsp", "serve")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(wire.Deadline, func() { cmd.Process.Kill() })
			defer timer.Stop()
			for _, body := range append([]string{
				`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`,
				`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + document + `","languageId":"markdown","version":1,"text":` + text + `}}}`,
			}, test.sends...) {
				if _, err := io.WriteString(in, wire.Frame(body)); err != nil {
					t.Fatal(err)
				}
			}
			// Unlike Wait, which closes the pipes' ends before.
			state, err := cmd.Process.Wait()
			if err != nil || state.ExitCode() != test.code {
				t.Errorf("exit code %d, %v", state.ExitCode(), err)
			}
		})
	}
}

func TestServeFlags(t *testing.T) {
	for _, args := range [][]string{
		{"serve", "--log-level", "loud"},
		{"serve", "--log-file", filepath.Join(t.TempDir(), "no", "such", "directory")},
		{"serve", "argument"},
	} {
		var stderr strings.Builder
		if code := run(args, strings.NewReader(""), io.Discard, &stderr); code != cli.ExitFailure || stderr.Len() == 0 {
			t.Errorf("%v: exit code %d, %q", args, code, stderr.String())
		}
	}
}

// TestServeConfiguration changes a configuration and settings under a real server.
func TestServeConfiguration(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{".git/HEAD": "", "forge-lsp.toml": "[rules]\nunescaped-ampersand = \"error\"\n"})
	e := startEditor(t, "serve")
	e.Initialize(fmt.Sprintf(`"processId":null,"rootUri":null,"capabilities":{},"rootPath":%s,"initializationOptions":{"rules":{"missing-server-name":"off"}}`, wire.Quote(dir)))
	uri := wire.FileURI(filepath.Join(dir, "a.xml"))
	e.Open(uri, "xml", 1, "<tool><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>")
	want := func(severity int) {
		t.Helper()
		// Diagnostics published in between belong to the earlier configuration.
		e.Await(fmt.Sprintf("diagnostic of severity %d", severity), func(m wire.Message) bool {
			var p wire.Published
			if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil || len(p.Diagnostics) != 1 {
				return false
			}
			return p.Diagnostics[0].Code == "unescaped-ampersand" && p.Diagnostics[0].Severity == severity
		})
	}
	want(1)
	disk.Write(t, dir, map[string]string{"forge-lsp.toml": "[rules]\nunescaped-ampersand = \"hint\" # later\n"})
	want(4)
	e.Notify("workspace/didChangeConfiguration", `{"settings":{"forge":{"rules":{"missing-server-name":"off","unescaped-ampersand":"information"}}}}`)
	want(3)
}
