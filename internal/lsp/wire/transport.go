package wire

import (
	"bufio"
	"errors"
	"io"
)

// headerRoom is how many bytes a transport may need before a message.
const headerRoom = len("Content-Length: ") + 20 + len("\r\n\r\n")

// KeepBuffer is the largest buffer, in bytes, that is kept for the next message; one large
// didOpen must not cost its size for the whole session.
const KeepBuffer = 1 << 20

// A Transport carries the messages of a session, each a text in JSON. What is sent comes
// from one goroutine, and what is received goes to another one.
type Transport interface {
	// next waits for a message and returns its length in bytes, as it is told: all of them
	// are taken from bytes before next is called again. The error is io.EOF where a message
	// may end.
	next() (int64, error)
	// bytes is always the same reader.
	bytes() *bufio.Reader
	// beforeWaiting sets what is called when all that has arrived was taken, before more is
	// waited for. It is called before next.
	beforeWaiting(call func())

	// pack returns what is sent of headerRoom bytes and a message, which it may change.
	pack(buf []byte) []byte
	// send sends what pack returned. It calls took each time that the client has taken some.
	send(data []byte, took func()) error

	// close ends a wait for a message that is under way, where that is possible.
	close() error
}

// unexpected converts the end of input in the middle of a message to an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
