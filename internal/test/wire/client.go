// Package wire is a client of the Language Server Protocol that writes and reads its
// bytes by hand, so that a mistake of the server's codec cannot hide itself. A session of
// package metamodel checks all messages. Only tests use it.
package wire

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/metamodel"
)

// Deadline is when a test that waits for an expected message hangs: how fast a machine is does not
// matter.
const Deadline = 5 * time.Minute

// A Client is one side of a session. A test fails if what it waits for does not arrive.
type Client struct {
	T  testing.TB
	In io.WriteCloser // what the server reads

	// Over is closed when the server sends no more messages, and the test may end.
	Over chan struct{}

	next    int
	checker *metamodel.Session

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced when received or over changes
	received []Message
	over     bool

	tolerated string // see Tolerate
}

// A Message is one message from the server.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`

	At time.Time `json:"-"` // when its last byte was read
}

func (m Message) String() string {
	b, _ := json.Marshal(m)
	return string(b)
}

// New returns a client that writes to in and reads from out, until that ends.
func New(t testing.TB, in io.WriteCloser, out io.Reader) *Client {
	c := &Client{T: t, In: in, checker: metamodel.New(t), Over: make(chan struct{}), changed: make(chan struct{})}
	go c.read(out)
	return c
}

// Tolerate ignores mistakes of the server whose description contains a text.
func (c *Client) Tolerate(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tolerated = text
}

// read collects messages until the server closes its end.
func (c *Client) read(out io.Reader) {
	defer close(c.Over)
	r := bufio.NewReader(out)
	for {
		body, err := ReadFrame(r)
		at := time.Now()
		c.mu.Lock()
		if err != nil {
			c.over = true
		} else {
			if err := c.checker.FromServer(body); err != nil && (c.tolerated == "" || !strings.Contains(err.Error(), c.tolerated)) {
				c.T.Error(err)
			}
			m := Message{At: at}
			if err := json.Unmarshal(body, &m); err != nil {
				c.T.Errorf("the server wrote %q: %v", body, err)
			}
			c.received = append(c.received, m)
		}
		close(c.changed)
		c.changed = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Raw writes bytes unchanged, and expects any answers to them.
func (c *Client) Raw(s string) {
	c.T.Helper()
	c.checker.Unseen()
	c.write(s)
}

func (c *Client) write(s string) {
	c.T.Helper()
	if _, err := io.WriteString(c.In, s); err != nil {
		c.T.Fatalf("writing to the server: %v", err)
	}
}

// Frame writes one frame with any content.
func (c *Client) Frame(body string) {
	c.T.Helper()
	_ = c.checker.FromClient([]byte(body)) // so that its answers are known
	c.write(Frame(body))
}

// send writes a message that must be valid.
func (c *Client) send(body string) {
	c.T.Helper()
	if err := c.checker.FromClient([]byte(body)); err != nil {
		c.T.Errorf("%v; use Frame or an Odd method for what is to be wrong", err)
	}
	c.write(Frame(body))
}

// Notify sends a notification; params is JSON.
func (c *Client) Notify(method, params string) {
	c.T.Helper()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// NotifyOdd is Notify for parameters that the protocol does not allow.
func (c *Client) NotifyOdd(method, params string) {
	c.T.Helper()
	c.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// Send sends a request and returns its id; params is JSON.
func (c *Client) Send(method, params string) int {
	c.T.Helper()
	c.next++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.next, method, params))
	return c.next
}

// Call sends a request and waits for its answer; params is JSON.
func (c *Client) Call(method, params string) Message {
	c.T.Helper()
	return c.Answer(c.Send(method, params))
}

// CallOdd is Call for parameters that the protocol does not allow.
func (c *Client) CallOdd(method, params string) Message {
	c.T.Helper()
	c.next++
	c.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.next, method, params))
	return c.Answer(c.next)
}

// Result is Call for requests that must succeed. It decodes the answer.
func (c *Client) Result(method, params string, into any) {
	c.T.Helper()
	m := c.Call(method, params)
	if m.Error != nil {
		c.T.Fatalf("%s: %v", method, m)
	}
	if err := json.Unmarshal(m.Result, into); err != nil {
		c.T.Fatalf("%s: %v in %s", method, err, m.Result)
	}
}

// Answer waits for the answer to the request with an id.
func (c *Client) Answer(id int) Message {
	c.T.Helper()
	return c.Await(fmt.Sprintf("the answer to %d", id), func(m Message) bool { return m.Method == "" && string(m.ID) == strconv.Itoa(id) })
}

// Await returns the first message for which match reports true.
func (c *Client) Await(what string, match func(Message) bool) Message {
	c.T.Helper()
	timeout := time.NewTimer(Deadline)
	defer timeout.Stop()
	for seen := 0; ; {
		c.mu.Lock()
		changed, over := c.changed, c.over
		for ; seen < len(c.received); seen++ {
			if match(c.received[seen]) {
				defer c.mu.Unlock()
				return c.received[seen]
			}
		}
		c.mu.Unlock()
		if over {
			c.T.Fatalf("the session ended without %s; got %v", what, c.All())
		}
		select {
		case <-changed:
		case <-timeout.C:
			c.T.Fatalf("no %s; got %v", what, c.All())
		}
	}
}

// All returns everything that was received.
func (c *Client) All() []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.received)
}

// Forget drops the received messages for which match reports true.
func (c *Client) Forget(match func(Message) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received = slices.DeleteFunc(slices.Clone(c.received), match) // All's results stay
}
