package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
)

func TestPanic(t *testing.T) {
	panics := func(release bool) route {
		return func(ctx context.Context, _ jsonrpc2.RawMessage) (any, error) {
			if release {
				jsonrpc2.Async(ctx)
			}
			panic("on purpose")
		}
	}
	c := start(t, Options{routes: map[string]route{"test/inline": panics(false), "test/async": panics(true)}}, `{}`)
	for _, method := range []string{"test/inline", "test/async"} {
		wantError(t, c.Call(method, `{}`), internalError)
	}
	c.Notify("test/inline", `{}`)
	wantError(t, c.Call("no/such", `{}`), methodNotFound) // it goes on
}

func TestNotificationError(t *testing.T) {
	fails := func(context.Context, jsonrpc2.RawMessage) (any, error) { return nil, fmt.Errorf("on purpose") }
	c := start(t, Options{routes: map[string]route{"test/fails": fails}}, `{}`)
	c.Notify("test/fails", `{}`)
	c.NotifyOdd("textDocument/didOpen", `{"textDocument":null}`)
	wantError(t, c.CallOdd("forge/calls", `{"textDocument":null}`), invalidParams)
	c.NotifyOdd("textDocument/didChange", `[]`)
	c.NotifyOdd("$/cancelRequest", `{"id":{}}`)
	c.NotifyOdd("$/cancelRequest", `null`)
	wantError(t, c.CallOdd("$/cancelRequest", `{"id":1}`), methodNotFound)
	wantError(t, c.Call("no/such", `{}`), methodNotFound)
}

// TestAnalysisPanics checks that an analysis that panics, or has a result that makes what shows it
// panic, affects one answer, not the session.
func TestAnalysisPanics(t *testing.T) {
	analyze := func(_ string, t text.Text, kind document.Kind, _ reading) *diagnostics.Document {
		text := t.String()
		if strings.Contains(text, "boom") {
			panic("on purpose")
		}
		if strings.Contains(text, "none") {
			return nil
		}
		return fakeAnalyze("", t, kind, nil)
	}
	for _, text := range []string{"boom", "none"} {
		testAnalysisPanics(t, analyze, text)
	}
}

// logLines receives the lines of a log.
type logLines chan string

func (l logLines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

func testAnalysisPanics(t *testing.T, analyze analyze, text string) {
	t.Run("pull "+text, func(t *testing.T) {
		c := start(t, Options{analyze: analyze}, `{"textDocument":{"diagnostic":{}}}`)
		c.open("file:///a.md", 1, text)
		if m := c.Call("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.md"}}`); m.Error == nil {
			t.Errorf("got %v", m)
		}
		c.Change("file:///a.md", 2, wire.Whole("&"))
		if m := c.Call("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.md"}}`); m.Error != nil {
			t.Errorf("got %v", m)
		}
	})
	t.Run("push "+text, func(t *testing.T) {
		log := make(logLines, 100)
		c := start(t, Options{analyze: analyze, Logger: slog.New(slog.NewTextHandler(log, nil))}, `{}`)
		c.open("file:///a.md", 1, text)
		for !strings.Contains(<-log, "no diagnostics") {
		}
		c.Change("file:///a.md", 2, wire.Whole("&"))
		c.AwaitVersion("file:///a.md", 2)
	})
}

func TestCancel(t *testing.T) {
	started := make(chan struct{}, 10)
	slow := func(ctx context.Context, _ jsonrpc2.RawMessage) (any, error) {
		jsonrpc2.Async(ctx)
		started <- struct{}{}
		<-ctx.Done()
		return "too late", nil
	}
	c := start(t, Options{routes: map[string]route{"test/slow": slow}}, `{}`)
	id := c.Send("test/slow", `{}`)
	<-started
	wantError(t, c.Call("no/such", `{}`), methodNotFound) // a slow request does not delay others
	c.Notify("$/cancelRequest", fmt.Sprintf(`{"id":%d}`, id))
	wantError(t, c.Answer(id), requestCancelled)
	c.Notify("$/cancelRequest", fmt.Sprintf(`{"id":%d}`, id)) // too late, and no harm

	c.Frame(`{"jsonrpc":"2.0","id":"text \u0041","method":"test/slow"}`)
	<-started
	c.Notify("$/cancelRequest", `{"id":"text A"}`)
	wantError(t, c.Await("the answer", func(m wire.Message) bool { return string(m.ID) == `"text A"` }), requestCancelled)
}

// TestCancelDuringAnalysis checks that a request that waits for an analysis is answered
// when it is cancelled, not when the analysis is done.
func TestCancelDuringAnalysis(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	c := start(t, Options{analyze: func(_ string, t text.Text, kind document.Kind, _ reading) *diagnostics.Document {
		close(started)
		<-finish
		return fakeAnalyze("", t, kind, nil)
	}}, `{"textDocument":{"diagnostic":{}}}`)
	c.open("file:///a.md", 1, "&")
	cancelled := c.Send("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.md"}}`)
	kept := c.Send("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.md"}}`)
	<-started
	c.Notify("$/cancelRequest", fmt.Sprintf(`{"id":%d}`, cancelled))
	wantError(t, c.Answer(cancelled), requestCancelled)
	close(finish) // the same analysis serves both; starting another would panic
	if m := c.Answer(kept); m.Error != nil {
		t.Errorf("got %v", m)
	}
}

func TestExitCancels(t *testing.T) {
	started := make(chan struct{})
	slow := func(ctx context.Context, _ jsonrpc2.RawMessage) (any, error) {
		jsonrpc2.Async(ctx)
		close(started)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	c := start(t, Options{routes: map[string]route{"test/slow": slow}}, `{}`)
	id := c.Send("test/slow", `{}`)
	<-started
	c.Notify("exit", `null`)
	wantError(t, c.Answer(id), requestCancelled)
	c.exit()
}

// TestProgressTokens checks that progress tokens of any type from a client are ignored.
func TestProgressTokens(t *testing.T) {
	c := start(t, fake(), `{"window":{"workDoneProgress":true},"textDocument":{"diagnostic":{}}}`)
	c.open(aURI, 1, "&")
	for _, token := range []string{`7`, `"t"`} {
		if m := c.Call("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.md"},"workDoneToken":`+token+`,"partialResultToken":`+token+`}`); m.Error != nil {
			t.Errorf("%s: %v", token, m)
		}
		c.Notify("window/workDoneProgress/cancel", `{"token":`+token+`}`)
		c.Notify("$/progress", `{"token":`+token+`,"value":{}}`)
	}
	if m := c.CallOdd("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.md"},"workDoneToken":[],"partialResultToken":null}`); m.Error != nil {
		t.Errorf("got %v", m)
	}
	for _, m := range c.All() {
		if m.Method != "" {
			t.Errorf("the server sent %v", m)
		}
	}
}
