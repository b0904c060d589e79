package main

import (
	"bufio"
	"bytes"
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

// A frame is a message of the server, and the time when its last byte was read.
type frame struct {
	at   time.Time
	body []byte
}

// method reports whether the message has a method: all servers write it first.
func (f frame) method() bool {
	return bytes.Contains(f.body[:min(len(f.body), 200)], []byte(`"method":`))
}

// has reports whether the members of the message itself contain a text: some servers
// write the id first and some last, and the rest may be long.
func (f frame) has(text string) bool {
	head, tail := f.body[:min(len(f.body), 60)], f.body[max(0, len(f.body)-30):]
	return bytes.Contains(head, []byte(text)) || bytes.Contains(tail, []byte(text))
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

// read reads messages, and answers the server's own requests.
func (c *child) read(r *bufio.Reader) {
	defer close(c.frames)
	for {
		body, err := wire.ReadFrame(r)
		if err != nil {
			return
		}
		f := frame{at: time.Now(), body: body}
		if f.method() && f.has(`"id":`) {
			c.oblige(body)
			continue
		}
		c.frames <- f
	}
}

// oblige answers a request of the server: nothing is configured, everything is allowed.
func (c *child) oblige(body []byte) {
	var request struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Items []json.RawMessage `json:"items"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &request) != nil {
		return
	}
	result := "null"
	if request.Method == "workspace/configuration" {
		result = "[" + strings.TrimSuffix(strings.Repeat("null,", len(request.Params.Items)), ",") + "]"
	}
	_ = c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, request.ID, result))
}

// framed returns a message with its header, so that it takes one write.
func framed(body []byte) []byte {
	return append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...)
}

// write sends a message.
func (c *child) write(body []byte) error { return c.send(framed(body)) }

// send writes messages that have their headers, or the parts of one.
func (c *child) send(parts ...[]byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	for _, part := range parts {
		if _, err := c.in.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// await returns the next message for which match reports true. The others are dropped.
func (c *child) await(what string, match func(frame) bool) (frame, error) {
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for {
		select {
		case f, ok := <-c.frames:
			if !ok {
				return frame{}, fmt.Errorf("%s ended without %s", c.name, what)
			}
			if match(f) {
				return f, nil
			}
		case <-timeout.C:
			return frame{}, fmt.Errorf("%s sent no %s within %v", c.name, what, patience)
		}
	}
}

// end ends the server.
func (c *child) end() {
	_ = c.write([]byte(`{"jsonrpc":"2.0","id":"end","method":"shutdown"}`))
	_ = c.write([]byte(`{"jsonrpc":"2.0","method":"exit"}`))
	_ = c.in.Close()
	go func() {
		for range c.frames { // so that it can write its last output
		}
	}()
	late := time.AfterFunc(10*time.Second, func() { _ = c.cmd.Process.Kill() })
	defer late.Stop()
	_ = c.cmd.Wait()
}
