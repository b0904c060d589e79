package agents

import (
	"context"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// maxMCPLine is the maximum length of a message in bytes: it may contain the longest text that is
// read, with any escapes.
const maxMCPLine = 8 * maxMCPText

// An mcpTransport carries one message per line. It is the SDK's, which ends the session at a line that
// is not a message, or too long.
type mcpTransport struct {
	in  io.Reader
	out io.Writer
}

// Connect implements [mcp.Transport].
func (t *mcpTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	lines := &mcp.IOTransport{Reader: io.NopCloser(t.in), Writer: openWriter{foreign.JSON(t.out)}, MaxLineLength: maxMCPLine}
	inner, err := lines.Connect(ctx)
	c := &mcpConn{Connection: inner, pending: map[jsonrpc.ID]bool{}}
	c.changed = sync.NewCond(&c.mu)
	return c, err
}

// An openWriter stays open.
type openWriter struct{ io.Writer }

func (openWriter) Close() error { return nil }

// An mcpConn answers what is pending before its input ends. The SDK drops it, but a client may write
// requests to a pipe and close it.
type mcpConn struct {
	mcp.Connection

	mu      sync.Mutex
	pending map[jsonrpc.ID]bool
	over    bool       // there will be no more answers
	changed *sync.Cond // of pending and over
}

// Read implements [mcp.Connection].
func (c *mcpConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.pending[r.ID] = true
	}
	for err != nil && len(c.pending) > 0 && !c.over {
		c.changed.Wait()
	}
	return m, err
}

// Write implements [mcp.Connection].
func (c *mcpConn) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.pending, r.ID)
		c.changed.Broadcast()
	}
	return err
}

// Close implements [mcp.Connection].
func (c *mcpConn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	c.changed.Broadcast()
	return c.Connection.Close()
}
