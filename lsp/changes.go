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
	queued bool // whether next is to be applied
	// applied ends when all changes so far are applied, or this takes longer than maxSettling; nil before the first.
	applied context.Context
	end     context.CancelFunc
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
	if !c.queued {
		c.queued = true
		c.applied, c.end = context.WithTimeout(context.Background(), maxSettling)
	}
}

// take returns the change to apply, and a function to call when it is applied.
func (c *changes) take() (change workspace.Change, made func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change, c.next, c.queued = c.next, workspace.Change{}, false
	if c.end == nil {
		return change, func() {}
	}
	return change, c.end
}

// latest returns a channel that is closed when all changes so far are applied, or nil if
// there were none.
func (c *changes) latest() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.applied == nil {
		return nil
	}
	return c.applied.Done()
}

// update applies a change to the workspace, and analyzes the documents again if their
// settings have changed.
func (s *server) update(c workspace.Change) {
	s.changes.add(c)
	s.poke()
}

// poke makes follow check what is open now.
func (s *server) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // it is about to
	}
}

// await waits until a channel is closed, which may be nil.
func await(ctx context.Context, closed <-chan struct{}) {
	if closed != nil {
		select {
		case <-closed:
		case <-ctx.Done():
		}
	}
}
