package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

func TestPanic(t *testing.T) {
	c := start(t, Config{routes: map[string]route{
		"test/inline": func(context.Context, jsonrpc2.RawMessage) (any, error) { panic("on purpose") },
		"test/async":  async(func(context.Context) (any, error) { panic("on purpose") }),
	}}, `{}`)
	for _, method := range []string{"test/inline", "test/async"} {
		wantError(t, c.Call(method, `{}`), internalError)
	}
	c.Notify("test/inline", `{}`)
	wantError(t, c.Call("no/such", `{}`), methodNotFound) // it goes on
}

func TestNotificationError(t *testing.T) {
	fails := func(context.Context, jsonrpc2.RawMessage) (any, error) { return nil, fmt.Errorf("on purpose") }
	c := start(t, Config{routes: map[string]route{"test/fails": fails}}, `{}`)
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
	analyze := func(_ string, t text.Text, kind document.Kind, _ func() *diagnostics.Document) *diagnostics.Document {
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
		c := start(t, Config{analyze: analyze}, `{"textDocument":{"diagnostic":{}}}`)
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
		c := start(t, Config{analyze: analyze, Logger: slog.New(slog.NewTextHandler(log, nil))}, `{}`)
		c.open("file:///a.md", 1, text)
		for !strings.Contains(<-log, "no diagnostics") {
		}
		c.Change("file:///a.md", 2, wire.Whole("&"))
		c.AwaitVersion("file:///a.md", 2)
	})
}

func TestCancel(t *testing.T) {
	started := make(chan struct{}, 10)
	slow := async(func(ctx context.Context) (any, error) {
		started <- struct{}{}
		<-ctx.Done()
		return "too late", nil
	})
	c := start(t, Config{routes: map[string]route{"test/slow": slow}}, `{}`)
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
	c := start(t, Config{analyze: func(_ string, t text.Text, kind document.Kind, _ func() *diagnostics.Document) *diagnostics.Document {
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
	slow := async(func(ctx context.Context) (any, error) {
		close(started)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	c := start(t, Config{routes: map[string]route{"test/slow": slow}}, `{}`)
	id := c.Send("test/slow", `{}`)
	<-started
	c.Notify("exit", `null`)
	wantError(t, c.Answer(id), requestCancelled)
	c.exit()
}

// TestFixAllProgress checks that work is reported from when the client has accepted that until it ends.
func TestFixAllProgress(t *testing.T) {
	for name, test := range map[string]struct {
		able, late bool
		rejected   error
		want       string
	}{
		"accepted":            {able: true, want: "create begin end"},
		"rejected":            {able: true, rejected: errors.New("no"), want: "create"},
		"accepted at the end": {able: true, late: true, want: "create"},
		"shown by nobody":     {},
	} {
		s := newServer(t.Context(), Config{})
		s.client.Window.WorkDoneProgress = test.able
		end := s.progress()
		answer := func() {
			for _, answered := range s.requests.waiting {
				answered(&response{err: test.rejected})
			}
		}
		if !test.late {
			answer()
		}
		if end(); test.late {
			answer()
		}
		var got []string
		for _, m := range s.out.waiting {
			got = append(got, regexp.MustCompile(`create|begin|end`).FindString(string(m)))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestHungAnalyses checks that documents whose analysis never ends do not block others:
// neither another document nor the end of the session.
func TestHungAnalyses(t *testing.T) {
	for _, capabilities := range []string{`{}`, `{"textDocument":{"diagnostic":{}}}`} {
		hung := make(chan struct{})
		t.Cleanup(func() { close(hung) })
		c := start(t, Config{limits: limits{time.Hour, time.Millisecond}, analyze: func(path string, t text.Text, kind document.Kind, _ func() *diagnostics.Document) *diagnostics.Document {
			if strings.Contains(path, "hung") {
				<-hung
			}
			return fakeAnalyze(path, t, kind, nil)
		}}, capabilities)
		pulls := strings.Contains(capabilities, "diagnostic")
		pull := func(uri string) int64 {
			return int64(c.Send("textDocument/diagnostic", `{"textDocument":{"uri":`+wire.Quote(uri)+`}}`))
		}
		for i := range 50 {
			uri := fmt.Sprintf("file:///hung/%d.md", i)
			if c.open(uri, 1, "&"); pulls {
				pull(uri)
			}
		}
		c.open(aURI, 1, "&")
		if pulls {
			c.Call("textDocument/diagnostic", `{"textDocument":{"uri":`+wire.Quote(aURI)+`}}`)
		} else {
			c.AwaitVersion(aURI, 1)
		}
		if m := c.Call("shutdown", `null`); m.Error != nil {
			t.Errorf("shutdown: %v", m)
		}
		c.Notify("exit", `null`)
		if code := c.exit(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
}

// TestTooLong checks that an analysis is stopped after its time limit, and that the
// document reports it.
func TestTooLong(t *testing.T) {
	hung := make(chan struct{})
	t.Cleanup(func() { close(hung) })
	c := start(t, Config{limits: limits{10 * time.Millisecond, time.Millisecond}, analyze: func(_ string, t text.Text, kind document.Kind, _ func() *diagnostics.Document) *diagnostics.Document {
		if strings.Contains(t.String(), "slow") {
			<-hung
		}
		return fakeAnalyze("", t, kind, nil)
	}}, `{}`)
	c.open(aURI, 1, "slow &")
	if got := c.AwaitVersion(aURI, 1).Diagnostics; len(got) != 1 || !strings.Contains(got[0].Message, "not checked") {
		t.Errorf("got %+v", got)
	}
	c.Change(aURI, 2, wire.Whole("&"))
	if got := c.AwaitVersion(aURI, 2).Diagnostics; len(got) != 1 || got[0].Message != "bare ampersand" {
		t.Errorf("got %+v", got)
	}
}

// TestCloseEndsAnalysis checks that an analysis is stopped when its document is closed,
// and started again when it is opened again.
func TestCloseEndsAnalysis(t *testing.T) {
	started, ended := make(chan struct{}, 10), make(chan struct{}, 10)
	c := start(t, Config{analyze: func(_ string, t text.Text, kind document.Kind, open func() *diagnostics.Document) *diagnostics.Document {
		if !strings.Contains(t.String(), "for ever") {
			return fakeAnalyze("", t, kind, nil)
		}
		started <- struct{}{}
		defer func() { ended <- struct{}{} }()
		for {
			open()
		}
	}}, `{}`)
	for range 2 {
		c.open(aURI, 1, inCall("for ever"))
		<-started
		c.Notify("textDocument/didClose", `{"textDocument":{"uri":"file:///a.md"}}`)
		<-ended
	}
}

// A hungDisk is a workspace in which one folder never answers, nor does any update.
type hungDisk struct {
	noWorkspace
	hung chan struct{}
}

func (h hungDisk) Options(path string) diagnostics.Options {
	if strings.Contains(path, "hung") {
		<-h.hung
	}
	return diagnostics.Options{}
}

func (h hungDisk) Update(workspace.Change) workspace.State {
	<-h.hung
	return workspace.State{}
}

// TestHungDisk checks that a disk that does not answer blocks neither the goroutine
// that reads messages nor a document in another folder.
func TestHungDisk(t *testing.T) {
	hung := hungDisk{hung: make(chan struct{})}
	t.Cleanup(func() { close(hung.hung) })
	c := connect(t, Config{Workspace: hung, configPoll: time.Millisecond})
	c.initializeWith(`"capabilities":{},"rootUri":"file:///hung","initializationOptions":{"profile":"strict"}`)
	for i := range 20 {
		c.open(fmt.Sprintf("file:///hung/%d.md", i), 1, inCall("a & b"))
	}
	c.filesChanged("/hung", "forge-lsp.toml")
	c.Notify("workspace/didChangeConfiguration", `{"settings":{"forge":{"profile":"runtime"}}}`)
	c.open(aURI, 1, inCall("a & b"))
	c.AwaitVersion(aURI, 1)
	c.Call("shutdown", `null`)
	c.Notify("exit", `null`)
	c.exit()
}

// TestChangesAreMade checks that changes are merged, and waited for.
func TestChangesAreMade(t *testing.T) {
	var c changes
	if c.latest() != nil {
		t.Error("something to wait for")
	}
	c.add(workspace.Change{Files: []string{"a"}})
	c.add(workspace.Change{Client: &workspace.Client{}, Files: []string{"b"}})
	before := c.latest()
	change, made := c.take()
	if got, _ := json.Marshal(change.Files); string(got) != `["a","b"]` || change.Client == nil || change.Look {
		t.Errorf("took %+v", change)
	}
	if c.latest() != before {
		t.Error("the change is not waited for while it is made")
	}
	for range maxFiles + 1 {
		c.add(workspace.Change{Files: []string{"c"}})
	}
	var waiting sync.WaitGroup
	waiting.Go(func() { await(t.Context(), c.latest()) })
	made()
	<-before
	if change, made = c.take(); len(change.Files) != 0 || !change.Look {
		t.Errorf("took %d files", len(change.Files))
	}
	made()
	waiting.Wait()
}
