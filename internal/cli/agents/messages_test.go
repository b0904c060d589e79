package agents

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/entrhq/forge-lsp/internal/test/metamodel"
)

var messageCount = flag.Int("messages", 130, "how many messages TestMCPMessages sends")

// messagesPerSession is the number of messages in one session of TestMCPMessages.
const messagesPerSession = 100

// TestMCPMessages checks that, whatever a client sends, each request is answered once and the
// session goes on, also after a tool has panicked.
//
//	go test ./cmd/forge-lsp -run TestMCPMessages -messages 10000
func TestMCPMessages(t *testing.T) {
	t.Chdir(t.TempDir())
	count := map[string]int{}
	for session, sent := 0, 0; sent < *messageCount && !t.Failed(); session++ {
		t.Run(fmt.Sprint(session), func(t *testing.T) {
			s := &mcpSending{
				mcpLines: startLines(t), count: count,
				Random: new(metamodel.Model).NewRandom(rand.New(rand.NewPCG(37, uint64(session))), mcpTexts, []string{"file:///a"}),
			}
			if s.IntN(4) > 0 {
				s.send(mcpInitialize, 1)
			}
			for range messagesPerSession {
				s.step()
			}
			if panics := strings.Count(s.end(), "msg=panic"); panics != s.panics {
				t.Errorf("%d panics logged, %d answers", panics, s.panics)
			}
		})
		sent += messagesPerSession
	}
	t.Logf("%v", count)
}

var mcpTexts = []string{
	"", "a", "id", "jsonrpc", "params", "method", "arguments", "reply", "kind", "document", "call", "rule", "query", "tool",
	"_meta", "read_file", "corrupted-cdata", "cdata", "list_tools", "fix_call", "panics", "2.0", "\x00", "é😀", "<tool>",
	"&", mcpCallOf("a & b"), "2025-03-26", "io.modelcontextprotocol/protocolVersion", "2026-07-28",
}

// mcpMethods are the methods of the protocol, with parameters.
var mcpMethods = []string{
	`"ping"`, `"tools/list","params":{"cursor":"YQ=="}`, `"tools/list"`, `"logging/setLevel","params":{"level":"debug"}`,
	`"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"t","version":"1"}}`,
	`"server/discover","params":{"_meta":` + mcpMeta + `}`, `"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":` + mcpMeta + `}`,
	`"prompts/list"`, `"prompts/get","params":{"name":"a","arguments":{"b":"c"}}`, `"resources/list"`, `"resources/templates/list"`,
	`"resources/read","params":{"uri":"file:///a"}`, `"resources/subscribe","params":{"uri":"file:///a"}`, `"resources/unsubscribe","params":{"uri":"file:///a"}`,
	`"completion/complete","params":{"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":"c"},"context":{"arguments":{}}}`,
	`"notifications/initialized"`, `"notifications/cancelled","params":{"requestId":1,"reason":"b"}`, `"notifications/roots/list_changed"`,
	`"notifications/progress","params":{"progressToken":1,"progress":0.5,"total":1,"message":"a"}`, `"no/such","params":{}`,
}

const mcpMeta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},` +
	`"io.modelcontextprotocol/clientCapabilities":{"roots":{}},"io.modelcontextprotocol/logLevel":"debug","progressToken":7}`

// mcpCalled are the parameters of calls.
var mcpCalled = []string{
	`{"name":"validate_reply","arguments":{"reply":"<tool>a & b","kind":"reply"}}`, `{"name":"fix_call","arguments":{"call":"<tool>"}}`,
	`{"name":"example_call","arguments":{"tool":"read_file","server":"local","all":true,"values":"cdata"}}`,
	`{"name":"explain_rule","arguments":{"rule":"corrupted-cdata"}}`, `{"name":"list_tools","arguments":{"query":"file"}}`,
	`{"name":"list_tools","arguments":null}`, `{"name":"panics","arguments":{}}`,
	`{"name":"list_tools","arguments":{"query":"a"},"_meta":` + mcpMeta + `,"inputResponses":{"a":{"action":"accept","content":{}}},"requestState":"a"}`,
}

// mcpSending is a session that receives random messages.
type mcpSending struct {
	*mcpLines
	*metamodel.Random
	id     int // of the last request
	panics int
	count  map[string]int
}

// step sends a line.
func (s *mcpSending) step() {
	var line []byte
	switch n := s.IntN(10); {
	case n < 2:
		s.count["bytes"]++
		line = s.spoilBytes(s.encode(s.message()))
	case n < 3:
		s.count["batch"]++
		list := []any{}
		for range s.IntN(4) {
			list = append(list, s.message())
		}
		line = s.encode(list)
	default:
		s.count["message"]++
		line = s.encode(s.message())
	}
	ids := mcpAnswers(line)
	for i, m := range s.send(string(line), len(ids)) {
		s.count["answer"]++
		if m.Error != nil {
			s.count[fmt.Sprint(m.Error.Code)]++
			if m.Error.Code == -32603 {
				s.panics++
			}
		}
		if len(ids) == 1 && ids[i] != "" && ids[i] != mcpID(m.ID) {
			s.Errorf("%v to %s", m, line)
		}
		if m.Error != nil && m.Error.Code == -32603 && !bytes.Contains(line, []byte("panics")) {
			s.Errorf("%v to %s", m, line)
		}
	}
}

func (s *mcpSending) encode(v any) []byte {
	line, err := json.Marshal(v)
	if err != nil {
		s.Fatal(err)
	}
	return line
}

// message returns a message, which may be spoiled.
func (s *mcpSending) message() any {
	method := mcpMethods[s.IntN(len(mcpMethods))]
	if s.IntN(2) == 0 {
		method = `"tools/call","params":` + mcpCalled[s.IntN(len(mcpCalled))]
	}
	var m map[string]any
	if err := json.Unmarshal([]byte(`{"jsonrpc":"2.0","method":`+method+`}`), &m); err != nil {
		s.Fatal(err)
	}
	if !strings.HasPrefix(method, `"notifications/`) {
		s.id++
		if m["id"] = any(s.id); s.IntN(3) == 0 {
			m["id"] = fmt.Sprintf("é-%d", s.id)
		}
	}
	for range s.IntN(3) {
		if m["params"] == nil || s.IntN(3) == 0 {
			spoiled, ok := s.Spoil(m).(map[string]any)
			if !ok {
				return spoiled
			}
			m = spoiled
		} else {
			m["params"] = s.Spoil(m["params"])
		}
	}
	return m
}

// spoilBytes changes a few bytes of a line.
func (s *mcpSending) spoilBytes(line []byte) []byte {
	for range 1 + s.IntN(3) {
		at := s.IntN(len(line) + 1)
		to := min(len(line), at+s.IntN(12))
		var by []byte
		switch s.IntN(4) {
		case 0: // removed
		case 1: // twice
			by = bytes.Repeat(line[at:to], 2)
		case 2:
			by = []byte{"\xff\x00\"{}[]:,\\ 0e"[s.IntN(13)]}
		case 3:
			by = []byte([]string{`null`, `1e999`, `"id":{},`, `{"id":1}`, `\ud800`, `123456789012345678901234567890`, `,"method":"ping"`, "\xed\xa0\x80"}[s.IntN(8)])
		}
		line = append(append(bytes.Clone(line[:at]), by...), line[to:]...)
	}
	return line
}

// mcpAnswers returns the expected ids of the answers to a line, "" for any.
func mcpAnswers(line []byte) (ids []string) {
	switch line = bytes.TrimSpace(line); {
	case len(line) == 0:
		return nil
	case !utf8.Valid(line) || !json.Valid(line):
		return []string{"null"}
	}
	var members []json.RawMessage
	if json.Unmarshal(line, &members) != nil || len(members) == 0 {
		members = []json.RawMessage{line}
	}
	for _, member := range members {
		var m map[string]json.RawMessage
		if json.Unmarshal(member, &m) != nil {
			ids = append(ids, "null")
			continue
		}
		if !jsontext.Value(member).IsValid(jsontext.AllowInvalidUTF8(true)) { // a name twice
			ids = append(ids, "")
			continue
		}
		var method, version any
		_ = json.Unmarshal(m["method"], &method)
		_ = json.Unmarshal(m["jsonrpc"], &version)
		_, isString := method.(string)
		switch {
		case m["method"] == nil && (m["result"] != nil || m["error"] != nil):
		case m["id"] == nil && isString && version == "2.0":
		default:
			ids = append(ids, mcpID(m["id"]))
		}
	}
	return ids
}

// mcpID returns the id of an answer to a request with an id.
func mcpID(raw json.RawMessage) string {
	var id any
	if json.Unmarshal(raw, &id) == nil {
		switch v := id.(type) {
		case string:
			text, _ := json.Marshal(v)
			return string(text)
		case float64:
			if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
				return fmt.Sprintf("%d", int64(v))
			}
		}
	}
	return "null"
}
