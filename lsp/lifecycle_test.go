package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/internal/test/metamodel"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

const (
	methodNotFound       = -32601
	invalidParams        = -32602
	invalidRequest       = -32600
	parseError           = -32700
	internalError        = -32603
	serverNotInitialized = -32002
	requestCancelled     = -32800
	contentModified      = -32801
)

func wantError(t *testing.T, m wire.Message, code int) {
	t.Helper()
	if m.Error == nil || m.Error.Code != code {
		t.Errorf("got %v, want error %d", m, code)
	}
}

// TestInitializeOddParameters checks that capabilities in shapes that the protocol does not
// define do not keep the server from starting.
func TestInitializeOddParameters(t *testing.T) {
	for _, params := range []string{
		`{}`,
		`{"processId":12345678901,"capabilities":[]}`,
		`{"processId":"1","capabilities":{"textDocument":[],"general":{"positionEncodings":[1,null]}}}`,
		`{"processId":1.0,"rootUri":"C:\\ x","capabilities":{"textDocument":{"completion":{"completionItem":{"tagSupport":true}}}},"trace":"loud"}`,
		`{"capabilities":null,"workspaceFolders":{},"trace":7,"clientInfo":"x"}`,
	} {
		if m := connect(t, Config{}).CallOdd("initialize", params); m.Error != nil {
			t.Errorf("%s: %v", params, m)
		}
	}
	for _, params := range []string{`[]`, `null`, `"x"`} {
		wantError(t, connect(t, Config{}).CallOdd("initialize", params), invalidParams)
	}
}

func TestLifecycleOrder(t *testing.T) {
	c := connect(t, Config{})
	wantError(t, c.CallOdd("textDocument/codeAction", `{}`), serverNotInitialized)
	wantError(t, c.Call("no/such", `{}`), serverNotInitialized)
	c.open("file:///a.md", 1, "&") // must be dropped
	c.initialize(`{}`)
	wantError(t, c.CallOdd("initialize", `{"capabilities":{}}`), invalidRequest)
	var actions []any
	c.Result("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+wire.RangeJSON(0, 0, 0, 1)+`,"context":{"diagnostics":[]}}`, &actions)
	if len(actions) != 0 {
		t.Errorf("a document opened before initialize is open: %v", actions)
	}
	if m := c.Call("shutdown", `null`); m.Error != nil || string(m.Result) != "null" {
		t.Errorf("shutdown: %v", m)
	}
	wantError(t, c.Call("shutdown", `null`), invalidRequest)
	wantError(t, c.CallOdd("textDocument/codeAction", `{}`), invalidRequest)
	c.Notify("exit", `null`)
	if code := c.exit(); code != 0 || c.err != nil {
		t.Errorf("exit code %d, %v", code, c.err)
	}
}

func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		name string
		code int
		do   func(*testClient)
	}{
		{"exit without shutdown", 1, func(c *testClient) { c.Notify("exit", `null`) }},
		{"exit before initialize", 1, nil},
		{"end of input", 1, func(c *testClient) { c.In.Close() }},
		{"end of input after shutdown", 0, func(c *testClient) { c.Call("shutdown", `null`); c.In.Close() }},
		// Clients may skip waiting for the answer to shutdown.
		{"shutdown and exit in one write", 0, func(c *testClient) {
			c.Raw(wire.Frame(`{"jsonrpc":"2.0","id":"s","method":"shutdown"}`) + wire.Frame(`{"jsonrpc":"2.0","method":"exit"}`))
			c.exit()
			c.Await("the answer to shutdown", func(m wire.Message) bool { return string(m.ID) == `"s"` })
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := connect(t, Config{})
			if test.do == nil {
				c.Notify("exit", `null`)
			} else {
				c.initialize(`{}`)
				test.do(c)
			}
			if code := c.exit(); code != test.code || c.err != nil {
				t.Errorf("exit code %d, %v, want %d", code, c.err, test.code)
			}
		})
	}
}

// TestAnswersAfterEndOfInput checks that a client may close its end immediately and
// still read the answers.
func TestAnswersAfterEndOfInput(t *testing.T) {
	c := start(t, Config{}, `{"textDocument":{"diagnostic":{}}}`)
	c.open("file:///a.md", 1, "a & b")
	var ids []int
	for range 20 {
		ids = append(ids, c.Send("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.md"}}`))
	}
	c.In.Close()
	for _, id := range ids {
		if m := c.Answer(id); m.Error != nil {
			t.Errorf("%v", m)
		}
	}
	c.exit()
}

func TestParentGone(t *testing.T) {
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	c := connect(t, Config{parentPoll: time.Millisecond})
	if m := c.Call("initialize", fmt.Sprintf(`{"processId":%d,"rootUri":null,"capabilities":{}}`, cmd.Process.Pid)); m.Error != nil {
		t.Fatal(m)
	}
	if m := c.Call("no/such", `{}`); m.Error.Code != methodNotFound {
		t.Fatal(m)
	}
	cmd.Process.Kill()
	cmd.Wait() // until then it is a zombie, which still exists
	if code := c.exit(); code != 1 || c.err != nil {
		t.Errorf("exit code %d, %v", code, c.err)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no one reads") }

func TestOutputGone(t *testing.T) {
	in := &slowReader{data: wire.Frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`), more: make(chan struct{})}
	defer close(in.more)
	code, err := serveStreams(t.Context(), in, failingWriter{}, Config{})
	if code != 1 || err == nil {
		t.Errorf("got %d, %v", code, err)
	}
}

// slowReader returns its data and then nothing, and cannot be closed.
type slowReader struct {
	data string
	more chan struct{}
}

func (r *slowReader) Read(p []byte) (int, error) {
	if r.data == "" {
		<-r.more
		return 0, errors.New("end of test")
	}
	n := copy(p, r.data)
	r.data = r.data[n:]
	return n, nil
}

func TestTrace(t *testing.T) {
	level := new(slog.LevelVar)
	level.Set(slog.LevelError)
	c := connect(t, Config{Level: level})
	c.Call("initialize", `{"processId":null,"rootUri":null,"capabilities":{},"trace":"messages"}`)
	if got := level.Level(); got != slog.LevelInfo {
		t.Errorf("initialize with messages: %v", got)
	}
	for _, step := range []struct {
		value string
		want  string
	}{{"verbose", "DEBUG"}, {"messages", "INFO"}, {"nonsense", "INFO"}, {"off", "ERROR"}} {
		c.NotifyOdd("$/setTrace", `{"value":"`+step.value+`"}`)
		c.Call("no/such", `{}`)
		if got := level.Level().String(); got != step.want {
			t.Errorf("%s: %s, want %s", step.value, got, step.want)
		}
	}
}

func TestUnknownMethods(t *testing.T) {
	c := start(t, Config{}, `{}`)
	for _, method := range []string{"textDocument/moniker", "$/unknown", "no/such", "", "textDocument/documentColor"} {
		wantError(t, c.CallOdd(method, `{}`), methodNotFound)
		c.NotifyOdd(method, `{"a":[1,2]}`)
		c.NotifyOdd(method, `null`)
	}
	wantError(t, c.CallOdd("textDocument/codeAction", `{"textDocument":7}`), invalidParams)
	wantError(t, c.CallOdd("textDocument/codeAction", `null`), invalidParams)
	if slices.ContainsFunc(c.All(), func(m wire.Message) bool { return m.Method != "" }) {
		t.Errorf("the server spoke unasked: %v", c.All())
	}
}

// ableClient are the capabilities of a client that supports everything that the server
// checks.
const ableClient = `{
	"workspace": {
		"fileOperations": {"didCreate": true, "didRename": true, "didDelete": true},
		"applyEdit": true,
		"didChangeWatchedFiles": {"dynamicRegistration": true, "relativePatternSupport": true},
		"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
		"workspaceFolders": true,
		"diagnostics": {"refreshSupport": true}
	},
	"window": {"showDocument": {"support": true}},
	"textDocument": {
		` + completesAll + `,
		"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}},
		"diagnostic": {"relatedInformation": true},
		"hover": {"contentFormat": ["markdown", "plaintext"]},
		"signatureHelp": {"signatureInformation": {
			"documentationFormat": ["markdown"], "parameterInformation": {"labelOffsetSupport": true}, "noActiveParameterSupport": true
		}},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"rename": {"prepareSupport": true}
	}
}`

// TestAnnounced checks that all announced requests have a route, and that all routes
// are announced.
func TestAnnounced(t *testing.T) {
	model, err := metamodel.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, Config{})
	var answer struct{ Capabilities map[string]any }
	if err := json.Unmarshal(c.Initialize(`"processId":null,"rootUri":null,"capabilities":`+ableClient).Result, &answer); err != nil {
		t.Fatal(err)
	}
	routes := (&server{}).table()
	checked := 0
	for _, list := range [][]metamodel.Message{model.Requests, model.Notifications} {
		for _, m := range list {
			if m.Direction == "serverToClient" || m.ServerCapability == "" {
				continue
			}
			checked++
			var announced any = answer.Capabilities
			for name := range strings.SplitSeq(m.ServerCapability, ".") {
				object, _ := announced.(map[string]any)
				announced = object[name]
			}
			if has := routes[m.Method] != nil; has != (announced != nil && announced != false) {
				t.Errorf("%s: there is a route: %v; %s is announced as %v", m.Method, has, m.ServerCapability, announced)
			}
		}
	}
	if checked < 50 {
		t.Errorf("the meta model has %d messages that a server announces", checked)
	}
}

// TestClient compares what each capability of a client alone changes with a golden file: in
// what the server knows about the client, and in what it announces to it.
func TestClient(t *testing.T) {
	var out bytes.Buffer
	base := newClient(clientCapabilities{}, "utf-16")
	known, announced := fieldsOf("", reflect.ValueOf(base)), announcedLines(t, base)
	for _, line := range known {
		fmt.Fprintln(&out, line)
	}
	for _, text := range []string{
		`{"workspace": {"diagnostics": {"refreshSupport": true}}}`,
		`{"workspace": {"semanticTokens": {"refreshSupport": true}}}`,
		`{"workspace": {"codeLens": {"refreshSupport": true}}}`,
		`{"textDocument": {"publishDiagnostics": {"relatedInformation": true}}}`,
		`{"textDocument": {"diagnostic": {"relatedInformation": true}}}`,
		`{"textDocument": {"diagnostic": {}, "publishDiagnostics": {}}}`,
		`{"textDocument": {"diagnostic": {}, "publishDiagnostics": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}}`,
		`{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}`,
		`{"workspace": {"didChangeWatchedFiles": {"relativePatternSupport": true}}}`,
		`{"workspace": {"configuration": true}}`,
		`{"workspace": {"didChangeConfiguration": {"dynamicRegistration": true}}}`,
		`{"workspace": {"applyEdit": true}}`,
		`{"workspace": {"workspaceEdit": {"documentChanges": true}}}`,
		`{"workspace": {"workspaceEdit": {"resourceOperations": ["create"]}}}`,
		`{"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["rename", "create"]}}}`,
		`{"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["rename"]}}}`,
		`{"window": {"workDoneProgress": true}}`,
		`{"window": {"showDocument": {"support": true}}}`,
		`{"general": {"positionEncodings": ["utf-8", "utf-32"]}}`,
		`{"general": {"positionEncodings": ["ebcdic", 5, "utf-32", "utf-8"]}}`,
		`{"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}}`,
		`{"textDocument": {"rename": {"prepareSupport": true}}}`,
		`{"textDocument": {"foldingRange": {"rangeLimit": 1}}}`,
		`{"textDocument": {"foldingRange": {"rangeLimit": 0}}}`,
		`{"textDocument": {"foldingRange": {"rangeLimit": 1e9}}}`,
		`{"textDocument": {"foldingRange": {"rangeLimit": "5"}}}`,
		`{"textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}}}}`,
		`{"textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["command"]}}}}`,
		`{"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}`,
		`{"textDocument": {"hover": {"contentFormat": ["markdown"]}}}`,
		`{"textDocument": {"hover": {"contentFormat": ["plaintext", "markdown"]}}}`,
		`{"textDocument": {"signatureHelp": {"signatureInformation": {"documentationFormat": ["markdown"]}}}}`,
		`{"textDocument": {"signatureHelp": {"signatureInformation": {"parameterInformation": {"labelOffsetSupport": true}}}}}`,
		`{"textDocument": {"signatureHelp": {"signatureInformation": {"noActiveParameterSupport": true}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"commitCharactersSupport": true}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"insertReplaceSupport": true}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"insertTextModeSupport": {"valueSet": [1, 2]}}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"insertTextModeSupport": {"valueSet": [1]}}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"resolveSupport": {"properties": ["documentation"]}}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"documentationFormat": ["markdown"]}}}}`,
		`{"textDocument": {"completion": {"completionItemKind": {"valueSet": [17, 19]}}}}`,
		`{"textDocument": {"completion": {"completionItemKind": {"valueSet": [17]}}}}`,
		`{"workspace": [], "textDocument": 5, "window": null, "general": {"positionEncodings": "utf-8"}}`,
	} {
		var p initializeParams
		if err := json.Unmarshal([]byte(`{"capabilities":`+text+`}`), &p); err != nil {
			t.Fatal(text, err)
		}
		c := newClient(p.Capabilities, "utf-16")
		fmt.Fprintf(&out, "\n%s\n", text)
		for _, line := range fieldsOf("", reflect.ValueOf(c)) {
			if !slices.Contains(known, line) {
				fmt.Fprintln(&out, line)
			}
		}
		for _, line := range announcedLines(t, c) {
			if !slices.Contains(announced, line) {
				fmt.Fprintln(&out, "\t"+line)
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "capabilities.txt"), out.Bytes())
}

// fieldsOf returns the fields of a struct, and of those in it.
func fieldsOf(within string, v reflect.Value) (lines []string) {
	for i := range v.NumField() {
		name, field := within+v.Type().Field(i).Name, v.Field(i)
		switch {
		case v.Type().Field(i).Anonymous:
			lines = append(lines, fieldsOf(within, field)...)
		case field.Kind() == reflect.Struct:
			lines = append(lines, fieldsOf(name+".", field)...)
		default:
			lines = append(lines, fmt.Sprintf("%s: %v", name, field))
		}
	}
	return lines
}

// announcedLines returns what is announced to a client, a value with its path a line.
func announcedLines(t *testing.T, c client) []string {
	t.Helper()
	text, err := json.Marshal(c.capabilities())
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	var lines []string
	var walk func(path []string, value any)
	walk = func(path []string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, member := range value {
				walk(append(slices.Clone(path), name), member)
			}
		default:
			text, _ := json.Marshal(value)
			lines = append(lines, fmt.Sprintf("%s = %s", strings.Join(path, "."), text))
		}
	}
	walk(nil, value)
	slices.Sort(lines)
	return lines
}
