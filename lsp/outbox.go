package lsp

import (
	queue "container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"go.uber.org/zap"
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
	// piece is the number of bytes written at once, which shows the progress of a large
	// message. A pipe holds as many.
	piece = 64 << 10
)

// errNotReading ends a session with a client that sends and does not read.
var errNotReading = errors.New("the client does not read what is sent to it")

// outbox holds the frames that wait to be written, and writes them from one goroutine:
// senders do not wait for the client, and frames do not interleave.
//
// Its memory is bounded by the senders. Before they read further or compute another
// answer, they wait for room; a frame that becomes obsolete is dropped.
type outbox struct {
	out    io.Writer
	log    *zap.Logger
	failed func(error) // called when out cannot be written

	limit    int           // see maxWaiting
	patience time.Duration // see notReading
	slow     *time.Timer   // logs that the client does not read
	making   chan struct{} // has an item for each message that is being created

	mu       sync.Mutex
	frames   queue.List // of *waitingFrame
	latest   map[string]*queue.Element
	size     int           // bytes in frames and in the one being written
	changed  chan struct{} // closed and replaced when the client has read something
	filled   chan struct{} // has room for one: wakes the writer
	spare    []byte        // for the next frame; nil while in use
	ended    bool          // whether writing has ended
	endedNow chan struct{} // closed when ended
}

// A waitingFrame is a frame in an outbox. A later one for the same subject
// replaces it, unless the subject is "".
type waitingFrame struct {
	data    []byte
	buf     []byte // the buffer that contains data
	subject string
}

// newOutbox returns an outbox that writes until it is closed.
func newOutbox(out io.Writer, log *zap.Logger, failed func(error)) *outbox {
	o := &outbox{
		out: out, log: log, failed: failed,
		limit: maxWaiting, patience: notReading,
		making:  make(chan struct{}, makers),
		latest:  make(map[string]*queue.Element),
		changed: make(chan struct{}), filled: make(chan struct{}, 1), endedNow: make(chan struct{}),
	}
	o.slow = time.AfterFunc(time.Hour, func() {
		log.Warn("the client takes nothing", zap.Duration("for", slowToRead), zap.Int("waiting", o.waiting()))
	})
	o.slow.Stop()
	go o.run()
	return o
}

// headerRoom is the maximum size of a frame's header in bytes.
const headerRoom = len("Content-Length: ") + 20 + len("\r\n\r\n")

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
	// The length is known only after the body, so the header is written backwards
	// from there.
	header := make([]byte, 0, headerRoom)
	header = append(header, "Content-Length: "...)
	header = strconv.AppendInt(header, int64(len(buf)-headerRoom), 10)
	header = append(header, "\r\n\r\n"...)
	start := headerRoom - len(header)
	copy(buf[start:], header)

	f := &waitingFrame{data: buf[start:], buf: buf, subject: subject}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return
	}
	if old, ok := o.latest[subject]; ok {
		o.size -= len(o.frames.Remove(old).(*waitingFrame).data)
	}
	at := o.frames.PushBack(f)
	if subject != "" {
		o.latest[subject] = at
	}
	o.size += len(f.data)
	select {
	case o.filled <- struct{}{}:
	default:
	}
}

// run writes frames.
func (o *outbox) run() {
	for {
		f, ok := o.next()
		if !ok {
			select {
			case <-o.filled:
				continue
			case <-o.endedNow:
				return
			}
		}
		if err := o.write(f.data); err != nil {
			o.end()
			o.failed(err)
			return
		}
		o.mu.Lock()
		o.size -= len(f.data)
		if cap(f.buf) <= keepBuffer {
			o.spare = f.buf
		}
		o.notify()
		o.mu.Unlock()
	}
}

// next takes the first frame.
func (o *outbox) next() (*waitingFrame, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended || o.frames.Len() == 0 {
		return nil, false
	}
	f := o.frames.Remove(o.frames.Front()).(*waitingFrame)
	delete(o.latest, f.subject)
	return f, true
}

// write writes a frame.
func (o *outbox) write(data []byte) error {
	defer o.slow.Stop()
	for len(data) > 0 {
		o.slow.Reset(slowToRead)
		n, err := o.out.Write(data[:min(piece, len(data))])
		if err != nil {
			return err
		}
		data = data[n:]
		o.mu.Lock()
		o.notify()
		o.mu.Unlock()
	}
	return nil
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
	err := fmt.Errorf("%w: %d bytes wait, and it has taken nothing for %v", errNotReading, o.waiting(), o.patience)
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

// end stops writing and drops waiting frames. A write in progress may continue for as
// long as the client does not read.
func (o *outbox) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ended {
		o.ended = true
		o.frames.Init()
		clear(o.latest)
		close(o.endedNow)
	}
}
