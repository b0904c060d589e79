package lsp

import (
	"context"
	"sync"
	"time"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// changes are the changes that have not been reported to the workspace. The goroutine
// that reads messages queues them, and [server.follow] applies them, because that waits
// for the disk. A request after a change is answered accordingly: it waits until the
// change is applied, but not for a disk that does not answer.
type changes struct {
	mu     sync.Mutex
	next   workspace.Change
	queued *settling // of next, nil if there is no change
	making *settling // of the change that is being applied
}

// A settling is a change in progress.
type settling struct {
	done chan struct{} // closed when it is applied, or takes longer than maxSettling
	end  func()
}

// maxSettling is how long others wait for a change.
const maxSettling = time.Second

// maxFiles bounds the files that are recorded until they are checked. If there are
// more, all are checked.
const maxFiles = 1000

// add queues a change.
func (c *changes) add(change workspace.Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if change.Client != nil {
		c.next.Client = change.Client
	}
	c.next.Files = append(c.next.Files, change.Files...)
	c.next.Look = c.next.Look || change.Look
	if len(c.next.Files) > maxFiles {
		c.next.Files, c.next.Look = nil, true
	}
	if c.queued == nil {
		s := &settling{done: make(chan struct{})}
		s.end = sync.OnceFunc(func() { close(s.done) })
		time.AfterFunc(maxSettling, s.end)
		c.queued = s
	}
}

// take returns the change to apply, and a function to call when it is applied.
func (c *changes) take() (change workspace.Change, made func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change, c.next = c.next, workspace.Change{}
	s := c.queued
	if s == nil {
		return change, func() {}
	}
	c.queued, c.making = nil, s
	return change, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.making = nil
		s.end()
	}
}

// latest returns a channel that is closed when all changes so far are applied, or nil
// if they are.
func (c *changes) latest() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.queued != nil:
		return c.queued.done
	case c.making != nil:
		return c.making.done
	}
	return nil
}

// wait waits for all changes so far.
func (c *changes) wait(ctx context.Context) {
	if made := c.latest(); made != nil {
		select {
		case <-made:
		case <-ctx.Done():
		}
	}
}
