package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// An mcpLines is a session that gets lines, which need not be messages.
type mcpLines struct {
	*testing.T
	in      io.WriteCloser
	answers chan wire.Message // closed at the end of the session
	err     error             // of the session, when answers is closed
	log     bytes.Buffer      // when answers is closed
	next    int               // number of the next ping
}

const mcpInitialize = `{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// startLines starts a session with two more tools: "panics", and "waits", until it is cancelled.
func startLines(t *testing.T) *mcpLines {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	c := &mcpLines{T: t, in: toServer, answers: make(chan wire.Message)}
	s := &mcpServer{log: slog.New(slog.NewTextHandler(&c.log, nil))}
	server := s.server()
	addTool(server, "panics", "", "", func(context.Context, mcpQuery) (out mcpToolList, err error) { panic("on purpose") })
	addTool(server, "waits", "", "", func(ctx context.Context, _ mcpQuery) (out mcpToolList, err error) {
		<-ctx.Done()
		return out, ctx.Err()
	})
	session, err := server.Connect(t.Context(), &mcpTransport{in, out}, nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		c.err = session.Wait()
		out.Close()
	}()
	go func() {
		defer close(c.answers)
		for lines := bufio.NewReader(fromServer); ; {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			var m wire.Message
			if err := checkAnswer(line, &m); err != nil {
				t.Errorf("%v in %.500s", err, line)
			}
			if m.Method == "" { // not a notification
				c.answers <- m
			}
		}
	}()
	return c
}

// checkAnswer decodes an answer or a notification, and checks what all have in common.
func checkAnswer(line []byte, m *wire.Message) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return err
	}
	if err := json.Unmarshal(line, m); err != nil {
		return err
	}
	switch {
	case m.Method != "" && m.ID == nil:
	case string(members["jsonrpc"]) != `"2.0"` || members["id"] == nil || len(members) != 3 || (m.Result == nil) == (m.Error == nil):
		return errors.New("members")
	case m.Error != nil && m.Error.Message == "":
		return errors.New("message")
	}
	return nil
}

// send sends a line and returns so many answers to it. There must be no more, and the session must
// go on.
func (c *mcpLines) send(line string, answers int) (got []wire.Message) {
	c.Helper()
	c.write(line)
	for range answers {
		got = append(got, c.answer(line))
	}
	c.next++
	id := fmt.Sprintf(`"ping %d"`, c.next)
	c.write(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`)
	if m := c.answer(line); string(m.ID) != id || m.Error != nil {
		c.Fatalf("%v for a ping after %d answers to %.500q", m, answers, line)
	}
	return got
}

func (c *mcpLines) write(line string) {
	c.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.Fatal(err)
	}
}

func (c *mcpLines) answer(to string) wire.Message {
	c.Helper()
	select {
	case m, ok := <-c.answers:
		if !ok {
			c.Fatalf("the session ended, %v, at %.500q", c.err, to)
		}
		return m
	case <-time.After(wire.Deadline):
		c.Fatalf("no answer to %.500q", to)
		panic("unreachable")
	}
}

// end closes the input, and returns what was logged.
func (c *mcpLines) end() string {
	c.Helper()
	c.in.Close()
	for m := range c.answers {
		c.Errorf("at the end: %v", m)
	}
	if c.err != nil {
		c.Error(c.err)
	}
	return c.log.String()
}

// TestMCPLines checks the answers to messages that are not what the protocol has, after each of
// which the session goes on.
func TestMCPLines(t *testing.T) {
	t.Chdir(t.TempDir())
	const called = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":`
	for name, test := range map[string]struct {
		line string
		want string // what is answered: "result", the code of an error, or nothing
	}{
		"empty":                 {"", ""},
		"blank":                 {" \t\r", ""},
		"method unknown":        {`{"jsonrpc":"2.0","id":7,"method":"no/such"}`, "-32601"},
		"half a surrogate":      {called + `"validate_reply","arguments":{"reply":"\ud83d"}}}`, "result"},
		"an answer":             {`{"jsonrpc":"2.0","id":7,"result":{}}`, ""},
		"unknown notification":  {`{"jsonrpc":"2.0","method":"no/such","params":7}`, ""},
		"cancellation of none":  {`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, ""},
		"request without an id": {`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"panics"}}`, ""},
		"parameters a list":     {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}`, "error"},
		"name a number":         {called + `7}}`, "error"},
		"no such tool":          {called + `"x"}}`, "-32602"},
		"arguments null":        {called + `"validate_reply","arguments": null }}`, "-32602"},
		"arguments null, again": {called + `"list_tools","arguments":null}}`, "-32602"},
		"arguments a list":      {called + `"list_tools","arguments": [] }}`, "-32602"},
		"arguments a string":    {called + `"list_tools","arguments":"x"}}`, "-32602"},
		"no arguments":          {called + `"list_tools"}}`, "result"},
		"a number too large":    {called + `"list_tools","arguments":{"query":1e400}}}`, "result"}, // with the reason
		"a tool that panics":    {called + `"panics"}}`, "-32603"},
	} {
		t.Run(name, func(t *testing.T) {
			c := startLines(t)
			c.send(mcpInitialize, 1)
			got := ""
			for _, m := range c.send(test.line, min(1, len(test.want))) {
				switch {
				case string(m.ID) != "7":
					t.Errorf("an answer to %s", m.ID)
				case m.Error == nil:
					got = "result"
				case test.want == "error":
					got = "error"
				default:
					got = fmt.Sprint(m.Error.Code)
				}
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if log := c.end(); strings.Contains(log, "level=ERROR msg=panic") != (test.want == "-32603") {
				t.Errorf("logged %s", log)
			}
		})
	}
}

// TestMCPBadLines checks that the session ends with an error at a line that is not a message, or too
// long, when what was asked before is answered.
func TestMCPBadLines(t *testing.T) {
	t.Chdir(t.TempDir())
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"validate_reply","arguments":{"reply":"<tool>"}}}`
	for name, line := range map[string]string{
		"text": "nonsense", "two": call + call, "not UTF-8": "\xff", "deep": strings.Repeat("[", 20_000), "null": "null", "an empty batch": "[]",
		"no version": `{"id":8,"method":"ping"}`, "id is a list": `{"jsonrpc":"2.0","id":[7],"method":"ping"}`,
		"too long": `{"jsonrpc":"` + strings.Repeat("x", 8*maxMCPText),
	} {
		t.Run(name, func(t *testing.T) {
			c := startLines(t)
			c.send(mcpInitialize, 1)
			go func() { _, _ = io.WriteString(c.in, call+"\n"+line+"\n") }() // which may never be read
			if m := c.answer(call); string(m.ID) != "7" || m.Error != nil {
				t.Errorf("got %v", m)
			}
			for m := range c.answers {
				t.Errorf("at the end: %v", m)
			}
			if c.err == nil {
				t.Error("the session ended without an error")
			}
		})
	}
}
