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
	ctx    context.Context // has the call itself as a value
	cancel context.CancelFunc
	begun  bool   // it is handled; before, it waits for its turn
	made   func() // called with the answer; nil before [server.room]
}

type callKey struct{}

// callOf returns the call with a context, nil for another context.
func callOf(ctx context.Context) *openRequest {
	c, _ := ctx.Value(callKey{}).(*openRequest)
	return c
}

// calls are those that were read and have no answer, by id.
type calls struct {
	mu      sync.Mutex
	byID    map[jsonrpc2.ID]*openRequest
	running sync.WaitGroup // those that have begun
}

// add records a call that was read, which can be cancelled from now on.
func (s *calls) add(ctx context.Context, c *openRequest) {
	c.ctx, c.cancel = context.WithCancel(context.WithValue(ctx, callKey{}, c))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID[c.id] == nil {
		s.byID[c.id] = c
	}
}

// cancel cancels the call with an id.
func (s *calls) cancel(id jsonrpc2.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.byID[id]; c != nil {
		c.cancel()
	}
}

// begin records that it is a call's turn. It returns false if another one with the same id is
// running: the client could not distinguish the answers.
func (s *calls) begin(c *openRequest) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if other := s.byID[c.id]; other != nil && other != c && other.begun {
		c.cancel()
		return false
	}
	s.byID[c.id], c.begun = c, true
	s.running.Add(1)
	return true
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

// room waits until there is room for what is created with a context, and few others are.
func (s *server) room(ctx context.Context) error {
	if c := callOf(ctx); c != nil && c.made == nil {
		select {
		case s.making <- struct{}{}:
			c.made = func() { <-s.making }
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s.out.below(ctx, s.maxWaiting)
}
