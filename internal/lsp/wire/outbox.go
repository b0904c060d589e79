package wire

import (
	"cmp"
	queue "container/list"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

const (
	// maxWaiting is how many bytes may wait for the client before the server reads no
	// further and computes no further answers. Messages in progress are still added, so
	// the queue can exceed it by one or a few messages.
	maxWaiting = 16 << 20
	// notReading is how long a client may read nothing while this much waits for it. It
	// does not affect one that is stopped in a debugger: as long as it sends no
	// requests, little waits.
	notReading = time.Minute
	// slowToRead is when a client that does not read is mentioned in the log.
	slowToRead = 10 * time.Second
)

// makers is the number of messages of any size that are created concurrently, which bounds
// the memory in use when the outbox is full.
const makers = 8

// ErrNotReading ends a session with a client that sends and does not read.
var ErrNotReading = errors.New("the client does not read the server's messages")

// outbox holds the messages that wait to be sent, and sends them from one
// goroutine: whoever adds a message does not wait for the client, and messages
// do not mix.
//
// Its memory is bounded by those who fill it. Before they read further or
// compute another answer, they wait for room; a message that another one makes
// obsolete is dropped.
type outbox struct {
	out    Transport
	log    *slog.Logger
	failed func(error) // called when nothing can be sent

	limit    int           // see maxWaiting
	patience time.Duration // see notReading
	slow     *time.Timer   // logs that the client does not read
	making   chan struct{} // has an item for each message that is being created

	mu       sync.Mutex
	messages queue.List // of *waitingMessage
	latest   map[string]*queue.Element
	size     int           // bytes in messages and in the one that is being sent
	changed  chan struct{} // closed and replaced when the client has read something
	filled   chan struct{} // has room for one: wakes the sender
	spare    []byte        // for the next message; nil while it is used
	ended    bool          // nothing is sent any more
	endedNow chan struct{} // closed when ended
}

// A waitingMessage is a message in an outbox. A later one for the same subject
// replaces it, unless the subject is "".
type waitingMessage struct {
	data    []byte // as the transport packed it
	buf     []byte // the buffer that contains data
	subject string
}

// newOutbox returns an outbox that sends until it is closed. The limits are 0 for the constants.
func newOutbox(out Transport, log *slog.Logger, failed func(error), limit int, patience time.Duration) *outbox {
	o := &outbox{
		out: out, log: log, failed: failed, limit: cmp.Or(limit, maxWaiting), patience: cmp.Or(patience, notReading),
		making:  make(chan struct{}, makers),
		latest:  make(map[string]*queue.Element),
		changed: make(chan struct{}), filled: make(chan struct{}, 1), endedNow: make(chan struct{}),
	}
	o.slow = time.AfterFunc(time.Hour, func() {
		log.Warn("the client has stopped reading", slog.Duration("for", slowToRead), slog.Int("waiting", o.waiting()))
	})
	o.slow.Stop()
	go o.run()
	return o
}

// buffer returns a buffer with room for a header, to append the body of a message to.
func (o *outbox) buffer() []byte {
	o.mu.Lock()
	buf := o.spare
	o.spare = nil
	o.mu.Unlock()
	return append(buf[:0], make([]byte, headerRoom)...)
}

// add queues a message: what buffer returned, with a body. It keeps the buffer.
func (o *outbox) add(subject string, buf []byte) {
	m := &waitingMessage{data: o.out.pack(buf), buf: buf, subject: subject}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return
	}
	if old, ok := o.latest[subject]; ok {
		o.size -= len(o.messages.Remove(old).(*waitingMessage).data)
	}
	at := o.messages.PushBack(m)
	if subject != "" {
		o.latest[subject] = at
	}
	o.size += len(m.data)
	select {
	case o.filled <- struct{}{}:
	default:
	}
}

// run sends messages.
func (o *outbox) run() {
	for {
		m, ok := o.next()
		if !ok {
			select {
			case <-o.filled:
				continue
			case <-o.endedNow:
				return
			}
		}
		if err := o.send(m.data); err != nil {
			o.end()
			o.failed(err)
			return
		}
		o.mu.Lock()
		o.size -= len(m.data)
		if cap(m.buf) <= KeepBuffer {
			o.spare = m.buf
		}
		o.notify()
		o.mu.Unlock()
	}
}

// next takes the first message.
func (o *outbox) next() (*waitingMessage, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended || o.messages.Len() == 0 {
		return nil, false
	}
	m := o.messages.Remove(o.messages.Front()).(*waitingMessage)
	delete(o.latest, m.subject)
	return m, true
}

// send sends a message.
func (o *outbox) send(data []byte) error {
	defer o.slow.Stop()
	o.slow.Reset(slowToRead)
	return o.out.send(data, func() {
		o.slow.Reset(slowToRead)
		o.mu.Lock()
		o.notify()
		o.mu.Unlock()
	})
}

// notify wakes those who wait for a change. The caller must hold the lock.
func (o *outbox) notify() {
	close(o.changed)
	o.changed = make(chan struct{})
}

// waiting returns the number of bytes that wait for the client.
func (o *outbox) waiting() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.size
}

// room waits until there is room for more. It returns the error of the context if
// that ends first.
func (o *outbox) room(ctx context.Context) error {
	for {
		size, changed := o.state()
		if size < o.limit {
			return nil
		}
		select {
		case <-changed:
		case <-o.endedNow:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// roomToRead waits until there is room for more. It ends the session, and returns an
// error, if the client reads nothing for too long.
func (o *outbox) roomToRead() error {
	if o.drain(o.limit, o.patience, 0) {
		return nil
	}
	err := fmt.Errorf("%w: %s bytes are waiting, and it has read nothing for %v", ErrNotReading, thousands.Separate(o.waiting()), o.patience)
	o.failed(err)
	return err
}

// drain waits until fewer bytes than below wait for the client. It returns false if the
// client read nothing for as long as patience, or everything took as long as limit,
// unless that is 0.
func (o *outbox) drain(below int, patience, limit time.Duration) bool {
	size, changed := o.state()
	if size < below {
		return true
	}
	stalled := time.NewTimer(patience)
	defer stalled.Stop()
	var over <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		over = timer.C
	}
	for size >= below {
		select {
		case <-changed:
			stalled.Reset(patience)
		case <-o.endedNow:
			return true
		case <-stalled.C:
			return false
		case <-over:
			return false
		}
		size, changed = o.state()
	}
	return true
}

func (o *outbox) state() (size int, changed <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.size, o.changed
}

// end stops sending and forgets what waits. A message that is under way may go on for
// as long as the client has stopped reading.
func (o *outbox) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ended {
		o.ended = true
		o.messages.Init()
		clear(o.latest)
		close(o.endedNow)
	}
}
