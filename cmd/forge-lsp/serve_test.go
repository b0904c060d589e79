package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// editor drives the built binary as an editor does: over its pipes, with
// frames written by hand.
type editor struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *strings.Builder
	id     int
}

func startEditor(t *testing.T, args ...string) *editor {
	t.Helper()
	return startBuild(t, nil, args...)
}

// startBuild is startEditor for a binary that is built with further flags.
func startBuild(t *testing.T, flags []string, args ...string) *editor {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "forge-lsp")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	build := append(append([]string{"build", "-o", binary}, flags...), ".")
	if out, err := exec.Command("go", build...).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	e := &editor{t: t, cmd: exec.Command(binary, args...), stderr: new(strings.Builder)}
	e.cmd.Stderr = e.stderr
	in, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e.in, e.out = in, bufio.NewReader(out)
	// A server that does not answer must not hang the tests: without it, every
	// read ends.
	timer := time.AfterFunc(time.Minute, func() { e.cmd.Process.Kill() })
	t.Cleanup(func() {
		timer.Stop()
		e.cmd.Process.Kill()
	})
	return e
}

func (e *editor) write(message string) {
	e.t.Helper()
	if _, err := fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(message), message); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	if err != nil {
		e.t.Fatal(err)
	}
	e.write(string(b))
}

type answer struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// read returns the next message.
func (e *editor) read() answer {
	e.t.Helper()
	size := 0
	for {
		line, err := e.out.ReadString('\n')
		if err != nil {
			e.t.Fatalf("reading: %v; stderr: %s", err, e.stderr)
		}
		if line == "\r\n" {
			break
		}
		n, ok := strings.CutPrefix(strings.TrimSpace(line), "Content-Length: ")
		if !ok {
			e.t.Fatalf("on standard output: %q", line)
		}
		if size, err = strconv.Atoi(n); err != nil {
			e.t.Fatal(err)
		}
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(e.out, body); err != nil {
		e.t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		e.t.Fatalf("%v in %s", err, body)
	}
	return a
}

// call sends a request and decodes its result. What else comes is dropped.
func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	e.id++
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": e.id, "method": method, "params": params})
	if err != nil {
		e.t.Fatal(err)
	}
	e.write(string(b))
	for {
		a := e.read()
		if a.Method != "" || a.ID != e.id {
			continue
		}
		if a.Error != nil {
			e.t.Fatalf("%s: %s", method, a.Error)
		}
		if err := json.Unmarshal(a.Result, result); err != nil {
			e.t.Fatalf("%s: %v in %s", method, err, a.Result)
		}
		return
	}
}

type textRange struct {
	Start textPosition `json:"start"`
	End   textPosition `json:"end"`
}

type textPosition struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code"`
}

// diagnostics waits for the diagnostics of a version.
func (e *editor) diagnostics(version int) []diagnostic {
	e.t.Helper()
	for {
		a := e.read()
		if a.Method != "textDocument/publishDiagnostics" {
			continue
		}
		var p struct {
			Version     int          `json:"version"`
			Diagnostics []diagnostic `json:"diagnostics"`
		}
		if err := json.Unmarshal(a.Params, &p); err != nil {
			e.t.Fatal(err)
		}
		if p.Version == version {
			return p.Diagnostics
		}
	}
}

// exit waits for the process and returns its exit code.
func (e *editor) exit() int {
	e.t.Helper()
	e.cmd.Wait()
	return e.cmd.ProcessState.ExitCode()
}

// From a squiggle to a clean file, with nothing in between but the wire.
func TestServe(t *testing.T) {
	// The emoji stands before the defect on its line: UTF-16 counts it as two.
	const text = "# Example\n\n<tool>\n<server_name>local</server_name>\n<tool_name>execute_command</tool_name>\n" +
		"<arguments>\n<command>echo 😀 && ls</command>\n</arguments>\n</tool>\n"
	log := filepath.Join(t.TempDir(), "server.log")
	e := startEditor(t, "serve", "--stdio", "--log-file", log, "--log-level", "debug")

	var initialized struct {
		Capabilities struct{ PositionEncoding string }
		ServerInfo   struct{ Name, Version string }
	}
	e.call("initialize", map[string]any{"processId": os.Getpid(), "rootUri": nil, "capabilities": map[string]any{}}, &initialized)
	if initialized.Capabilities.PositionEncoding != "utf-16" || initialized.ServerInfo.Name != "forge-lsp" || initialized.ServerInfo.Version == "" {
		t.Errorf("initialize: %+v", initialized)
	}
	e.notify("initialized", map[string]any{})

	const uri = "file:///prompts/example.md"
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
	found := e.diagnostics(1)
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
	if at.Start != (textPosition{6, 17}) {
		t.Errorf("reported at %+v", at)
	}

	var actions []struct {
		Title string
		Kind  string
		Edit  struct{ Changes map[string][]textEdit }
	}
	e.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri},
		"range":        at,
		"context":      map[string]any{"diagnostics": []any{}, "only": []string{"source.fixAll"}},
	}, &actions)
	if len(actions) != 1 || actions[0].Kind != "source.fixAll.forge" {
		t.Fatalf("code actions: %+v", actions)
	}
	edits := actions[0].Edit.Changes[uri]
	if len(edits) == 0 {
		t.Fatalf("no edits: %+v", actions[0])
	}

	// The changes that an editor reports are the edits that it applied. The
	// server's text is then the mended one, which the diagnostics show.
	var changes []map[string]any
	for i := len(edits) - 1; i >= 0; i-- {
		changes = append(changes, map[string]any{"range": edits[i].Range, "text": edits[i].NewText})
	}
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2}, "contentChanges": changes})
	if left := e.diagnostics(2); len(left) != 0 {
		t.Errorf("left after the fix: %+v", left)
	}
	mended := text
	for i := len(edits) - 1; i >= 0; i-- {
		mended = apply(mended, edits[i])
	}
	if want := strings.Replace(text, "&&", "&amp;&amp;", 1); mended != want {
		t.Errorf("mended: %q", mended)
	}

	var nothing any
	e.call("shutdown", nil, &nothing)
	e.notify("exit", nil)
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

// apply applies an edit to a text, counting in UTF-16.
func apply(text string, edit textEdit) string {
	offset := func(p textPosition) int {
		i := 0
		for range p.Line {
			i += strings.IndexByte(text[i:], '\n') + 1
		}
		for units := p.Character; units > 0; {
			r, size := utf8.DecodeRuneInString(text[i:])
			i += size
			units -= utf16.RuneLen(r)
		}
		return i
	}
	return text[:offset(edit.Range.Start)] + edit.NewText + text[offset(edit.Range.End):]
}

// Nothing that a client sends ends the session: not a frame that is no JSON,
// not a request nobody knows, and a thousand changes faster than they can be
// read leave the server with the last text.
func TestServeGoesOn(t *testing.T) {
	e := startEditor(t, "serve")
	var result any
	e.call("initialize", map[string]any{"capabilities": map[string]any{}}, &result)
	e.notify("initialized", map[string]any{})

	const parseError, methodNotFound = -32700, -32601
	for frame, want := range map[string]int{
		`{"jsonrpc":"2.0","id":7,"method":"textDocument/codeAction","params":{`: parseError,
		`not json`: parseError,
		`{"jsonrpc":"2.0","id":8,"method":"no/such","params":{}}`: methodNotFound,
	} {
		e.write(frame)
		var failed struct{ Code int }
		if err := json.Unmarshal(e.read().Error, &failed); err != nil || failed.Code != want {
			t.Errorf("%s: code %d (%v), want %d", frame, failed.Code, err, want)
		}
	}

	// Each change inserts an ampersand at the start of the value, before the
	// diagnostics of the change before it can have been published.
	const changes = 1000
	const uri = "file:///replies/reply.xml"
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "xml", "version": 0,
		"text": "<tool>\n<server_name>local</server_name>\n<tool_name>converse</tool_name>\n<arguments>\n<message></message>\n</arguments>\n</tool>\n",
	}})
	at := textPosition{4, len("<message>")}
	for version := 1; version <= changes; version++ {
		e.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri, "version": version},
			"contentChanges": []any{map[string]any{"range": textRange{at, at}, "text": "& "}},
		})
	}
	if found := e.diagnostics(changes); len(found) != changes {
		t.Errorf("%d diagnostics after %d changes", len(found), changes)
	}
	e.call("shutdown", nil, &result)
	e.notify("exit", nil)
	if code := e.exit(); code != 0 {
		t.Errorf("exit code %d; stderr: %s", code, e.stderr)
	}
}

// The bare binary serves too, and ends with its input.
func TestServeEndOfInput(t *testing.T) {
	e := startEditor(t, "--stdio")
	var result any
	e.call("initialize", map[string]any{"capabilities": map[string]any{}}, &result)
	e.in.Close()
	if code := e.exit(); code != 1 {
		t.Errorf("exit code %d, want 1 without shutdown", code)
	}
	if !strings.Contains(e.stderr.String(), "without shutdown") {
		t.Errorf("on standard error: %q", e.stderr)
	}
}

func TestServeFlags(t *testing.T) {
	for _, args := range [][]string{
		{"serve", "--log-level", "loud"},
		{"serve", "--log-file", filepath.Join(t.TempDir(), "no", "such", "directory")},
		{"serve", "argument"},
	} {
		var stderr strings.Builder
		if code := run(args, strings.NewReader(""), io.Discard, &stderr); code != exitFailure || stderr.Len() == 0 {
			t.Errorf("%v: exit code %d, %q", args, code, stderr.String())
		}
	}
}
