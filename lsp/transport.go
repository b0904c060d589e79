package lsp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
)

// A transport carries the messages of a session, each a text in JSON. One goroutine
// receives them, and another one sends.
type transport interface {
	// receive waits for a message, which is the caller's. more reports whether another one
	// has begun to arrive. The error is io.EOF where a message may end.
	receive() (message []byte, more bool, err error)
	// Send sends a message. It does not retain it.
	Send(message []byte) error
	// Close ends a receive in progress, where that is possible.
	Close() error
}

// maxMessage is the largest message that is read, in bytes. A transcript of 100 MB can
// grow sixfold when it is written as a JSON string.
const maxMessage = 1 << 30

// errHeader reports a header without the length of the body. Where the next message starts is
// unknown, so the session ends.
var errHeader = errors.New("message header without a valid Content-Length")

// frames are the transport over streams of bytes: each message has a header with its
// Content-Length. The library's own stream would do, but it keeps the memory of the largest
// message for the whole session.
type frames struct {
	input io.Reader
	in    *bufio.Reader // of input
	out   io.Writer
}

func (f *frames) receive() ([]byte, bool, error) {
	size, err := f.header()
	if err != nil {
		return nil, false, err
	}
	message := make([]byte, size)
	if _, err := io.ReadFull(f.in, message); err != nil {
		return nil, false, unexpected(err)
	}
	return message, f.in.Buffered() > 0, nil
}

// header reads a header, up to the blank line. Fields other than Content-Length, and lines
// that are not a field, are passed over.
func (f *frames) header() (size int64, err error) {
	size = -1
	for line := 0; ; line++ {
		raw, err := f.in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, errHeader
		case err != nil && line == 0 && len(raw) == 0:
			return 0, err
		case err != nil:
			return 0, unexpected(err)
		}
		raw = bytes.TrimSpace(raw)
		if len(raw) == 0 && size >= 0 {
			return size, nil
		}
		name, value, _ := bytes.Cut(raw, []byte(":"))
		if len(raw) == 0 || bytes.EqualFold(bytes.TrimSpace(name), []byte("Content-Length")) {
			size, err = strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
			if err != nil || size < 0 || size > maxMessage {
				return 0, errHeader
			}
		}
	}
}

// unexpected converts the end of input in the middle of a message to an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (f *frames) Send(message []byte) error {
	header := append(strconv.AppendInt([]byte("Content-Length: "), int64(len(message)), 10), "\r\n\r\n"...)
	if _, err := f.out.Write(header); err != nil {
		return err
	}
	_, err := f.out.Write(message)
	return err
}

func (f *frames) Close() error {
	if input, ok := f.input.(io.Closer); ok {
		return input.Close()
	}
	return nil
}

// Messages carries the messages of a session one by one, without framing, as the port of a Web
// Worker or a WebSocket does. Receive is called by one goroutine and Send by another.
type Messages interface {
	// Receive waits for messages and returns all that have arrived, in order, as JSON. After the
	// last one the error is io.EOF.
	Receive() ([]string, error)
	// Send sends a message in JSON. It must not retain the message.
	Send(message []byte) error
	// Close ends a Receive in progress.
	Close() error
}

// unframed is the transport over [Messages].
type unframed struct {
	Messages
	arrived []string
}

func (u *unframed) receive() (message []byte, more bool, err error) {
	for len(u.arrived) == 0 {
		if u.arrived, err = u.Receive(); err != nil {
			return nil, false, err
		}
	}
	message = []byte(u.arrived[0])
	u.arrived[0] = ""
	u.arrived = u.arrived[1:]
	return message, len(u.arrived) > 0, nil
}
