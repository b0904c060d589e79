package lsp

import "bufio"

// headerRoom is how many bytes a transport may need before a message.
const headerRoom = len("Content-Length: ") + 20 + len("\r\n\r\n")

// A transport carries the messages of a session, each a text in JSON. What is sent comes
// from one goroutine, and what is received goes to another one.
type transport interface {
	// next waits for a message and returns its length in bytes, as far as it is known: all of them
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
