package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// TestHungAnalyses checks that documents whose analysis never ends do not block others:
// neither another document nor the end of the session.
func TestHungAnalyses(t *testing.T) {
	for _, capabilities := range []string{`{}`, `{"textDocument":{"diagnostic":{}}}`} {
		hung := make(chan struct{})
		t.Cleanup(func() { close(hung) })
		c := start(t, Options{limits: limits{time.Hour, time.Millisecond}, analyze: func(path string, t text.Text, kind document.Kind, _ reading) *diagnostics.Document {
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
	c := start(t, Options{limits: limits{10 * time.Millisecond, time.Millisecond}, analyze: func(_ string, t text.Text, kind document.Kind, _ reading) *diagnostics.Document {
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
	c := start(t, Options{analyze: func(_ string, t text.Text, kind document.Kind, read reading) *diagnostics.Document {
		if !strings.Contains(t.String(), "for ever") {
			return fakeAnalyze("", t, kind, nil)
		}
		started <- struct{}{}
		defer func() { ended <- struct{}{} }()
		for {
			read(diagnostics.Options{}, kind)
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
	c := connect(t, Options{Workspace: hung, configPoll: time.Millisecond})
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
	waiting.Go(func() { c.wait(t.Context()) })
	made()
	<-before
	if change, made = c.take(); len(change.Files) != 0 || !change.Look {
		t.Errorf("took %d files", len(change.Files))
	}
	made()
	waiting.Wait()
	if c.latest() != nil {
		t.Error("something to wait for at the end")
	}
}
