package metamodel

import (
	"strings"
	"testing"
)

const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{"workspace":{"configuration":true,"didChangeWatchedFiles":{"dynamicRegistration":true}}}}}`
	initialized = `{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}`
	actions     = `{"jsonrpc":"2.0","id":"a","method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a"},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"context":{"diagnostics":[]}}}`
	watch       = `{"jsonrpc":"2.0","id":"s","method":"client/registerCapability","params":{"registrations":[{"id":"w","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[{"globPattern":"**/*.md"}]}}]}}`
)

// play records messages, of which those of the server start with "<", and returns the
// mistakes of the last.
func play(t *testing.T, messages ...string) error {
	t.Helper()
	s := New(t)
	for i, m := range messages {
		body, fromServer := strings.CutPrefix(m, "<")
		note := s.FromClient
		if fromServer {
			note = s.FromServer
		}
		if err := note([]byte(body)); i == len(messages)-1 {
			return err
		} else if err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
	}
	return nil
}

func TestSession(t *testing.T) {
	for _, right := range [][]string{
		{initialize, "<" + initialized},
		{initialize, "<" + initialized, `{"jsonrpc":"2.0","method":"initialized","params":{}}`, "<" + watch, `{"jsonrpc":"2.0","id":"s","result":null}`},
		{actions, `<{"jsonrpc":"2.0","id":"a","result":null}`, actions, `<{"jsonrpc":"2.0","id":"a","error":{"code":-32800,"message":"cancelled"}}`},
		{`{nonsense`},
		{`<{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}`},
		{`{"jsonrpc":"2.0","id":7,"method":"no/such","params":7}`, `<{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}}`},
		{`[` + actions + `,{"jsonrpc":"2.0","method":"exit"}]`, `<[{"jsonrpc":"2.0","id":"a","result":[]}]`},
		{initialize, "<" + watch, `<{"jsonrpc":"2.0","id":"u","method":"client/unregisterCapability","params":{"unregisterations":[{"id":"w","method":"workspace/didChangeWatchedFiles"}]}}`},
		{initialize, `<{"jsonrpc":"2.0","id":"c","method":"workspace/configuration","params":{"items":[{"section":"forge"}]}}`, `{"jsonrpc":"2.0","id":"c","result":[null]}`},
	} {
		if err := play(t, right...); err != nil && right[0] != `{nonsense` {
			t.Errorf("%q: %v", right, err)
		}
	}
	for _, test := range []struct {
		why      string
		messages []string
	}{
		{"no JSON", []string{`<{`}},
		{"no JSON", []string{`<{} {}`}},
		{"version", []string{`<{"id":null,"error":{"code":1,"message":"m"}}`}},
		{"no such method", []string{`<{"jsonrpc":"2.0","method":"no/such"}`}},
		{"no such method", []string{`<{"jsonrpc":"2.0","method":"exit"}`}},
		{"no such method", []string{`{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"m"}}`}},
		{"a request has an id", []string{`{"jsonrpc":"2.0","method":"shutdown"}`}},
		{"a request has an id", []string{`{"jsonrpc":"2.0","id":1,"method":"exit"}`}},
		{"a request has an id", []string{`{"jsonrpc":"2.0","id":null,"method":"shutdown"}`}},
		{"the id is in use", []string{actions, actions}},
		{"has no parameters", []string{`{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{}}`}},
		{"at '': got null, want object", []string{`{"jsonrpc":"2.0","method":"initialized"}`}},
		{"at '': missing property 'textDocument'", []string{`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{}}`}},
		{"at '/capabilities/hoverProvider'", []string{initialize, `<{"jsonrpc":"2.0","id":1,"result":{"capabilities":{"hoverProvider":1}}}`}},
		{"'titel' not allowed", []string{actions, `<{"jsonrpc":"2.0","id":"a","result":[{"title":"t","titel":"t"}]}`}},
		{"nobody waits", []string{actions, `<{"jsonrpc":"2.0","id":"b","result":null}`}},
		{"nobody waits", []string{actions, `<{"jsonrpc":"2.0","id":"a","result":null}`, `<{"jsonrpc":"2.0","id":"a","result":null}`}},
		{"nobody waits", []string{initialize, `<{"jsonrpc":"2.0","id":"1","result":{"capabilities":{}}}`}},
		{"a result or an error", []string{actions, `<{"jsonrpc":"2.0","id":"a","result":null,"error":{"code":1,"message":"m"}}`}},
		{"a result or an error", []string{actions, `<{"jsonrpc":"2.0","id":"a"}`}},
		{"nobody waits", []string{`<{"jsonrpc":"2.0","id":null,"result":1}`}},
		{"missing property 'code'", []string{actions, `<{"jsonrpc":"2.0","id":"a","error":{"message":"m"}}`}},
		{"'id' not allowed", []string{actions, `<{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"m","id":1}}`}},
	} {
		if err := play(t, test.messages...); err == nil || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%q: %v, want %q", test.messages, err, test.why)
		}
	}
}
