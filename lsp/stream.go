package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.uber.org/zap"
)

const (
	// maxFrame is the largest message that is read, in bytes. A transcript of
	// 100 MB can grow sixfold when it is written as a JSON string.
	maxFrame = 1 << 30
	// maxHeader is the longest header line, in bytes, and maxFields the most
	// lines of one header.
	maxHeader = 4 << 10
	maxFields = 64
	// keepBuffer is the largest buffer, in bytes, that is kept for the next
	// message; one large didOpen must not cost its size for the whole session.
	keepBuffer = 1 << 20
)

// errHeader reports a header from which the length of the body cannot be
// learnt. Nothing says where the next message starts, so the session ends.
var errHeader = errors.New("message header without a valid Content-Length")

// stream frames messages with Content-Length headers.
//
// The library's own header stream would do, but its connection ends when a
// frame does not parse. Here such a frame is answered and passed over, so that
// the connection sees only well-formed messages.
type stream struct {
	in     *bufio.Reader
	bodies *bodyReader

	writing sync.Mutex
	out     io.Writer
	frame   []byte // guarded by writing

	log    *zap.Logger
	failed func(error) // called when out cannot be written
	// answered is called with each answer of the client, on the goroutine that
	// reads. What it is given is valid until it returns.
	answered func(*jsonrpc2.Response)
	busy     func() // called when a message was read
	// caughtUp is called before the input is read: all messages that have arrived
	// were handed on, and each that is handled on the goroutine that reads is done.
	caughtUp func()

	// unanswered counts the calls that were handed to a handler and whose
	// answer has not been written.
	unanswered counter

	closeOnce sync.Once
	closer    io.Closer // nil if the input cannot be closed
	closeErr  error
}

// The library looks for ReadFrame and WriteFrame by an unexported interface.
var _ interface {
	jsonrpc2.Stream
	ReadFrame(context.Context) ([]byte, int64, error)
	WriteFrame(context.Context, []byte) (int64, error)
} = (*stream)(nil)

func newStream(in io.Reader, out io.Writer, log *zap.Logger, failed func(error)) *stream {
	closer, _ := in.(io.Closer)
	s := &stream{
		out: out, log: log, failed: failed, closer: closer,
		answered: func(*jsonrpc2.Response) {}, busy: func() {}, caughtUp: func() {},
	}
	s.in = bufio.NewReaderSize(readerFunc(func(p []byte) (int, error) {
		s.caughtUp()
		return in.Read(p)
	}), 64<<10)
	s.bodies = newBodyReader(s.in)
	return s
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// ReadFrame returns the body of the next message, or batch of messages, that
// is one. It is valid until the next call, as are the texts that textOf returns for
// marks in it.
func (s *stream) ReadFrame(context.Context) ([]byte, int64, error) {
	for {
		s.bodies.texts = nil // the next message may be long in coming
		size, err := s.readHeader()
		switch {
		case errors.Is(err, errHeader):
			s.reject(jsonrpc2.ID{}, jsonrpc2.ParseError, err.Error())
			return nil, 0, err
		case errors.Is(err, io.EOF):
			// The connection drops answers once it has seen the end; a client
			// may close its side and still read.
			s.unanswered.wait(answersAtEnd)
			return nil, 0, io.EOF
		case err != nil:
			return nil, 0, err
		}
		if size > maxFrame {
			if _, err := io.CopyN(io.Discard, s.in, size); err != nil {
				return nil, 0, unexpected(err)
			}
			s.reject(jsonrpc2.ID{}, jsonrpc2.InvalidRequest, "message too large")
			continue
		}
		body, err := s.bodies.read(int(size))
		s.busy()
		if errors.Is(err, errText) {
			s.reject(jsonrpc2.ID{}, jsonrpc2.ParseError, err.Error())
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		msg, id, code := validate(body)
		if len(s.bodies.texts) > 0 && !hasDocument(msg) {
			body = s.bodies.restore()
			msg, id, code = validate(body)
		}
		if code != 0 {
			s.reject(id, code, "not a message")
			continue
		}
		if answer, ok := msg.(*jsonrpc2.Response); ok {
			s.answered(answer)
			continue
		}
		return body, size, nil
	}
}

// readHeader reads up to the blank line and returns the length of the body in
// bytes. It returns io.EOF only where a message may end. Fields other than
// Content-Length, and lines that are no field, are passed over.
func (s *stream) readHeader() (int64, error) {
	size := int64(-1)
	for line := 0; ; line++ {
		raw, err := s.in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, errHeader
		case err != nil && line == 0 && len(raw) == 0:
			return 0, err
		case err != nil:
			return 0, unexpected(err)
		case len(raw) > maxHeader, line > maxFields:
			return 0, errHeader
		}
		raw = bytes.TrimSpace(raw)
		if len(raw) == 0 {
			if size < 0 {
				return 0, errHeader
			}
			return size, nil
		}
		name, value, _ := bytes.Cut(raw, []byte(":"))
		if bytes.EqualFold(bytes.TrimSpace(name), []byte("Content-Length")) {
			n, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 10, 62)
			if err != nil {
				return 0, errHeader
			}
			size = int64(n)
		}
	}
}

// unexpected makes an end of input in the middle of a message an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// reject answers a message that never reaches the connection.
func (s *stream) reject(id jsonrpc2.ID, code jsonrpc2.Code, why string) {
	s.log.Warn("message rejected", zap.Int32("code", int32(code)), zap.String("why", why))
	_ = s.send(jsonrpc2.NewResponse(id, nil, jsonrpc2.NewError(code, why)))
}

// Read returns the next message. The connection uses ReadFrame.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	body, n, err := s.ReadFrame(ctx)
	if err != nil {
		return nil, 0, err
	}
	msg, err := jsonrpc2.DecodeMessage(body)
	return msg, n, err
}

// Write sends the answer to a call. The context is not asked: it is the
// call's, and a cancelled call is answered too.
func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	defer s.unanswered.add(-1)
	return 0, s.send(msg)
}

// WriteFrame sends the answers to a batch.
func (s *stream) WriteFrame(_ context.Context, data []byte) (int64, error) {
	var answers []json.RawMessage
	if err := json.Unmarshal(data, &answers); err == nil {
		defer s.unanswered.add(-len(answers))
	}
	return 0, s.write(func(frame []byte) []byte { return append(frame, data...) })
}

// send writes one message.
func (s *stream) send(msg jsonrpc2.Message) error {
	return s.write(func(frame []byte) []byte { return jsonrpc2.AppendMessage(frame, msg) })
}

// write writes one frame with one Write, so that frames of different
// goroutines do not mix.
func (s *stream) write(appendBody func([]byte) []byte) error {
	s.writing.Lock()
	defer s.writing.Unlock()

	// The length is known only after the body: leave room for the header and
	// write it backwards from the body.
	const room = len("Content-Length: ") + 20 + len("\r\n\r\n")
	frame := append(s.frame[:0], make([]byte, room)...)
	frame = appendBody(frame)
	header := make([]byte, 0, room)
	header = append(header, "Content-Length: "...)
	header = strconv.AppendInt(header, int64(len(frame)-room), 10)
	header = append(header, "\r\n\r\n"...)
	start := room - len(header)
	copy(frame[start:], header)

	_, err := s.out.Write(frame[start:])
	if cap(frame) <= keepBuffer {
		s.frame = frame
	}
	if err != nil {
		s.failed(err)
	}
	return err
}

// Close closes the input, which ends a read that is under way.
func (s *stream) Close() error {
	s.closeOnce.Do(func() {
		if s.closer != nil {
			s.closeErr = s.closer.Close()
		}
	})
	return s.closeErr
}
