package lsp

import (
	"context"
	"sync"
)

// maxWaiting is how many bytes may wait for the client before the server reads no further
// and computes no further answers. Messages in progress are still added, so the queue can
// exceed it by a few messages.
const maxWaiting = 16 << 20

// outbox holds the messages that wait for the client, and sends them from one goroutine:
// whoever adds a message does not wait for the client, and messages do not mix.
type outbox struct {
	mu      sync.Mutex
	waiting [][]byte
	size    int           // bytes in waiting and in the one that is being sent
	changed chan struct{} // closed and replaced when a message was added or sent
	ended   bool          // nothing is sent any more
}

// add queues a message, and keeps it.
func (o *outbox) add(message []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ended {
		o.waiting = append(o.waiting, message)
		o.size += len(message)
		o.notify()
	}
}

// write sends messages until the outbox ends, or one cannot be sent.
func (o *outbox) write(out transport) error {
	for {
		o.mu.Lock()
		for len(o.waiting) == 0 && !o.ended {
			changed := o.changed
			o.mu.Unlock()
			<-changed
			o.mu.Lock()
		}
		if o.ended {
			o.mu.Unlock()
			return nil
		}
		message := o.waiting[0]
		o.waiting[0] = nil
		o.waiting = o.waiting[1:]
		o.mu.Unlock()

		if err := out.Send(message); err != nil {
			o.end()
			return err
		}
		o.mu.Lock()
		o.size -= len(message)
		o.notify()
		o.mu.Unlock()
	}
}

// below waits until fewer bytes than a number wait for the client, or none will be sent. It
// returns the error of the context if that ends first.
func (o *outbox) below(ctx context.Context, size int) error {
	for {
		o.mu.Lock()
		done, changed := o.size < size || o.ended, o.changed
		o.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// notify wakes those who wait for a change. The caller must hold the lock.
func (o *outbox) notify() {
	close(o.changed)
	o.changed = make(chan struct{})
}

// end stops sending and forgets what waits. A message that is under way may go on for as long
// as the client has stopped reading.
func (o *outbox) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ended, o.waiting = true, nil
	o.notify()
}
