package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// An editor is a client of a server in a process of its own, with one document.
type editor struct {
	*wire.Client
	cmd      *exec.Cmd
	answered time.Duration // from the start of the process to the answer to initialize
	uri      string
	version  int
}

// connect starts a server and initializes it.
func (p program) connect() *editor {
	e := &editor{cmd: exec.Command(p.path, "serve")}
	e.cmd.Stderr = os.Stderr
	in, err := e.cmd.StdinPipe()
	must(err)
	out, err := e.cmd.StdoutPipe()
	must(err)
	started := time.Now()
	must(e.cmd.Start())
	e.Client = wire.New(failing{}, in, out, unchecked{})
	m := e.Initialize(`"processId":null,"rootUri":null,"capabilities":{"textDocument":{"publishDiagnostics":{"versionSupport":true}}}`)
	e.answered = m.At.Sub(started)
	return e
}

// end ends the server.
func (e *editor) end() {
	const shutdown, exit = `{"jsonrpc":"2.0","id":"end","method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`
	_, _ = io.WriteString(e.In, wire.Frame(shutdown)+wire.Frame(exit))
	_ = e.In.Close()
	late := time.AfterFunc(10*time.Second, func() { _ = e.cmd.Process.Kill() })
	defer late.Stop()
	<-e.Over // so that it can write its last output
	_ = e.cmd.Wait()
}

// failing makes what fails a test end the run.
type failing struct{ testing.TB }

func (failing) Helper()                           {}
func (failing) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (failing) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// unchecked checks no messages.
type unchecked struct{}

func (unchecked) Unseen()                 {}
func (unchecked) FromClient([]byte) error { return nil }
func (unchecked) FromServer([]byte) error { return nil }

// open opens a document and returns the time until its first diagnostics.
func (e *editor) open(f form, text string) time.Duration {
	e.uri, e.version = "file:///speed/a"+f.extension, 1
	return e.turn(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":`+
		`{"uri":%q,"languageId":"markdown","version":1,"text":%s}}}`, e.uri, quoted(text)))
}

// quoted returns a text as JSON as JavaScript writes it: '<' is not escaped.
func quoted(text string) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string, to memory
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// An edit replaces a range by a text.
type edit struct {
	from, to wire.Position
	text     string
}

// edit sends an edit and returns the time until its diagnostics.
func (e *editor) edit(ed edit) time.Duration {
	e.version++
	const change = `{"jsonrpc":"2.0","method":"textDocument/didChange",` +
		`"params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":%s,"text":%s}]}}`
	return e.turn(fmt.Sprintf(change, e.uri, e.version, wire.Range{Start: ed.from, End: ed.to}.JSON(), quoted(ed.text)))
}

// cpu returns the CPU time of all threads of a server, zero if the system does not
// provide it. Unlike wall-clock time it hardly grows when the machine is busy.
func (e *editor) cpu() (total time.Duration) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", e.cmd.Process.Pid))
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		first, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(first, 10, 64)
		total += time.Duration(n)
	}
	return total
}

// turn writes a notification, and reads the diagnostics of the version that it leads to. It
// returns the time between.
func (e *editor) turn(body string) time.Duration {
	begun := time.Now()
	e.Raw(wire.Frame(body))
	m := e.Await(fmt.Sprintf("diagnostics of version %d", e.version), func(m wire.Message) bool {
		var p struct {
			URI     string
			Version int
		}
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == e.uri && p.Version == e.version
	})
	e.Forget(func(wire.Message) bool { return true })
	return m.At.Sub(begun)
}
