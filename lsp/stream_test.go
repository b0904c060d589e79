package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestBadFrames checks that the session answers any frame and continues.
func TestBadFrames(t *testing.T) {
	for _, test := range []struct {
		name, body string
		code       int
		id         string
	}{
		{"no JSON", `{nonsense`, parseError, "null"},
		{"two values", `{} {}`, parseError, "null"},
		{"bad inside", `{"jsonrpc":"2.0","id":4,"method":"no/such","params":{"a" 1}}`, parseError, "null"},
		{"empty", ``, parseError, "null"},
		{"blank", "  \r\n", parseError, "null"},
		{"truncated", `{"jsonrpc":"2.0","id":4,"met`, parseError, "null"},
		{"deep", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), parseError, "null"},
		{"null", `null`, invalidRequest, "null"},
		{"number", `17`, invalidRequest, "null"},
		{"empty object", `{}`, invalidRequest, "null"},
		{"empty batch", `[]`, invalidRequest, "null"},
		{"batch", `[{"jsonrpc":"2.0","id":7,"method":"no/such"}]`, invalidRequest, "null"},
		{"version", `{"jsonrpc":"1.0","id":"v","method":"no/such"}`, invalidRequest, `"v"`},
		{"no version", `{"id":9,"method":"no/such"}`, invalidRequest, `9`},
		{"method is no string", `{"jsonrpc":"2.0","id":9,"method":1}`, invalidRequest, `9`},
		{"id is no id", `{"jsonrpc":"2.0","id":{},"method":"no/such"}`, invalidRequest, "null"},
		{"fractional id", `{"jsonrpc":"2.0","id":1.5,"method":"no/such"}`, invalidRequest, "null"},
		{"id is null", `{"jsonrpc":"2.0","id":null,"method":"shutdown"}`, invalidRequest, "null"},
		{"id is true", `{"jsonrpc":"2.0","id":true,"method":"no/such"}`, invalidRequest, "null"},
		{"id is a list", `{"jsonrpc":"2.0","id":[1],"method":"no/such"}`, invalidRequest, "null"},
		{"id is too large", `{"jsonrpc":"2.0","id":1e300,"method":"no/such"}`, invalidRequest, "null"},
		{"version is a number", `{"jsonrpc":2.0,"id":9,"method":"no/such"}`, invalidRequest, `9`},
		{"version, of an id as 1.0", `{"jsonrpc":"1.0","id":9.0,"method":"no/such"}`, invalidRequest, `9`},
		{"notification without a version", `{"method":"exit"}`, invalidRequest, "null"},
		{"request and response", `{"jsonrpc":"2.0","id":9,"method":"no/such","result":1}`, invalidRequest, `9`},
		{"response with both", `{"jsonrpc":"2.0","id":9,"error":{},"result":1}`, invalidRequest, "null"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := start(t, Config{}, `{}`)
			c.Frame(test.body)
			m := c.Await("the answer", func(m wire.Message) bool { return m.Error != nil })
			if m.Error.Code != test.code || string(m.ID) != test.id {
				t.Errorf("got %v, want %d for id %s", m, test.code, test.id)
			}
			wantError(t, c.Call("no/such", `{}`), methodNotFound)
		})
	}
}

// TestOtherTexts checks that a member named text elsewhere than in a document's
// notification is passed on.
func TestOtherTexts(t *testing.T) {
	c := start(t, Config{}, `{}`)
	c.Frame(`{"jsonrpc":"2.0","id":{"text":"x"},"method":"no/such"}`)
	wantError(t, c.Await("the answer", func(m wire.Message) bool { return m.Error != nil }), invalidRequest)
	var resolved json.RawMessage
	decodeInto(t, c.CallOdd("codeAction/resolve", `{"title":"x","edit":{"changes":{"file:///a.md":[{"range":`+wire.RangeJSON(0, 0, 0, 0)+`,"newText":"","text":"\ud83d é"}]}},"command":{"title":"\ud83d é","command":"x","text":"y"}}`), &resolved)
	if got := string(resolved); !strings.Contains(got, "\ufffd é") {
		t.Error(got)
	}
}

func TestHarmlessFrames(t *testing.T) {
	c := startFrames(t)
	c.Frame(`{"jsonrpc":"2.0","id":77,"result":null}`) // without a request
	c.Frame(`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}`)
	body := `{"jsonrpc":"2.0","id":1001,"method":"no/such"}`
	c.Raw(fmt.Sprintf("content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:%d\r\n\r\n%s", len(body), body))
	c.Answer(1001)
	body = strings.Replace(body, "1001", "1002", 1)
	c.Raw(fmt.Sprintf("no field\r\nContent-Length:   %d  \n\n%s", len(body), body))
	c.Answer(1002)
}

// TestIDs checks that ids of all kinds are returned unchanged.
func TestIDs(t *testing.T) {
	c := start(t, Config{}, `{}`)
	for sent, want := range map[string]string{
		`0`: `0`, `-7`: `-7`, `9223372036854775807`: `9223372036854775807`,
		`3.0`: `3`, `2e3`: `2000`, `-0.0`: `0`,
		`""`: `""`, `"x"`: `"x"`, `"5"`: `"5"`, `"\u00e4 \"\n"`: `"ä \"\n"`, `"\ud800"`: `"` + "\ufffd" + `"`,
	} {
		c.Frame(`{"jsonrpc":"2.0","id":` + sent + `,"method":"no/such","params":{"a":[1]}}`)
		m := c.Await("the answer to "+sent, func(m wire.Message) bool { return m.Error != nil })
		if string(m.ID) != want {
			t.Errorf("%s: got %s, want %s", sent, m.ID, want)
		}
		wantError(t, m, methodNotFound)
		c.Forget(func(wire.Message) bool { return true })
	}
}

// TestSameID checks that of two requests with one id the second is refused, because
// they cannot be distinguished, and the first continues. An answer frees its id.
func TestSameID(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	c := start(t, Config{routes: map[string]route{"test/slow": async(func(ctx context.Context) (any, error) {
		close(started)
		select {
		case <-finish:
			return "done", nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})}}, `{}`)
	c.Forget(func(wire.Message) bool { return true })
	c.Frame(`{"jsonrpc":"2.0","id":"a","method":"test/slow"}`)
	<-started
	c.Frame(`{"jsonrpc":"2.0","id":"a","method":"no/such"}`)
	wantError(t, c.Await("the refusal", func(m wire.Message) bool { return string(m.ID) == "null" }), invalidRequest)
	close(finish)
	isA := func(m wire.Message) bool { return string(m.ID) == `"a"` }
	if m := c.Await("the answer", isA); string(m.Result) != `"done"` {
		t.Errorf("got %v", m)
	}
	c.Forget(isA)
	c.Frame(`{"jsonrpc":"2.0","id":"a","method":"no/such"}`)
	wantError(t, c.Await("the answer", isA), methodNotFound)
}

// TestBadHeader checks that without a length there is no next message: the session
// reports it and ends.
func TestBadHeader(t *testing.T) {
	for name, header := range map[string]string{
		"no length":    "Content-Type: x\r\n\r\n{}",
		"only a blank": "\r\n\r\n",
		"no number":    "Content-Length: ten\r\n\r\n",
		"negative":     "Content-Length: -1\r\n\r\n",
		"overflow":     "Content-Length: 99999999999999999999\r\n\r\n",
		"no line end":  strings.Repeat("x", 70_000),
	} {
		t.Run(name, func(t *testing.T) {
			c := startFrames(t)
			go io.WriteString(c.In, header) // the server need not read all of it
			wantError(t, c.Await("the answer", func(m wire.Message) bool { return m.Error != nil }), parseError)
			if code := c.exit(); code != 1 || c.err == nil {
				t.Errorf("exit code %d, %v", code, c.err)
			}
		})
	}
}

func TestTruncated(t *testing.T) {
	for _, s := range []string{"Content-Le", "Content-Length: 5\r\n", "Content-Length: 5\r\n\r\n", "Content-Length: 5\r\n\r\n{}"} {
		c := startFrames(t)
		c.Raw(s)
		c.In.Close()
		if code := c.exit(); code != 1 || c.err == nil {
			t.Errorf("%q: exit code %d, %v", s, code, c.err)
		}
	}
}

// TestTooLarge checks that a frame that is too large is skipped rather than allocated.
// Its bytes never come, so it can only check that nothing breaks and nothing grows.
func TestTooLarge(t *testing.T) {
	c := startFrames(t)
	c.Raw(fmt.Sprintf("Content-Length: %d\r\n\r\n{", 1<<30+1))
	c.In.Close()
	if code := c.exit(); code != 1 {
		t.Errorf("exit code %d", code)
	}
}

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
			serveStreams(t.Context(), bytes.NewReader(data), &out, Config{})
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
			_, err := serveStreams(t.Context(), strings.NewReader(before+wire.Frame(string(body))+after), &out, Config{})
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
