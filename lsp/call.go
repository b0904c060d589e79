package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// An openRequest is a request of the client without an answer.
type openRequest struct {
	id     jsonrpc2.ID
	ctx    context.Context
	cancel context.CancelFunc
}

// calls are those that were read and have no answer, by id. Of two with one id, whose answers a client cannot tell
// apart, the later one can be cancelled.
type calls struct {
	mu      sync.Mutex
	byID    map[jsonrpc2.ID]*openRequest
	running sync.WaitGroup // those that have begun
}

// add records a call that was read, which can be cancelled from now on.
func (s *calls) add(ctx context.Context, c *openRequest) {
	c.ctx, c.cancel = context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byID[c.id] = c
}

// cancel cancels the call with an id.
func (s *calls) cancel(id jsonrpc2.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.byID[id]; c != nil {
		c.cancel()
	}
}

// end forgets a call, whose answer is sent next: the client may then use the id again.
func (s *calls) end(c *openRequest) {
	c.cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.byID, c.id)
}

// wait returns when no call is running, or after limit.
func (s *calls) wait(limit time.Duration) {
	none := make(chan struct{})
	go func() {
		s.running.Wait()
		close(none)
	}()
	select {
	case <-none:
	case <-time.After(limit):
	}
}

// makers is the number of answers of any size that are created at once, which bounds the
// memory in use when the client does not read.
const makers = 8

// room waits until few others create an answer, and the client has read enough. done is called with the answer.
func (s *server) room(ctx context.Context) (done func(), err error) {
	select {
	case s.making <- struct{}{}:
		return func() { <-s.making }, s.out.below(ctx, s.maxWaiting)
	case <-ctx.Done():
		return func() {}, ctx.Err()
	}
}
