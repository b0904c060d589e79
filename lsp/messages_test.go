package lsp

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/entrhq/forge-lsp/internal/test/disk"
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
// It sends messages of all its methods, for clients that can do much or little, with parameters
// that are mostly right, or spoiled in a place, with errors in the envelope, and bytes
// and batches that are not messages, among edits and cancellations, after a handler has panicked.
//
//	go test ./lsp -run TestMessages -messages 100000
//
// sends more; -messages-from 17 -messages 1 repeats those of session 17.
func TestMessages(t *testing.T) {
	count := map[string]int{}
	for session, sent := *messagesFrom, 0; sent < *messageCount && !t.Failed(); session++ {
		t.Run(fmt.Sprint(session), func(t *testing.T) {
			s := startSending(t, session)
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
	*rand.Rand
	methods []string
	texts   []string
	uris    []string
	version int
	next    int             // number of the next id
	waiting map[string]bool // ids of requests, as JSON, whose answers were not seen
	nobody  int             // number of expected errors without an id
	ids     []any           // of requests
	count   map[string]int
}

func startSending(t *testing.T, session int) *sending {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"forge-lsp.toml": "[rules]\nunescaped-ampersand = \"warning\"\n", ".git/HEAD": ""})
	s := &sending{Rand: rand.New(rand.NewPCG(13, uint64(session))), waiting: map[string]bool{}, count: map[string]int{}}
	s.uris = []string{uriOf(dir, "a.md"), uriOf(dir, "b.xml"), uriOf(dir, "c d/é.log"), "untitled:Untitled-1"}
	s.texts = []string{
		"", "\n", "&", "a", "é😀\r\n", "</tool>", "<tool>", "<![CDATA[", "]]>", "forge", "utf-8", "uri", "text", "text/x",
		"<!-- forge-lsp-disable-next-line -->", inCall("a & b < c"), realText, "```xml\n" + inCall("x") + "```\n",
	}
	opts := onDisk(time.Hour)
	for method := range newServer(t.Context(), opts).routes {
		if method != "shutdown" && method != "exit" {
			s.methods = append(s.methods, method)
		}
	}
	s.methods = append(s.methods, "no/such", "textDocument/moniker", "$/unknown")
	slices.Sort(s.methods)
	opts.routes = map[string]route{"test/panics": func(context.Context, jsonrpc2.RawMessage) (any, error) { panic("on purpose") }}
	s.testClient = connect(t, opts)
	s.Tolerate("is not valid uri") // the text with which a document was opened is sent back

	// A client with many capabilities or none, which are not always valid.
	var capabilities any
	if err := json.Unmarshal([]byte([]string{ableClient, `{}`}[s.IntN(2)]), &capabilities); err != nil {
		t.Fatal(err)
	}
	if s.IntN(4) == 0 {
		capabilities = s.spoil(capabilities)
	}
	s.send(map[string]any{"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": map[string]any{"processId": nil, "rootUri": uriOf(dir, ""), "capabilities": capabilities}})
	s.settle()
	s.Notify("initialized", `{}`)
	wantError(t, s.Call("test/panics", `{}`), internalError) // which nothing below is affected by
	for _, uri := range s.uris {
		s.Open(uri, "markdown", 0, s.text())
	}
	return s
}

// send sends a message, or a list of them, which is none, and records the expected answer.
func (s *sending) send(message any) {
	body, err := json.Marshal(message)
	if err != nil {
		s.T.Fatal(err)
	}
	s.expect(message)
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
	text := s.text()
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
	s.count[method]++
	m := map[string]any{"jsonrpc": "2.0", "method": method, "params": s.params()}
	if s.IntN(3) == 0 {
		s.count["spoiled"]++
		m["params"] = s.spoil(m["params"])
	}
	if !isNotification(method) {
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

// isNotification reports whether a method is answered by nothing.
func isNotification(method string) bool {
	name := path.Base(method)
	return strings.HasPrefix(method, "$/") || strings.HasPrefix(name, "did") || name == "initialized"
}

func (s *sending) text() string { return s.texts[s.IntN(len(s.texts))] }

func (s *sending) place() map[string]any {
	return map[string]any{"line": s.IntN(12), "character": s.IntN(40)}
}

// params returns parameters that have what any method reads.
func (s *sending) params() any {
	uri, text := s.uris[s.IntN(len(s.uris))], s.text()
	around := map[string]any{"start": s.place(), "end": s.place()}
	folder := []any{map[string]any{"uri": s.uris[0], "name": "a"}}
	command := []string{commandShowReceived, commandShowChange, commandShowProblem}[s.IntN(3)] // others wait for the client
	return map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": "markdown", "version": s.version, "text": text},
		"position":     s.place(), "range": around, "newName": "a", "ch": ">", "only": "", "limit": 10, "text": 0, "value": "verbose",
		"options": map[string]any{"tabSize": 2, "insertSpaces": true}, "previousResultId": "1",
		"context":        map[string]any{"diagnostics": []any{}, "only": []any{"quickfix", "source"}[:s.IntN(3)], "triggerKind": 1},
		"contentChanges": []any{map[string]any{"range": around, "text": text}, map[string]any{"text": text}}[s.IntN(2):],
		"command":        command, "arguments": []any{map[string]any{"uri": uri, "position": s.place()}},
		"settings": map[string]any{"forge": map[string]any{"profile": "strict", "rules": map[string]any{"empty-call": "off"}}},
		"files":    []any{map[string]any{"uri": uri, "oldUri": uri, "newUri": s.uris[0]}}, "changes": []any{map[string]any{"uri": uri, "type": 2}},
		"event": map[string]any{"added": folder, "removed": folder}, "processId": nil, "rootUri": nil, "capabilities": map[string]any{},
		"title": "t", "label": "l", "data": map[string]any{"uri": uri, "text": s.IntN(9), "call": 0, "tool": "read_file"},
	}
}

// anything returns a JSON value.
func (s *sending) anything() any {
	return []any{nil, true, 0, -1, 1.5, 1e300, 1 << 40, json.Number("1.0"), s.text(), []any{s.text()}, map[string]any{s.text(): s.text()}, []any{}}[s.IntN(12)]
}

// spoil returns a value with a change in one place: something else, or a member or an item removed. It
// may modify its argument.
func (s *sending) spoil(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if names := slices.Sorted(maps.Keys(v)); len(names) > 0 && s.IntN(8) > 0 {
			name := names[s.IntN(len(names))]
			if v[name] = s.spoil(v[name]); s.IntN(6) == 0 {
				delete(v, name)
			}
			return v
		}
	case []any:
		if len(v) > 0 && s.IntN(8) > 0 {
			i := s.IntN(len(v))
			v[i] = s.spoil(v[i])
			return v
		}
	}
	return s.anything()
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
	if s.IntN(5) == 0 {
		answer["error"] = map[string]any{"code": -32603, "message": "no"}
	} else {
		answer["result"] = []any{nil, map[string]any{"applied": true}, s.anything()}[s.IntN(3)]
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
