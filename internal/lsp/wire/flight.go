package wire

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// flight holds the pending calls, those whose answers have not been sent, by id.
//
// The library could answer batches itself, but treats members that are not requests as
// bad JSON, and drops the client's answers. So it receives each member separately, and
// the answers are collected here.
type flight struct {
	out *outbox

	mu    sync.Mutex
	calls map[jsonrpc2.ID]*call
	none  chan struct{} // closed when there are no calls; nil while there are no waiters
}

// A call is a pending one.
type call struct {
	batch     *batch             // nil for a call outside batches
	cancelled bool               // by the client
	cancel    context.CancelFunc // nil before it is handled
}

// A batch collects the answers to messages that came in one frame: they are also sent
// in one.
type batch struct {
	left    int    // calls without an answer, plus one while members are being read
	answers []byte // with a comma after each
}

func newFlight(out *outbox) *flight {
	return &flight{out: out, calls: make(map[jsonrpc2.ID]*call)}
}

// begin records a call, which came in a batch unless that is nil. It returns false if
// one with the same id is pending: the client could not distinguish the answers.
func (f *flight) begin(id jsonrpc2.ID, b *batch) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.calls[id]; ok {
		return false
	}
	f.calls[id] = &call{batch: b}
	if b != nil {
		b.left++
	}
	return true
}

// cancel cancels a call, which may not be handled yet.
func (f *flight) cancel(id jsonrpc2.ID) {
	f.mu.Lock()
	var cancel context.CancelFunc
	if c := f.calls[id]; c != nil {
		c.cancelled, cancel = true, c.cancel
	}
	f.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// handle records how a call is cancelled from now on. It is cancelled now if it was while it
// waited for the reader.
func (f *flight) handle(id jsonrpc2.ID, cancel context.CancelFunc) {
	f.mu.Lock()
	cancelled := false
	if c := f.calls[id]; c != nil {
		c.cancel, cancelled = cancel, c.cancelled
	}
	f.mu.Unlock()
	if cancelled {
		cancel()
	}
}

// answer sends the answer to a call that has begun, or keeps it for its batch. The answer
// is in a buffer of the outbox.
func (f *flight) answer(buf []byte) {
	id, _ := idOf(buf[headerRoom:])
	f.mu.Lock()
	defer f.mu.Unlock()
	var b *batch
	if c := f.calls[id]; c != nil {
		b = c.batch
	}
	// Who waits for the last answer can rely on it: it is sent before the lock is
	// released, as is the id for the client to use again.
	delete(f.calls, id)
	if len(f.calls) == 0 && f.none != nil {
		close(f.none)
		f.none = nil
	}
	f.add(b, buf)
	if b != nil {
		f.done(b)
	}
}

// reject sends the answer to an invalid message, or keeps it for its batch. The answer is in
// a buffer of the outbox.
func (f *flight) reject(b *batch, buf []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.add(b, buf)
}

// finish records that all members of a batch were read.
func (f *flight) finish(b *batch) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done(b)
}

// add is called with the lock held.
func (f *flight) add(b *batch, buf []byte) {
	if b == nil {
		f.out.add("", buf)
		return
	}
	b.answers = append(append(b.answers, buf[headerRoom:]...), ',')
}

// done decrements the count of what a batch waits for, with the lock held. If there are
// no answers, nothing is sent.
func (f *flight) done(b *batch) {
	b.left--
	if b.left > 0 || len(b.answers) == 0 {
		return
	}
	b.answers[len(b.answers)-1] = ']'
	f.out.add("", append(append(f.out.buffer(), '['), b.answers...))
}

// wait returns when no call is pending, or after limit.
func (f *flight) wait(limit time.Duration) {
	f.mu.Lock()
	if len(f.calls) == 0 {
		f.mu.Unlock()
		return
	}
	if f.none == nil {
		f.none = make(chan struct{})
	}
	none := f.none
	f.mu.Unlock()

	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-none:
	case <-timer.C:
	}
}

// idOf returns the id of an answer that the library has written, which is the only way to
// determine it. ok is false if it has none.
func idOf(answer []byte) (id jsonrpc2.ID, ok bool) {
	d := jsontext.NewDecoder(bytes.NewBuffer(answer), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return id, false
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		isID := name.String() == "id"
		value, err2 := d.ReadValue()
		if err != nil || err2 != nil {
			return id, false
		}
		if isID {
			// The library reads it as it did when the call came, including invalid UTF-8.
			msg, err := jsonrpc2.DecodeMessage([]byte(`{"jsonrpc":"2.0","result":0,"id":` + string(value) + `}`))
			answer, isAnswer := msg.(*jsonrpc2.Response)
			if err != nil || !isAnswer {
				return id, false
			}
			return answer.ID(), answer.ID().IsValid()
		}
	}
	return id, false
}
