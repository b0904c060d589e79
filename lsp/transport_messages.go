package lsp

import (
	"bufio"
	"strings"
)

// Messages carry the messages of a session one by one, as a Web Worker's port or a WebSocket
// does: nothing has to tell where one ends. Receive is called by one goroutine and Send by
// another one.
type Messages interface {
	// Receive waits until something has arrived and returns all that has, in order: texts in
	// JSON. The error is io.EOF after the last one.
	Receive() ([]string, error)
	// Send sends a message, a text in JSON, which is valid until it returns.
	Send(message []byte) error
	// Close ends a Receive that is under way.
	Close() error
}

// A messageTransport is the transport over [Messages].
type messageTransport struct {
	Messages
	arrived []string
	text    strings.Reader // of the message that is taken
	in      *bufio.Reader  // of text
	before  func()         // see beforeWaiting
}

func newMessageTransport(m Messages) *messageTransport {
	t := &messageTransport{Messages: m}
	t.in = bufio.NewReaderSize(&t.text, 64<<10)
	return t
}

func (m *messageTransport) beforeWaiting(call func()) { m.before = call }

func (m *messageTransport) bytes() *bufio.Reader { return m.in }

func (m *messageTransport) next() (int64, error) {
	for len(m.arrived) == 0 {
		m.text.Reset("") // which may be large, and the next one long in coming
		m.before()
		var err error
		if m.arrived, err = m.Receive(); err != nil {
			return 0, err
		}
	}
	message := m.arrived[0]
	m.arrived[0] = ""
	m.arrived = m.arrived[1:]
	m.text.Reset(message)
	m.in.Reset(&m.text)
	return int64(len(message)), nil
}

func (m *messageTransport) pack(buf []byte) []byte { return buf[headerRoom:] }

func (m *messageTransport) send(data []byte, took func()) error {
	err := m.Send(data)
	took()
	return err
}

func (m *messageTransport) close() error { return m.Close() }
