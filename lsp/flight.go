package lsp

import (
	"bytes"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// flight holds the calls that were read and whose answers have not been sent, by id.
//
// The library would answer batches by itself, but takes what is not a request for bad
// JSON, and drops the client's answers. So it sees each member by itself, and the
// answers meet here.
type flight struct {
	out *outbox

	mu    sync.Mutex
	calls map[jsonrpc2.ID]*batch // nil for a call that came by itself
	// cancelled are those of them that the client has cancelled, nil for none.
	cancelled map[jsonrpc2.ID]bool
	none      chan struct{} // closed when there are no calls; nil while nobody waits
}

// A batch collects the answers to messages that came in one frame: they are sent in
// one, too.
type batch struct {
	left    int    // calls without an answer, and one for as long as members are being read
	answers []byte // with a comma after each
}

func newFlight(out *outbox) *flight {
	return &flight{out: out, calls: make(map[jsonrpc2.ID]*batch)}
}

// begin notes a call, which came in a batch unless that is nil. It reports false if one
// with the same id is under way: the client could not tell the answers apart.
func (f *flight) begin(id jsonrpc2.ID, b *batch) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.calls[id]; ok {
		return false
	}
	f.calls[id] = b
	if b != nil {
		b.left++
	}
	return true
}

// cancel notes that a call is cancelled, which may not be handled yet.
func (f *flight) cancel(id jsonrpc2.ID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.calls[id]; !ok {
		return
	}
	if f.cancelled == nil {
		f.cancelled = make(map[jsonrpc2.ID]bool)
	}
	f.cancelled[id] = true
}

func (f *flight) isCancelled(id jsonrpc2.ID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cancelled[id]
}

// answer sends the answer to a call that has begun, or keeps it for its batch. The answer
// is in a buffer of the outbox.
func (f *flight) answer(buf []byte) {
	id, _ := idOf(buf[headerRoom:])
	f.mu.Lock()
	defer f.mu.Unlock()
	b := f.calls[id]
	// Who waits for the last answer can rely on it: it is sent before the lock is
	// released, as is the id for the client to use again.
	delete(f.calls, id)
	delete(f.cancelled, id)
	if len(f.calls) == 0 && f.none != nil {
		close(f.none)
		f.none = nil
	}
	f.add(b, buf)
	if b != nil {
		f.done(b)
	}
}

// reject sends the answer to what is not a call, or keeps it for its batch. The answer is in
// a buffer of the outbox.
func (f *flight) reject(b *batch, buf []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.add(b, buf)
}

// finish notes that all members of a batch were read.
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

// done counts one thing less that a batch waits for, with the lock held. Where nothing is
// to be answered, nothing is sent.
func (f *flight) done(b *batch) {
	b.left--
	if b.left > 0 || len(b.answers) == 0 {
		return
	}
	b.answers[len(b.answers)-1] = ']'
	f.out.add("", append(append(f.out.buffer(), '['), b.answers...))
}

// wait returns when no call is under way, or after limit.
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
// learn it. ok is false if it has none.
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
			// The library reads it as it did when the call came, for what is not UTF-8, too.
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
