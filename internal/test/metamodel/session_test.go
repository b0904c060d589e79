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
	s := model(t).NewSession()
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
		{"no object", []string{`<7`}},
		{"empty batch", []string{`<[]`}},
		{"version", []string{`<{"id":null,"error":{"code":1,"message":"m"}}`}},
		{"a message has no extra", []string{`<{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"},"extra":1}`}},
		{"there is no such method", []string{`<{"jsonrpc":"2.0","method":"no/such"}`}},
		{"goes the other way", []string{`<{"jsonrpc":"2.0","method":"exit"}`}},
		{"goes the other way", []string{`{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"m"}}`}},
		{"a request has an id", []string{`{"jsonrpc":"2.0","method":"shutdown"}`}},
		{"a request has an id", []string{`{"jsonrpc":"2.0","id":1,"method":"exit"}`}},
		{"an integer or a string", []string{`{"jsonrpc":"2.0","id":null,"method":"shutdown"}`}},
		{"the id is in use", []string{actions, actions}},
		{"has no parameters", []string{`{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{}}`}},
		{"parameters are missing", []string{`{"jsonrpc":"2.0","method":"initialized"}`}},
		{"a request with an answer", []string{`{"jsonrpc":"2.0","id":1,"method":"shutdown","result":null}`}},
		{"params: - at '': missing property 'textDocument'", []string{`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{}}`}},
		{"result of initialize: - at '/capabilities/hoverProvider'", []string{initialize, `<{"jsonrpc":"2.0","id":1,"result":{"capabilities":{"hoverProvider":1}}}`}},
		{"'titel' not allowed", []string{actions, `<{"jsonrpc":"2.0","id":"a","result":[{"title":"t","titel":"t"}]}`}},
		{"data of an error: - at '': missing property 'retry'", []string{initialize, `<{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":{}}}`}},
		{"nobody waits", []string{actions, `<{"jsonrpc":"2.0","id":"b","result":null}`}},
		{"nobody waits", []string{actions, `<{"jsonrpc":"2.0","id":"a","result":null}`, `<{"jsonrpc":"2.0","id":"a","result":null}`}},
		{"nobody waits", []string{initialize, `<{"jsonrpc":"2.0","id":"1","result":{"capabilities":{}}}`}},
		{"a result or an error", []string{actions, `<{"jsonrpc":"2.0","id":"a","result":null,"error":{"code":1,"message":"m"}}`}},
		{"a result or an error", []string{actions, `<{"jsonrpc":"2.0","id":"a"}`}},
		{"a result without an id", []string{`<{"jsonrpc":"2.0","id":null,"result":1}`}},
		{"missing property 'code'", []string{actions, `<{"jsonrpc":"2.0","id":"a","error":{"message":"m"}}`}},
		{"an error has a message", []string{actions, `<{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":""}}`}},
		{"'id' not allowed", []string{actions, `<{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"m","id":1}}`}},
		{"has no workspace.configuration", []string{`<{"jsonrpc":"2.0","id":"c","method":"workspace/configuration","params":{"items":[]}}`}},
		{"does not take registrations", []string{`<` + watch}},
		{"registered already", []string{initialize, "<" + watch, "<" + strings.Replace(watch, `"s"`, `"t"`, 1)}},
		{"registerOptions: - at '': validation failed", []string{initialize, "<" + strings.Replace(watch, `watchers`, `patterns`, 1)}},
		{"cannot be registered", []string{initialize, "<" + strings.Replace(watch, `didChangeWatchedFiles`, `didWatch`, 1)}},
		{"was not registered", []string{initialize, `<{"jsonrpc":"2.0","id":"u","method":"client/unregisterCapability","params":{"unregisterations":[{"id":"w","method":"workspace/didChangeWatchedFiles"}]}}`}},
	} {
		if err := play(t, test.messages...); err == nil || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%q: %v, want %q", test.messages, err, test.why)
		}
	}
}
