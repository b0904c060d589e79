package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// A call is a request of the client without an answer.
type call struct {
	id     jsonrpc2.ID
	ctx    context.Context // has the call itself as a value
	cancel context.CancelFunc
	batch  *batch // nil for a call outside batches
	begun  bool   // it is handled; before, it waits for its turn

	free func() // lets the next message be handled
	made func() // called with the answer; nil before [server.room]
}

// A batch collects the answers to messages that came together: they are also sent together.
type batch struct {
	left    int    // calls without an answer, plus one while members are handled
	answers []byte // with a comma after each
}

type callKey struct{}

// callOf returns the call with a context, nil for another context.
func callOf(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	return c
}

// async lets the next message be handled while the call with a context goes on.
func async(ctx context.Context) {
	if c := callOf(ctx); c != nil {
		c.free()
	}
}

// calls are those that were read and have no answer, by id.
type calls struct {
	out *outbox

	mu      sync.Mutex
	byID    map[jsonrpc2.ID]*call
	running int           // those that have begun
	none    chan struct{} // closed when none is running; nil while nobody waits
}

// add records a call that was read, which can be cancelled from now on.
func (s *calls) add(ctx context.Context, c *call, b *batch) {
	c.ctx, c.cancel = context.WithCancel(context.WithValue(ctx, callKey{}, c))
	c.batch = b
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
func (s *calls) begin(c *call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if other := s.byID[c.id]; other != nil && other != c && other.begun {
		c.cancel()
		return false
	}
	s.byID[c.id], c.begun = c, true
	s.running++
	if c.batch != nil {
		c.batch.left++
	}
	return true
}

// answer sends the answer to a call, or keeps it for its batch.
func (s *calls) answer(c *call, data []byte) {
	c.cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	// Who waits for the last answer can rely on it: it is sent before the lock is
	// released, as is the id for the client to use again.
	delete(s.byID, c.id)
	if s.running--; s.running == 0 && s.none != nil {
		close(s.none)
		s.none = nil
	}
	s.send(c.batch, data)
	if c.batch != nil {
		s.done(c.batch)
	}
}

// reject sends the answer to an invalid message, or keeps it for its batch.
func (s *calls) reject(b *batch, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.send(b, data)
}

// finish records that all members of a batch were handled or have begun.
func (s *calls) finish(b *batch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done(b)
}

// send is called with the lock held.
func (s *calls) send(b *batch, data []byte) {
	if b == nil {
		s.out.add(data)
		return
	}
	b.answers = append(append(b.answers, data...), ',')
}

// done decrements the count of what a batch waits for, with the lock held. If there are
// no answers, nothing is sent.
func (s *calls) done(b *batch) {
	b.left--
	if b.left > 0 || len(b.answers) == 0 {
		return
	}
	b.answers[len(b.answers)-1] = ']'
	s.out.add(append([]byte{'['}, b.answers...))
}

// wait returns when no call is running, or after limit.
func (s *calls) wait(limit time.Duration) {
	s.mu.Lock()
	if s.running == 0 {
		s.mu.Unlock()
		return
	}
	none := make(chan struct{})
	s.none = none
	s.mu.Unlock()

	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-none:
	case <-timer.C:
	}
}
