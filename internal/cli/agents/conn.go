package agents

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// maxMCPLine is the maximum length of a message in bytes: it may contain the longest text that is
// read, with any escapes.
const maxMCPLine = 8 * maxMCPText

// An mcpTransport carries one message per line. The SDK's own ends the session at a line that is
// not a message, or too long, and drops pending requests at the end of the input; this one answers
// them.
type mcpTransport struct {
	in  io.Reader
	out io.Writer
	log *slog.Logger
}

// Connect implements [mcp.Transport].
func (t *mcpTransport) Connect(context.Context) (mcp.Connection, error) {
	c := &mcpConn{mcpTransport: t, lines: make(chan []byte), closed: make(chan struct{}), pending: make(map[jsonrpc.ID]bool)}
	c.changed = sync.NewCond(&c.mu)
	go c.readLines()
	return c, nil
}

// An mcpConn is the connection of an [mcpTransport].
type mcpConn struct {
	*mcpTransport
	lines     chan []byte       // closed at the end of the input
	end       error             // of the input, when lines is closed
	members   *jsontext.Decoder // of a batch, after those that were read; nil outside one
	closed    chan struct{}
	closeOnce sync.Once

	mu      sync.Mutex // held to write
	pending map[jsonrpc.ID]bool
	over    bool       // there will be no more answers
	changed *sync.Cond // of pending and over
}

// readLines reads the input on its own goroutine, because Close ends a Read that waits. Of a line
// that is too long, it keeps enough to tell.
func (c *mcpConn) readLines() {
	defer close(c.lines)
	for in := bufio.NewReaderSize(c.in, 64<<10); c.end == nil; {
		var line []byte
		for more := true; more; more = errors.Is(c.end, bufio.ErrBufferFull) {
			var piece []byte
			piece, c.end = in.ReadSlice('\n')
			if len(line) <= maxMCPLine {
				line = append(line, piece...)
			}
		}
		select {
		case c.lines <- line:
		case <-c.closed:
			return
		}
	}
}

// next returns what should be a message. The members of a batch are handled as if each were a line:
// only version 2025-03-26 of the protocol has batches.
func (c *mcpConn) next() ([]byte, error) {
	for {
		if c.members != nil {
			if member, err := c.members.ReadValue(); err == nil {
				return bytes.Clone(member), nil
			}
			c.members = nil
		}
		select {
		case <-c.closed:
			return nil, io.EOF
		case line, ok := <-c.lines:
			if !ok {
				c.wait()
				return nil, c.end
			}
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			if c.members = membersOf(line); c.members == nil {
				return line, nil
			}
		}
	}
}

// wait returns when everything is answered: a client may write requests to a pipe and close it.
func (c *mcpConn) wait() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.pending) > 0 && !c.over {
		c.changed.Wait()
	}
}

// Read implements [mcp.Connection]. It returns valid requests and notifications; others are
// answered here.
func (c *mcpConn) Read(context.Context) (jsonrpc.Message, error) {
	for {
		body, err := c.next()
		if err != nil {
			return nil, err
		}
		r, id, refused := receive(body)
		if r == nil && refused == nil {
			continue
		}
		if id.IsValid() && !c.begin(id) {
			// With the id, it would be taken for the answer to the other one.
			id, refused = jsonrpc.ID{}, invalidRequest("another request with this id is pending")
		}
		if refused == nil {
			return r, nil
		}
		c.log.Warn("message rejected", slog.Int64("code", refused.Code), slog.String("why", refused.Message))
		if err := c.send(id, refusal(id, refused)); err != nil {
			return nil, err
		}
	}
}

// begin records a request, unless one with the same id is pending.
func (c *mcpConn) begin(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.pending[id]
	c.pending[id] = true
	return !known
}

// Write implements [mcp.Connection].
func (c *mcpConn) Write(_ context.Context, m jsonrpc.Message) error {
	var id jsonrpc.ID // of an answer
	if r, ok := m.(*jsonrpc.Response); ok {
		id = r.ID
		if r.Error != nil {
			m = &jsonrpc.Response{ID: id, Error: wireError(r.Error)}
		}
	}
	line, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	return c.send(id, line)
}

// send writes a message, which is the answer to a request with a valid id.
func (c *mcpConn) send(id jsonrpc.ID, line []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id.IsValid() {
		delete(c.pending, id)
		c.changed.Broadcast()
	}
	_, err := foreign.JSON(c.out).Write(append(line, '\n'))
	return err
}

// Close implements [mcp.Connection].
func (c *mcpConn) Close() error {
	c.closeOnce.Do(func() { close(c.closed) })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	c.changed.Broadcast()
	return nil
}

// SessionID implements [mcp.Connection].
func (c *mcpConn) SessionID() string { return "" }
