package main

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpTransport returns the connection over two streams. A message may contain the longest text that
// is read, with any escapes; the SDK's own limit is lower, and ends the session.
func mcpTransport(r io.ReadCloser, w io.WriteCloser) mcp.Transport {
	return patientTransport{&mcp.IOTransport{Reader: r, Writer: w, MaxLineLength: 8 * maxMCPText}}
}

// A patientTransport answers requests that were sent before its input ended: a client may write
// requests to a pipe and close it. The SDK would drop pending ones.
type patientTransport struct{ *mcp.IOTransport }

// Connect implements [mcp.Transport].
func (t patientTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := t.IOTransport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c := &patientConn{Connection: inner}
	c.changed = sync.NewCond(&c.mu)
	return c, nil
}

type patientConn struct {
	mcp.Connection

	mu      sync.Mutex
	changed *sync.Cond
	pending int // number of pending requests
	closed  bool
}

// Read implements [mcp.Connection]. It returns the end of the input when everything is
// answered.
func (c *patientConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.IsCall() {
		c.change(func() { c.pending++ })
	}
	if errors.Is(err, io.EOF) {
		defer context.AfterFunc(ctx, func() { c.change(func() { c.closed = true }) })()
		c.mu.Lock()
		for c.pending > 0 && !c.closed {
			c.changed.Wait()
		}
		c.mu.Unlock()
	}
	return m, err
}

// Write implements [mcp.Connection].
func (c *patientConn) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		c.change(func() { c.pending-- })
	}
	return err
}

// Close implements [mcp.Connection].
func (c *patientConn) Close() error {
	c.change(func() { c.closed = true })
	return c.Connection.Close()
}

func (c *patientConn) change(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	c.changed.Broadcast()
}
