package agents

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

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
	session, err := server.Connect(t.Context(), &mcpTransport{in, out, s.log}, nil)
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
	case m.Error != nil && (m.Error.Message == "" || len(m.Error.Message) > 600):
		return errors.New("message")
	case m.Error != nil && m.Error.Code != mcp.CodeUnsupportedProtocolVersion && (m.Error.Code > -32600 || m.Error.Code < -32700):
		return errors.New("code")
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

// end closes the input, and returns the log.
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

// TestMCPLines checks the answers to lines that are not what the protocol has, after each of which
// the session goes on.
func TestMCPLines(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		list   = `"jsonrpc":"2.0","method":"tools/call","params":{"name":"list_tools","arguments":{"query":"read_file"}}`
		called = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":`
		nested = 20_000
	)
	for name, test := range map[string]struct {
		line string
		want string // ids and codes, or "result"
	}{
		"empty":                {"", ""},
		"blank":                {" \t\r", ""},
		"text":                 {"nonsense", "null -32700"},
		"half":                 {`{"jsonrpc":"2.0","id":7,"method":"ping"`, "null -32700"},
		"two":                  {`{"jsonrpc":"2.0","id":7,"method":"ping"}{"jsonrpc":"2.0","id":8,"method":"ping"}`, "null -32700"},
		"byte order mark":      {"\ufeff" + `{"jsonrpc":"2.0","id":7,"method":"ping"}`, "null -32700"},
		"not UTF-8":            {`{"jsonrpc":"2.0","id":7,"method":"p` + "\xff" + `ng"}`, "null -32700"},
		"control character":    {`{"jsonrpc":"2.0","id":7,"method":"ping` + "\x00" + `"}`, "null -32700"},
		"single quotes":        {`{'jsonrpc':'2.0','id':7,'method':'ping'}`, "null -32700"},
		"NaN":                  {`{"jsonrpc":"2.0","id":NaN,"method":"ping"}`, "null -32700"},
		"deep":                 {strings.Repeat("[", nested) + strings.Repeat("]", nested), "null -32700"},
		"deep parameters":      {called + `"list_tools","arguments":{"query":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}}`, "7 -32602"},
		"null":                 {`null`, "null -32600"},
		"a number":             {`1e400`, "null -32600"},
		"a string":             {`"ping"`, "null -32600"},
		"no members":           {`{}`, "null -32600"},
		"id alone":             {`{"jsonrpc":"2.0","id":7}`, "7 -32600"},
		"no version":           {`{"id":7,"method":"ping"}`, "7 -32600"},
		"version 1":            {`{"jsonrpc":"1.0","id":7,"method":"ping"}`, "7 -32600"},
		"version as a number":  {`{"jsonrpc":2.0,"id":7,"method":"ping"}`, "7 -32600"},
		"method null":          {`{"jsonrpc":"2.0","id":7,"method":null}`, "7 -32600"},
		"method is a list":     {`{"jsonrpc":"2.0","id":7,"method":["ping"]}`, "7 -32600"},
		"method unknown":       {`{"jsonrpc":"2.0","id":7,"method":"` + strings.Repeat("x", 5000) + `"}`, "7 -32601"},
		"method empty":         {`{"jsonrpc":"2.0","id":7,"method":""}`, "7 -32601"},
		"other case":           {`{"jsonrpc":"2.0","ID":7,"method":"ping"}`, ""},
		"id is an object":      {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, "null -32600"},
		"id is a list":         {`{"jsonrpc":"2.0","id":[7],"method":"ping"}`, "null -32600"},
		"id is null":           {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "null -32600"},
		"id is true":           {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, "null -32600"},
		"id is a fraction":     {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "null -32600"},
		"id is too large":      {`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, "null -32600"},
		"id is much too large": {`{"jsonrpc":"2.0","id":1e400,"method":"ping"}`, "null -32600"},
		"id is large":          {`{"jsonrpc":"2.0","id":-9007199254740991,"method":"ping"}`, "-9007199254740991 result"},
		"id as 7.0":            {`{"jsonrpc":"2.0","id":7.0,"method":"ping"}`, "7 result"},
		"id twice":             {`{"jsonrpc":"2.0","id":7,"id":8,"method":"ping"}`, "7 -32600"},
		"method twice":         {`{"jsonrpc":"2.0","id":7,"method":"ping","method":"ping"}`, "7 -32600"},
		"a parameter twice":    {called + `"list_tools","arguments":{"query":"a","query":"b"}}}`, "7 -32600"},
		"half a surrogate":     {called + `"validate_reply","arguments":{"reply":"\ud83d"}}}`, "7 result"},

		"an answer":             {`{"jsonrpc":"2.0","id":7,"result":{}}`, ""},
		"an error":              {`{"jsonrpc":"2.0","id":{},"error":{"code":1e400}}`, ""},
		"unknown notification":  {`{"jsonrpc":"2.0","method":"no/such","params":7}`, ""},
		"cancellation":          {`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`, ""},
		"cancellation of none":  {`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, ""},
		"cancellation with id":  {`{"jsonrpc":"2.0","id":7,"method":"notifications/cancelled","params":{"requestId":7}}`, "7 -32600"},
		"request without an id": {`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"panics"}}`, ""},
		"initialize again":      {strings.Replace(mcpInitialize, `"first"`, `7`, 1), "7 -32600"},
		"initialize with text":  {`{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":{}}}`, "7 -32602"},
		"initialize with null":  {`{"jsonrpc":"2.0","id":7,"method":"initialize","params":null}`, "7 -32600"},

		"no parameters":         {`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, "7 -32600"},
		"parameters null":       {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":null}`, "7 -32600"},
		"parameters a list":     {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}`, "7 -32602"},
		"parameters a string":   {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":"` + strings.Repeat("x", 5000) + `"}`, "7 -32602"},
		"name a number":         {called + `7}}`, "7 -32602"},
		"name null":             {called + `null}}`, "7 -32602"},
		"no such tool":          {called + `"` + strings.Repeat("x", 5000) + `"}}`, "7 -32602"},
		"meta a list":           {called + `"list_tools","_meta":[]}}`, "7 -32602"},
		"cursor":                {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"!"}}`, "7 -32602"},
		"arguments null":        {called + `"validate_reply","arguments": null }}`, "7 -32602"},
		"arguments null, again": {called + `"list_tools","arguments":null}}`, "7 -32602"},
		"arguments a list":      {called + `"list_tools","arguments": [] }}`, "7 -32602"},
		"arguments a string":    {called + `"list_tools","arguments":"x"}}`, "7 -32602"},
		"no arguments":          {called + `"list_tools"}}`, "7 result"},
		"a number too large":    {called + `"list_tools","arguments":{"query":1e400}}}`, "7 result"}, // with the reason
		"a tool that panics":    {called + `"panics"}}`, "7 -32603"},

		"an empty batch":          {`[]`, "null -32600"},
		"a batch of nonsense":     {`[1,null,[],{},[[]]]`, "null -32600, null -32600, null -32600, null -32600, null -32600"},
		"a batch":                 {`[{"id":7,` + list + `}, {"jsonrpc":"2.0","method":"no/such"}, {"jsonrpc":"2.0","id":7.5,"method":"ping"}]`, "7 result, null -32600"},
		"a batch with half of it": {`[{"id":7,` + list + `},`, "null -32700"},
		"a batch with two of one": {`[{"jsonrpc":"2.0","id":7,"method":"x","method":"y"},{"jsonrpc":"2.0","id":8,"method":"ping"}]`, "7 -32600, 8 result"},
	} {
		t.Run(name, func(t *testing.T) {
			c := startLines(t)
			c.send(mcpInitialize, 1)
			answers := 0
			if test.want != "" {
				answers = strings.Count(test.want, ",") + 1
			}
			var got []string
			for _, m := range c.send(test.line, answers) {
				if m.Error != nil {
					got = append(got, fmt.Sprintf("%s %d", m.ID, m.Error.Code))
				} else {
					got = append(got, string(m.ID)+" result")
				}
			}
			slices.Sort(got)
			if got := strings.Join(got, ", "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if log := c.end(); strings.Contains(log, "level=ERROR msg=panic") != strings.Contains(test.want, "-32603") {
				t.Errorf("logged %s", log)
			}
		})
	}
}

// TestMCPPending checks that of two messages with one id the second is refused with none, as long
// as the first is pending.
func TestMCPPending(t *testing.T) {
	t.Chdir(t.TempDir())
	c := startLines(t)
	c.send(mcpInitialize, 1)
	c.send(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"waits"}}`, 0)
	for _, line := range []string{`{"jsonrpc":"2.0","id":7,"method":"ping"}`, `{"id":7.0,"method":"ping"}`, `[{"jsonrpc":"2.0","id":7,"method":"ping"}]`} {
		if m := c.send(line, 1)[0]; string(m.ID) != "null" || m.Error == nil || m.Error.Code != -32600 {
			t.Errorf("%s: %v", line, m)
		}
	}
	for range 2 {
		if m := c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, 1)[0]; string(m.ID) != "7" {
			t.Errorf("got %v", m)
		}
		c.send(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"waits"}}`, 0) // the id is free
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, 1)
	c.end()
}

// TestMCPTooLarge checks that a line that is too long is answered without being kept.
func TestMCPTooLarge(t *testing.T) {
	c := startLines(t)
	part := strings.Repeat("x", 1<<20)
	for range maxMCPLine / len(part) {
		if _, err := io.WriteString(c.in, part); err != nil {
			t.Fatal(err)
		}
	}
	if m := c.send("x", 1)[0]; m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("got %v", m)
	}
	c.end()
}
