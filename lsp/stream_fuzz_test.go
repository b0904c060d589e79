package lsp

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

func FuzzFrames(f *testing.F) {
	initialize := wire.Frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"textDocument":{"diagnostic":{}}}}}`)
	open := wire.Frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","languageId":"x","version":1,"text":` + wire.Quote(inCall("a & b &nbsp;")) + `}}}`)
	f.Add([]byte(initialize + open + wire.Frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a"}}}`)))
	f.Add([]byte(initialize + open + wire.Frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":1},"end":{"line":9,"character":0}},"text":"\r"}]}}`)))
	f.Add([]byte(initialize + open + wire.Frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a"},"range":{"start":{"line":0,"character":1},"end":{"line":9,"character":0}},"context":{}}}`)))
	f.Add([]byte(initialize + wire.Frame(`[{"jsonrpc":"2.0","id":3,"method":"shutdown"},1]`) + wire.Frame(`{"jsonrpc":"2.0","method":"exit"}`)))
	f.Add([]byte(initialize + wire.Frame(`{"jsonrpc":"2.0","id":2,"method":"codeAction/resolve","params":{"data":{"uri":"file:///a"}}}`)))
	f.Add([]byte("Content-Length: 3\r\n\r\n{}x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		done := make(chan struct{})
		var out bytes.Buffer
		go func() {
			defer close(done)
			serveStreams(t.Context(), bytes.NewReader(data), &out, Options{})
		}()
		select {
		case <-done:
		case <-time.After(wire.Deadline):
			t.Fatal("the session did not end with its input")
		}
	})
}

// FuzzBodies does the same with any bytes as the body of a well-formed frame, which
// covers much more.
func FuzzBodies(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":1},"end":{"line":9,"character":0}},"text":"\r"}]}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a"},"range":{"start":{"line":0,"character":1},"end":{"line":9,"character":0}},"context":{"only":["source"]}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a"},"range":{"start":{"line":0,"character":1},"end":{"line":9,"character":0}},"context":{}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a"},"previousResultId":"1"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"codeAction/resolve","params":{"title":"x","data":{"uri":"file:///a","text":1}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"processId":null,"capabilities":{"general":{"positionEncodings":["utf-8"]}}}}`,
		`[{"jsonrpc":"2.0","id":2,"method":"shutdown"},{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}]`,
	} {
		f.Add([]byte(s))
	}
	before := wire.Frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"textDocument":{"diagnostic":{}}}}}`) +
		wire.Frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","languageId":"x","version":1,"text":`+wire.Quote(inCall("a & b\r\né😀&"))+`}}}`)
	after := wire.Frame(`{"jsonrpc":"2.0","id":"last","method":"no/such"}`)
	f.Fuzz(func(t *testing.T, body []byte) {
		if bytes.Contains(body, []byte("exit")) || bytes.Contains(body, []byte(`\u`)) || bytes.Contains(body, []byte("processId")) && !bytes.Contains(body, []byte(`"processId":null`)) {
			return // these may end the session
		}
		var out bytes.Buffer
		done := make(chan error)
		go func() {
			_, err := serveStreams(t.Context(), strings.NewReader(before+wire.Frame(string(body))+after), &out, Options{})
			done <- err
		}()
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(wire.Deadline):
			t.Fatal("the session did not end with its input")
		}
		if !bytes.Contains(out.Bytes(), []byte(`"id":"last"`)) {
			t.Fatalf("the session did not go on: %s", out.Bytes())
		}
	})
}
