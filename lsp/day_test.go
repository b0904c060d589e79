//go:build slow

package lsp

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

var dayDocuments = flag.Int("day", 2000, "how many documents TestDay opens, edits and closes")

// A countedWorkspace is a real workspace that records which documents were open and
// watched last, how often it checked the disk, and how often that had changed.
type countedWorkspace struct {
	*workspace.Workspace
	mu             sync.Mutex
	open           int
	watches        int
	looks, changes int
}

func (w *countedWorkspace) Update(c workspace.Change) workspace.State {
	s := w.Workspace.Update(c)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open, w.watches = len(c.Open), len(s.Watches)
	if c.Look {
		w.looks++
	}
	if s.Changed {
		w.changes++
	}
	return s
}

// looked returns how often the disk was checked, and how often something had changed.
func (w *countedWorkspace) looked() (looks, changes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.looks, w.changes
}

func (w *countedWorkspace) counts() (open, watches int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.open, w.watches
}

// A load is the resource usage of a process.
type load struct {
	goroutines, descriptors, open, watches int
}

func loadOf(w *countedWorkspace) (l load) {
	l.goroutines = runtime.NumGoroutine()
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		l.descriptors = len(files)
	}
	l.open, l.watches = w.counts()
	return l
}

// TestDay opens, edits and closes documents, two in each folder, and a few at a time, while one
// stays open and the disk is polled. In the end nothing of them may remain, and changes of their
// configurations and tools must not be noticed.
func TestDay(t *testing.T) {
	documents, atOnce := *dayDocuments, 20
	dir := disk.Folder(t, ".git/HEAD", "")
	for i := range (documents + 1) / 2 {
		disk.WriteFile(t, filepath.Join(dir, fmt.Sprint(i), "forge-lsp.toml"), []string{"", "tools = ['ours.json']\n"}[i%2]+ampersand+"'warning'\n")
		disk.WriteFile(t, filepath.Join(dir, fmt.Sprint(i), "ours.json"), `{"name": "theirs"}`)
		disk.WriteFile(t, filepath.Join(dir, fmt.Sprint(i), ".forge", "tools.json"), `{"name": "ours"}`)
	}
	w := &countedWorkspace{Workspace: workspace.New(workspace.Flags{}, nil)}
	c := startIn(t, Config{Workspace: w, configPoll: time.Second / 10}, "", dir)
	uri := func(i int) string { return uriOf(dir, fmt.Sprintf("%d/%d.md", i/2, i%2)) }
	shut := func(i int) {
		c.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(uri(i))+`}}`)
	}
	kept := uriOf(dir, "kept.md")
	c.open(kept, 1, inCall("a & b"))
	c.AwaitVersion(kept, 1)

	settled := func(goroutines int) load {
		t.Helper()
		for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			l := loadOf(w)
			if l.open == 1 && l.goroutines <= goroutines || time.Since(began) > wire.Deadline {
				return l
			}
		}
	}
	before := settled(started + 12)
	for i := range documents {
		c.open(uri(i), 1, inCall("a & b"))
		for k := range 3 {
			c.Change(uri(i), k+2, wire.Whole(inCall(fmt.Sprintf("a & b %d", k))))
		}
		c.AwaitVersion(uri(i), 4)
		if i >= atOnce {
			shut(i - atOnce)
		}
		c.Forget(func(m wire.Message) bool { return m.Method != "" })
	}
	for i := max(0, documents-atOnce); i < documents; i++ {
		shut(i)
	}
	c.Call("no/such", `null`)
	after := settled(before.goroutines + 2)
	if after.open != 1 || after.watches != before.watches || after.goroutines > before.goroutines+2 || after.descriptors > before.descriptors+2 {
		t.Errorf("at the end %+v, at the start %+v", after, before)
	}

	looks, changes := w.looked()
	for i := range (documents + 1) / 2 {
		if err := os.Remove(filepath.Join(dir, fmt.Sprint(i), "forge-lsp.toml")); err != nil {
			t.Fatal(err)
		}
		disk.WriteFile(t, filepath.Join(dir, fmt.Sprint(i), "ours.json"), `{"name": "changed"}`)
		disk.WriteFile(t, filepath.Join(dir, fmt.Sprint(i), ".forge", "more.json"), `{"name": "more"}`)
	}
	for now, until := looks, time.Now().Add(wire.Deadline); now < looks+3; now, _ = w.looked() {
		if time.Now().After(until) {
			t.Fatal("the disk is not looked at")
		}
		time.Sleep(10 * time.Millisecond)
	}
	if _, now := w.looked(); now != changes {
		t.Errorf("%d times the folders of closed documents were seen to change", now-changes)
	}
}

// started is the number of goroutines before a session.
var started = runtime.NumGoroutine()
