package stats_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// A sample is a call with known facts.
type sample struct {
	text, tool, outcome, byTool, method, cause string
}

func block(tool, arguments string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>\n" + arguments + "\n</arguments>\n</tool>"
}

var samples = []sample{
	{text: block("read_file", "<path>a.go</path>"), tool: "read_file", outcome: stats.Runs, method: stats.Plain},
	{text: block("read_file", "<path>a&amp;b.go</path>"), tool: "read_file", outcome: stats.Runs, method: stats.Escapes},
	{text: block("write_file", "<path>a.go</path>\n<content><![CDATA[x && y]]></content>"), tool: "write_file", outcome: stats.Runs, method: stats.Sections},
	{text: block("write_file", "<path>a&amp;b.go</path>\n<content><![CDATA[x && y]]></content>"), tool: "write_file", outcome: stats.Runs, method: stats.Mixed},
	{text: block("read_file", "<path>a & b.go</path>"), tool: "read_file", outcome: stats.Repaired, method: stats.Plain},
	{text: block("write_file", "<path>a & b.go</path>\n<content><![CDATA[x && y]]></content>"), tool: "write_file", outcome: stats.Altered, method: stats.Sections, cause: "corrupted-cdata"},
	{text: block("write_file", "<path>a.go</path>\n<content>if a < b {</content>"), tool: "write_file", outcome: stats.Refused, method: stats.Plain, cause: "raw-less-than"},
	{text: block("no_such_tool", "<path>a.go</path>"), tool: "no_such_tool", outcome: stats.Refused, byTool: "unknown", method: stats.Plain, cause: "unknown-tool"},
	{text: block("read_file", "<path>a.go</path>\n<start_line>x</start_line>"), tool: "read_file", outcome: stats.Refused, byTool: "refuses", method: stats.Plain, cause: "type-mismatch"},
}

// A message is a message of a transcript with known facts.
type message struct {
	role, content, model, day string
	call                      *sample
	result                    string
}

// A talk is a session.
type talk struct {
	prompt   string
	messages []message
}

// newTalk generates a session. The agent may retry calls that fail.
func newTalk(r *rand.Rand) talk {
	t := talk{prompt: fmt.Sprintf("You are agent %d. Write <tool> blocks.", r.IntN(4))}
	model, day := fmt.Sprintf("model-%d", r.IntN(3)), fmt.Sprintf("2026-11-%02d", 1+r.IntN(28))
	for range 1 + r.IntN(8) {
		t.messages = append(t.messages, message{role: "user", content: "Go on \"now\".\n", model: model, day: day})
		m := message{role: "assistant", content: "Well, \\ that is all.", model: model, day: day}
		if r.IntN(3) > 0 {
			m.call = &samples[r.IntN(len(samples))]
			m.content = "I do it.\n\n" + m.call.text
		}
		if m.call != nil && r.IntN(2) == 0 {
			m.result = []string{stats.OK, stats.Failed}[r.IntN(2)]
		}
		t.messages = append(t.messages, m)
		if m.result != "" {
			answer := "12 lines"
			if m.result == stats.Failed {
				answer = "Error: no such file"
			}
			t.messages = append(t.messages, message{role: "tool", content: answer})
		}
	}
	return t
}

// line returns the session as a line of its own.
func (t *talk) line() string {
	type entry struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	list := []entry{{"system", t.prompt}}
	for _, m := range t.messages {
		list = append(list, entry{m.role, m.content})
	}
	return encoded(map[string]any{"messages": list, "model": t.messages[0].model, "created_at": t.messages[0].day + "T10:00:00Z"})
}

// file returns the session as a file with one message per line.
func (t *talk) file() string {
	var b strings.Builder
	b.WriteString(encoded(map[string]any{"role": "system", "content": t.prompt}))
	for _, m := range t.messages {
		record := map[string]any{"role": m.role, "content": m.content}
		if m.role == "assistant" {
			record["model"], record["timestamp"] = m.model, m.day+"T23:59:59.5Z"
		}
		b.WriteString(encoded(record))
	}
	return b.String()
}

func encoded(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}
