package agents

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

var messageCount = flag.Int("messages", 130, "how many messages TestMCPMessages sends")

// messagesPerSession is the number of messages in one session of TestMCPMessages.
const messagesPerSession = 100

// TestMCPMessages checks that each request is answered once, also after a tool has panicked, and that
// whatever else a client sends, also bytes that are not messages, the session goes on or ends: nothing
// is answered twice, and nothing panics but that tool.
//
//	go test ./internal/cli/agents -run TestMCPMessages -messages 10000
func TestMCPMessages(t *testing.T) {
	t.Chdir(t.TempDir())
	for session, sent := 0, 0; sent < *messageCount && !t.Failed(); session++ {
		t.Run(fmt.Sprint(session), func(t *testing.T) {
			s := &mcpSending{mcpLines: startLines(t), Rand: rand.New(rand.NewPCG(37, uint64(session))), waiting: map[string]bool{}}
			s.run(session%2 == 1)
		})
		sent += messagesPerSession
	}
}

// mcpMethods are messages of the protocol, with parameters.
var mcpMethods = []string{
	`"ping"`, `"tools/list"`, `"tools/list","params":{"cursor":"YQ=="}`, `"logging/setLevel","params":{"level":"debug"}`,
	`"prompts/list"`, `"resources/list"`, `"resources/read","params":{"uri":"file:///a"}`, `"no/such","params":{}`,
	`"completion/complete","params":{"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":"c"}}`,
	`"notifications/initialized"`, `"notifications/roots/list_changed"`,
	`"notifications/progress","params":{"progressToken":1,"progress":0.5,"total":1,"message":"a"}`,
	`"tools/call","params":{"name":"validate_reply","arguments":{"reply":"<tool>a & b","kind":"reply"}}`,
	`"tools/call","params":{"name":"fix_call","arguments":{"call":"<tool>"}}`,
	`"tools/call","params":{"name":"example_call","arguments":{"tool":"read_file","server":"local","all":true,"values":"cdata"}}`,
	`"tools/call","params":{"name":"explain_rule","arguments":{"rule":"corrupted-cdata"}}`,
	`"tools/call","params":{"name":"list_tools","arguments":{"query":"file"}}`,
	`"tools/call","params":{"name":"list_tools","arguments":null}`,
	`"tools/call","params":{"name":"panics","arguments":{}}`,
}

// mcpSending is a session that receives random messages.
type mcpSending struct {
	*mcpLines
	*rand.Rand
	waiting map[string]bool // ids of requests without an answer

	panics int // of a tool, that were answered
}

// run sends messages, of which some are spoiled if hostile is set, and compares the answers.
func (s *mcpSending) run(hostile bool) {
	var lines strings.Builder
	lines.WriteString(mcpInitialize + "\n")
	s.waiting[`"first"`] = true
	for id := range messagesPerSession {
		method := mcpMethods[s.IntN(len(mcpMethods))]
		line := `{"jsonrpc":"2.0","method":` + method + `}`
		if !strings.HasPrefix(method, `"notifications/`) {
			s.waiting[fmt.Sprint(id)] = true
			line = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%s}`, id, method)
		}
		if hostile && s.IntN(20) == 0 {
			line = string(s.spoiled([]byte(line)))
		}
		lines.WriteString(line + "\n")
	}
	go func() {
		_, _ = io.WriteString(s.in, lines.String()) // of which the rest is not read if the session ends
		s.in.Close()
	}()
	for m := range s.answers {
		if m.Error != nil && m.Error.Code == -32603 {
			s.panics++
		}
		if !hostile && !s.waiting[string(m.ID)] {
			s.Errorf("nobody waits for %v", m)
		}
		delete(s.waiting, string(m.ID))
	}
	if !hostile && (len(s.waiting) > 0 || s.err != nil) {
		s.Errorf("%d requests are not answered, and the session ended with %v", len(s.waiting), s.err)
	}
	if panics := strings.Count(s.log.String(), "msg=panic"); panics < s.panics || !hostile && panics > s.panics {
		s.Errorf("%d panics logged, %d answers", panics, s.panics)
	}
}

// spoiled changes a few bytes of a line.
func (s *mcpSending) spoiled(line []byte) []byte {
	for range 1 + s.IntN(3) {
		at := s.IntN(len(line) + 1)
		to := min(len(line), at+s.IntN(12))
		by := [][]byte{
			nil, bytes.Repeat(line[at:to], 2),
			{"\xff\x00\"{}[]:,\\ 0e"[s.IntN(13)]},
			[]byte("null"), []byte("1e999"), []byte(`"id":{},`),
			[]byte(`{"id":1}`), []byte(`\ud800`), []byte(`123456789012345678901234567890`), []byte(`,"method":"ping"`), []byte("\xed\xa0\x80"),
		}[s.IntN(11)]
		line = append(append(bytes.Clone(line[:at]), by...), line[to:]...)
	}
	return line
}
