package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// patience is how long to wait for a message.
const patience = 2 * time.Minute

// A child is a server that runs as a process of its own and speaks the protocol over
// its standard input and output.
type child struct {
	name    string
	cmd     *exec.Cmd
	started time.Time

	writing sync.Mutex
	in      io.WriteCloser

	frames chan frame // closed at the end of the output
}

// A frame is a message of the server.
type frame struct {
	at     time.Time // when its last byte was read
	ID     json.RawMessage
	Method string
	Params struct {
		URI     string
		Version int
		Items   []json.RawMessage
	}
	Result struct{ ResultID string }
	Error  json.RawMessage
}

// start starts a server.
func start(p program) (*child, error) {
	c := &child{name: p.name, cmd: exec.Command(p.path, "serve"), frames: make(chan frame, 1024)}
	c.cmd.Stderr = os.Stderr
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in = in
	c.started = time.Now()
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go c.read(bufio.NewReaderSize(out, 1<<20))
	return c, nil
}

// read reads messages, and answers the server's own requests: nothing is configured, everything is
// allowed.
func (c *child) read(r *bufio.Reader) {
	defer close(c.frames)
	for {
		body, err := wire.ReadFrame(r)
		if err != nil {
			return
		}
		f := frame{at: time.Now()}
		_ = json.Unmarshal(body, &f) // a result of another shape has the rest
		switch {
		case f.Method == "" || f.ID == nil:
			c.frames <- f
		case f.Method == "workspace/configuration":
			nulls := strings.TrimSuffix(strings.Repeat("null,", len(f.Params.Items)), ",")
			_ = c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":[%s]}`, f.ID, nulls))
		default:
			_ = c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":null}`, f.ID))
		}
	}
}

// framed returns messages with their headers, so that they take one write.
func framed(bodies ...[]byte) (all []byte) {
	for _, body := range bodies {
		all = append(fmt.Appendf(all, "Content-Length: %d\r\n\r\n", len(body)), body...)
	}
	return all
}

// write sends messages.
func (c *child) write(bodies ...[]byte) error { return c.send(framed(bodies...)) }

// send sends what is framed.
func (c *child) send(message []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.in.Write(message)
	return err
}

// await returns the next message for which match reports true. The others are dropped.
func (c *child) await(what string, match func(*frame) bool) (frame, error) {
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for {
		select {
		case f, ok := <-c.frames:
			if !ok {
				return frame{}, fmt.Errorf("%s ended without %s", c.name, what)
			}
			if match(&f) {
				return f, nil
			}
		case <-timeout.C:
			return frame{}, fmt.Errorf("%s sent no %s within %v", c.name, what, patience)
		}
	}
}

// end ends the server.
func (c *child) end() {
	_ = c.write([]byte(`{"jsonrpc":"2.0","id":"end","method":"shutdown"}`), []byte(`{"jsonrpc":"2.0","method":"exit"}`))
	_ = c.in.Close()
	go func() {
		for range c.frames { // so that it can write its last output
		}
	}()
	late := time.AfterFunc(10*time.Second, func() { _ = c.cmd.Process.Kill() })
	defer late.Stop()
	_ = c.cmd.Wait()
}
