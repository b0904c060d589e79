package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

const (
	// maxMessage is the largest message that is read, in bytes. A transcript of
	// 100 MB can grow sixfold when it is written as a JSON string.
	maxMessage = 1 << 30
	// answersAtEnd is the time for answering the calls that were read before the end of
	// the input. A client that is gone must not keep the process alive.
	answersAtEnd = 10 * time.Second
	// answersAtExit is the time after exit for answering what is then cancelled, and
	// for the client to read what waits for it.
	answersAtExit = 200 * time.Millisecond
)

// Options are what a [Stream] tells the server. Only Log is required.
type Options struct {
	Log *slog.Logger
	// Name is the prefix of the ids of the server's own requests.
	Name string
	// Failed is called when nothing can be sent.
	Failed func(error)
	// CaughtUp is called before the transport is waited for: all messages that have
	// arrived were handed on, and each that is handled on the goroutine that reads is done.
	CaughtUp func()

	// MaxWaiting is how many bytes may wait for the client, and Patience how long it may
	// read nothing then; 0 means the default.
	MaxWaiting int
	Patience   time.Duration
}

// Stream hands the messages of a transport to the connection, and takes its answers.
//
// The library's own header stream would do for frames, but its connection ends when one
// does not parse. Here such a message is answered and passed over, so that the
// connection sees only well-formed messages, one at a time.
type Stream struct {
	options  Options
	in       Transport
	bodies   *bodyReader
	out      *outbox
	calls    *flight // those passed to a handler
	requests requests

	// The rest of a batch. Its members are passed on one after another.
	members []json.RawMessage
	batch   *batch

	closeOnce sync.Once
	closeErr  error
}

// The library looks for ReadFrame and WriteFrame by an unexported interface.
var _ interface {
	jsonrpc2.Stream
	ReadFrame(context.Context) ([]byte, int64, error)
	WriteFrame(context.Context, []byte) (int64, error)
} = (*Stream)(nil)

// NewStream returns the stream over a transport, which it closes.
func NewStream(in Transport, o Options) *Stream {
	s := &Stream{options: o, in: in, bodies: newBodyReader(in.bytes())}
	s.out = newOutbox(in, o.Log, o.Failed, o.MaxWaiting, o.Patience)
	s.calls = newFlight(s.out)
	in.beforeWaiting(o.CaughtUp)
	return s
}

// ReadFrame returns the body of the next message for the connection: a request or a
// notification. It is valid until the next call, as are the texts that textOf returns
// for marks in it.
func (s *Stream) ReadFrame(context.Context) ([]byte, int64, error) {
	for {
		if err := s.out.roomToRead(); err != nil {
			return nil, 0, err
		}
		if s.batch == nil {
			body, err := s.readBody()
			if err != nil {
				return nil, 0, err
			}
			if body, ok := s.open(body); ok {
				return body, int64(len(body)), nil
			}
			continue
		}
		if len(s.members) == 0 {
			s.calls.finish(s.batch)
			s.batch = nil
			continue
		}
		member := s.members[0]
		s.members = s.members[1:]
		if body, ok := s.admit(receive(member), s.batch); ok {
			return body, int64(len(body)), nil
		}
	}
}

// readBody returns the next message of the transport.
func (s *Stream) readBody() ([]byte, error) {
	for {
		s.bodies.texts = nil // the next message may be long in coming
		size, err := s.in.next()
		switch {
		case errors.Is(err, errHeader):
			s.reject(nil, jsonrpc2.ID{}, jsonrpc2.ParseError, err.Error())
			return nil, err
		case errors.Is(err, io.EOF):
			// The connection drops answers once it has seen the end; a client may close
			// its end and still read.
			s.calls.wait(answersAtEnd)
			return nil, io.EOF
		case err != nil:
			return nil, err
		}
		if size > maxMessage {
			if _, err := io.CopyN(io.Discard, s.in.bytes(), size); err != nil {
				return nil, unexpected(err)
			}
			s.reject(nil, jsonrpc2.ID{}, jsonrpc2.InvalidRequest, "message too large")
			continue
		}
		body, err := s.bodies.read(int(size))
		if errors.Is(err, errText) {
			s.reject(nil, jsonrpc2.ID{}, jsonrpc2.ParseError, err.Error())
			continue
		}
		return body, err
	}
}

// open looks at what the transport brought and reports whether it is a message for the
// connection, which it returns. Everything else is dealt with, except for the members
// of a batch.
func (s *Stream) open(body []byte) ([]byte, bool) {
	// The library checks that brackets balance and leaves the rest to the decoder of
	// the parameters. Checking everything here guarantees valid JSON after this line.
	if !json.Valid(body) {
		s.reject(nil, jsonrpc2.ID{}, jsonrpc2.ParseError, "not JSON")
		return nil, false
	}
	if !isBatch(body) {
		m := receive(body)
		if len(s.bodies.texts) > 0 && !hasDocument(m.msg) {
			m = receive(s.bodies.restore())
		}
		return s.admit(m, nil)
	}
	s.members = members(s.bodies.restore())
	if len(s.members) == 0 {
		s.reject(nil, jsonrpc2.ID{}, jsonrpc2.InvalidRequest, "an empty batch")
		return nil, false
	}
	s.batch = &batch{left: 1}
	return nil, false
}

// admit returns the body of a message if it is for the connection, and otherwise
// handles it.
func (s *Stream) admit(m incoming, b *batch) ([]byte, bool) {
	switch msg := m.msg.(type) {
	case *jsonrpc2.Notification:
		return m.body, true
	case *jsonrpc2.Call:
		if s.calls.begin(msg.ID(), b) {
			return m.body, true
		}
		// With the id, it would be taken for the answer to the other one.
		s.reject(b, jsonrpc2.ID{}, jsonrpc2.InvalidRequest, fmt.Sprintf("a request with the id %q is already running", msg.ID()))
	case *jsonrpc2.Response:
		s.answered(msg)
	default:
		s.reject(b, m.id, jsonrpc2.InvalidRequest, m.why)
	}
	return nil, false
}

// reject answers a message that never reaches the connection.
func (s *Stream) reject(b *batch, id jsonrpc2.ID, code jsonrpc2.Code, why string) {
	s.options.Log.Warn("message rejected", slog.Int("code", int(code)), slog.String("why", why))
	s.calls.reject(b, jsonrpc2.AppendResponse(s.out.buffer(), id, nil, jsonrpc2.NewError(code, why)))
}

// Read returns the next message. The connection uses ReadFrame.
func (s *Stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	body, n, err := s.ReadFrame(ctx)
	if err != nil {
		return nil, 0, err
	}
	msg, err := jsonrpc2.DecodeMessage(body)
	return msg, n, err
}

// Write sends the answer to a call. The context is ignored: it is the call's, and a
// cancelled call is answered too.
func (s *Stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	s.calls.answer(jsonrpc2.AppendMessage(s.out.buffer(), msg))
	return 0, nil
}

// WriteFrame sends the answers to a batch, which bypass the connection.
func (s *Stream) WriteFrame(_ context.Context, data []byte) (int64, error) {
	s.out.add("", append(s.out.buffer(), data...))
	return 0, nil
}

// Notify sends a notification. An earlier one about the same subject that still waits for
// the client is dropped, unless that is "". It bypasses the connection, which writes answers
// only.
func (s *Stream) Notify(subject, method string, params any) error {
	raw, err := Codec{}.Marshal(params)
	if err != nil {
		return err
	}
	s.send(subject, jsonrpc2.NewNotification(method, raw))
	return nil
}

// send sends a message that is not an answer; see [Stream.Notify].
func (s *Stream) send(subject string, msg jsonrpc2.Message) {
	s.out.add(subject, jsonrpc2.AppendMessage(s.out.buffer(), msg))
}

// Text returns the text of a document that was taken out of the message that is read, given
// the mark in its place; other texts are returned unchanged.
func (s *Stream) Text(mark string) string { return s.bodies.textOf(mark) }

// Handle records that a call is handled, and how it is cancelled; it is now if the client did
// while it waited for the reader.
func (s *Stream) Handle(id jsonrpc2.ID, cancel context.CancelFunc) { s.calls.handle(id, cancel) }

// Cancel cancels a call, which may not be handled yet, given its id in JSON.
func (s *Stream) Cancel(raw []byte) {
	if id, ok := ParseID(raw); ok {
		s.calls.cancel(id)
	}
}

// Room waits until the client has read enough of what was sent. It returns the error of the
// context if that ends first.
func (s *Stream) Room(ctx context.Context) error { return s.out.room(ctx) }

// Finish waits for the answers to pending calls and until the client has read them, but not
// for long, and closes the transport. A client that has only closed its end may still read.
func (s *Stream) Finish(mayRead bool) error {
	patience, limit := answersAtExit, answersAtExit
	if mayRead {
		patience, limit = answersAtEnd, 0
	}
	// Do not wait for the connection: closing the input does not end a Read of a pipe
	// without data.
	s.calls.wait(answersAtExit)
	s.out.drain(1, patience, limit)
	s.out.end()
	return s.Close()
}

// Close closes the transport, which ends a wait that is under way.
func (s *Stream) Close() error {
	s.closeOnce.Do(func() { s.closeErr = s.in.close() })
	return s.closeErr
}
