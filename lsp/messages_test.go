package lsp

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/metamodel"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

var (
	messageCount = flag.Int("messages", 700, "how many messages TestMessages sends")
	messagesFrom = flag.Int("messages-from", 0, "the first session of TestMessages")
)

// messagesPerSession is the number of messages in one session of TestMessages.
const messagesPerSession = 250

// TestMessages checks that, whatever a client sends, each request is answered once,
// everything that the server sends conforms to the meta model, and shutdown is answered.
// It draws messages of all methods that a client can send, for clients of all kinds:
// well-typed ones, ones with errors in the parameters or in the envelope, batches of
// them, and bytes that are not messages, among edits and cancellations, after a handler has
// panicked.
//
//	go test ./lsp -run TestMessages -messages 100000
//
// sends more; -messages-from 17 -messages 1 repeats those of session 17.
func TestMessages(t *testing.T) {
	model, err := metamodel.Load()
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for session, sent := *messagesFrom, 0; sent < *messageCount && !t.Failed(); session++ {
		t.Run(fmt.Sprint(session), func(t *testing.T) {
			s := startSending(t, model, session)
			for range messagesPerSession {
				s.step()
			}
			s.end()
			for kind, n := range s.count {
				count[kind] += n
			}
		})
		sent += messagesPerSession
	}
	t.Logf("%v", count)
}

// sending is a session that receives random messages.
type sending struct {
	*testClient
	*metamodel.Random
	model   *metamodel.Model
	methods []*metamodel.Message
	known   []*metamodel.Message // those that the server supports
	uris    []string
	version int
	next    int             // number of the next id
	waiting map[string]bool // ids of requests, as JSON, whose answers were not seen
	held    []any           // of those that are answered when something changes, or never
	nobody  int             // number of expected errors without an id
	ids     []any           // of requests
	count   map[string]int
}

func startSending(t *testing.T, model *metamodel.Model, session int) *sending {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"forge-lsp.toml": "[rules]\nunescaped-ampersand = \"warning\"\n", ".git/HEAD": ""})
	s := &sending{model: model, waiting: map[string]bool{}, count: map[string]int{}}
	s.uris = []string{uriOf(dir, "a.md"), uriOf(dir, "b.xml"), uriOf(dir, "c d/é.log"), "untitled:Untitled-1"}
	texts := []string{
		"", "\n", "&", "a", "é😀\r\n", "</tool>", "<tool>", "<![CDATA[", "]]>", "forge", "utf-8", "uri", "text", "text/x",
		"<!-- forge-lsp-disable-next-line -->", inCall("a & b < c"), realText, "```xml\n" + inCall("x") + "```\n",
	}
	s.Random = model.NewRandom(rand.New(rand.NewPCG(13, uint64(session))), texts, append(s.uris, uriOf(dir, ""), "https://x/y", "file:///"))
	s.methods = slices.DeleteFunc(model.Sent(), func(m *metamodel.Message) bool {
		return slices.Contains([]string{"shutdown", "exit"}, m.Method)
	})
	opts := onDisk(time.Hour)
	known := newServer(t.Context(), silent(), opts).routes
	for _, m := range s.methods {
		if known[m.Method] != nil {
			s.known = append(s.known, m)
		}
	}
	opts.routes = map[string]route{"test/panics": func(context.Context, jsonrpc2.RawMessage) (any, error) { panic("on purpose") }}
	s.testClient = connect(t, opts)
	s.Tolerate("expected a URI with a scheme") // the text with which a document was opened is sent back

	// A client with random capabilities, or of unknown kind. They are not always valid.
	capabilities := s.Reference("ClientCapabilities")
	if s.IntN(4) == 0 {
		capabilities = s.Spoil(capabilities)
	}
	mode := []string{"workspace", "open-files"}[s.IntN(2)]
	s.send(map[string]any{"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": map[string]any{
		"processId": nil, "rootUri": uriOf(dir, ""), "capabilities": capabilities,
		"initializationOptions": map[string]any{"diagnostic-mode": mode},
	}})
	s.settle()
	s.Notify("initialized", `{}`)
	wantError(t, s.Call("test/panics", `{}`), internalError) // which nothing below is affected by
	for _, uri := range s.uris {
		s.Open(uri, "markdown", 0, texts[s.IntN(len(texts))])
	}
	return s
}

// send sends a message, or a list of them, and records the expected answers.
func (s *sending) send(message any) {
	body, err := json.Marshal(message)
	if err != nil {
		s.T.Fatal(err)
	}
	if list, ok := message.([]any); ok && len(list) > 0 {
		for _, m := range list {
			s.expect(m)
		}
	} else {
		s.expect(message)
	}
	s.Frame(string(body))
}

// expect records the expected answer to a message.
func (s *sending) expect(message any) {
	m, ok := message.(map[string]any)
	if !ok {
		s.nobody++
		return
	}
	_, isString := m["method"].(string)
	_, hasID := m["id"]
	_, answers := m["result"]
	right := isString && m["jsonrpc"] == "2.0" && !answers
	switch id := m["id"].(type) {
	case string, int:
		if m["method"] != nil {
			text, _ := json.Marshal(id)
			s.waiting[string(text)] = true
			if m["method"] == "workspace/diagnostic" {
				s.held = append(s.held, id)
			}
			return
		}
		if !answers || m["jsonrpc"] != "2.0" {
			s.nobody++
		}
	default:
		if !right || hasID {
			s.nobody++
		}
	}
}

// step sends something.
func (s *sending) step() {
	switch n := s.IntN(100); {
	case n < 4:
		s.count["bytes"]++
		s.nobody++
		s.Frame([]string{"", "{", "nonsense", `{"jsonrpc":"2.0","id":1,"method":"x"`, `{"a":"` + "\x00" + `"}`}[s.IntN(5)])
	case n < 10:
		s.count["batch"]++
		list := []any{}
		for range s.IntN(5) {
			list = append(list, s.message())
		}
		if s.IntN(4) == 0 {
			list = append(list, []any{nil, 7, "x", []any{}}[s.IntN(4)])
		}
		s.send(list)
	case n < 20:
		s.count["cancel"]++
		if len(s.ids) > 0 {
			s.send(map[string]any{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": map[string]any{"id": s.ids[max(0, len(s.ids)-1-s.IntN(5))]}})
		}
	case n < 35:
		s.count["edit"]++
		s.edit()
	default:
		s.send(s.message())
	}
	if s.IntN(50) == 0 {
		s.settle()
	}
}

// edit edits a document like an editor, whatever was done to it before.
func (s *sending) edit() {
	uri := s.uris[s.IntN(len(s.uris))]
	s.version++
	text := s.Texts[s.IntN(len(s.Texts))]
	if s.IntN(20) == 0 {
		s.NotifyOdd("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(uri)+`}}`)
		s.Open(uri, "markdown", s.version, text)
		return
	}
	if s.IntN(10) == 0 { // so that it does not grow
		s.Change(uri, s.version, wire.Whole(text))
		return
	}
	line, column := s.IntN(12), s.IntN(40)
	s.Change(uri, s.version, wire.Part(line, column, line+s.IntN(2), column+s.IntN(4), text))
}

// message returns a message.
func (s *sending) message() map[string]any {
	method := s.methods[s.IntN(len(s.methods))]
	if s.IntN(5) > 1 {
		method = s.known[s.IntN(len(s.known))]
	}
	s.count[method.Method]++
	m := map[string]any{"jsonrpc": "2.0", "method": method.Method}
	if method.Params != nil {
		m["params"] = s.Value(method.Params)
		if s.IntN(3) == 0 {
			s.count["spoiled"]++
			m["params"] = s.Spoil(m["params"])
		}
	}
	if method.IsRequest() {
		s.next++
		m["id"] = any(s.next)
		if s.IntN(3) == 0 {
			m["id"] = fmt.Sprintf("é-%d", s.next)
		}
		s.ids = append(s.ids, m["id"])
	}
	if s.IntN(12) == 0 {
		s.count["envelope"]++
		s.spoilEnvelope(m)
	}
	return m
}

// spoilEnvelope makes a message invalid in itself, or an answer without a request.
func (s *sending) spoilEnvelope(m map[string]any) {
	switch s.IntN(6) {
	case 0:
		delete(m, "jsonrpc")
	case 1:
		m["jsonrpc"] = "1.0"
	case 2:
		m["method"] = 7
	case 3:
		m["id"] = []any{nil, 1.5, true, []any{}, map[string]any{}}[s.IntN(5)]
	case 4:
		m["result"] = s.IntN(2)
	case 5:
		delete(m, "method")
		delete(m, "params")
		m["result"] = nil
		m["id"] = "nobody asked"
	}
}

// settle waits until everything is answered, and answers the server's requests.
func (s *sending) settle() {
	s.T.Helper()
	for _, id := range s.held {
		s.send(map[string]any{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": map[string]any{"id": id}})
	}
	s.held = nil
	s.next++
	s.send(map[string]any{"jsonrpc": "2.0", "id": s.next, "method": "no/such"})
	missing := s.nobody
	s.Await(fmt.Sprintf("answers to %v, and %d without an id", s.waiting, missing), func(m wire.Message) bool {
		if m.Method == "" {
			if string(m.ID) == "null" {
				s.nobody--
			}
			delete(s.waiting, string(m.ID))
		}
		return len(s.waiting) == 0 && s.nobody <= 0
	})
	if s.nobody < 0 {
		s.T.Errorf("%d errors without an id to %d messages", missing-s.nobody, missing)
	}
	for _, m := range s.All() {
		if m.Method != "" && len(m.ID) > 0 {
			s.reply(m)
		}
	}
	s.Forget(func(wire.Message) bool { return true })
}

// reply answers a request of the server, usually correctly.
func (s *sending) reply(m wire.Message) {
	s.count["reply"]++
	answer := map[string]any{"jsonrpc": "2.0", "id": m.ID}
	result := s.Value(s.model.Method(m.Method).Result)
	switch s.IntN(5) {
	case 0:
		answer["error"] = map[string]any{"code": -32603, "message": "no"}
	case 1:
		answer["result"] = s.Spoil(result)
	default:
		answer["result"] = result
	}
	body, err := json.Marshal(answer)
	if err != nil {
		s.T.Fatal(err)
	}
	s.Frame(string(body))
}

// end shuts the server down.
func (s *sending) end() {
	s.T.Helper()
	s.settle()
	if m := s.Call("shutdown", `null`); m.Error != nil {
		s.T.Errorf("shutdown: %v", m)
	}
	for range 5 {
		m := s.message()
		delete(m, "result")
		s.send(m)
	}
	s.settle()
	s.Notify("exit", `null`)
	if code := s.exit(); code != 0 || s.err != nil {
		s.T.Errorf("exit code %d, %v", code, s.err)
	}
	if s.nobody != 0 || len(s.waiting) > 0 {
		s.T.Errorf("at the end: %d errors without an id, %v", s.nobody, s.waiting)
	}
}
