package wire

import (
	"bufio"
	"strings"
)

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

// A messageTransport is the transport over [Messages].
type messageTransport struct {
	Messages
	arrived []string
	text    strings.Reader // of the message that is taken
	in      *bufio.Reader  // of text
	before  func()         // see beforeWaiting
}

// NewMessages returns the transport over messages without headers.
func NewMessages(m Messages) Transport {
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
