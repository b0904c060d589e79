package edits

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
)

// jsonMarks are what JSON is made of, and how it writes what calls are made of.
var jsonMarks = []string{
	`"`, `\`, `\\`, `\"`, `{`, `}`, `[`, `]`, `,`, `:`, "\n", "\n{", "\n[", `null`, `\u003ctool\u003e`, `\u003c/tool\u003e`, `<\/tool>`,
	`\ud83d`, `\ude00`, "\x00", `"messages":[`, `{"role":"assistant","content":"`, `"}`, `"role":"user",`, "\ufeff", "}\n{", `},` + "\n" + `{`,
	`"tool_use"`, `"tool_calls":[{`, `"tools": [` + "\n{", `"tool_calls":[],`, `"type":`, `"function_call"`, `"role":"system",`, "_", "tool",
	`{"stringValue":"[{\"type\":\"tool_call\"`, `\"type\":`, `\"tool_call\"`, `"type":"tool","tool":"`,
	`\u003cinvoke name=\"a\"\u003e`, `<invoke name=\"a\">`, `</invoke>`, `<tool_call>{\"name\":\"a\"`, `[TOOL_CALLS]a{`, "`",
}

// leaked are calls in the text formats of others.
var leaked = []string{
	"<invoke name=\"Bash\">\n<parameter name=\"command\">ls</parameter>\n</invoke>",
	"<tool_call>\n{\"name\": \"ls\", \"arguments\": {}}\n</tool_call>",
	"[TOOL_CALLS][{\"name\": \"ls\", \"arguments\": {}}]",
	"<function=ls>\n<parameter=path>\n.\n</parameter>\n</function>",
	"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>ls<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
	"`<invoke name=\"Bash\"></invoke>`",
}

// JSON draws a transcript of about size bytes: records on lines, a list, or an object
// with a list, each message of stretches of the source's texts.
func (s *Source) JSON(r *rand.Rand, size int) string {
	var messages []any
	for n := 0; n < size; {
		text := s.stretch(r, 200+r.IntN(400))
		if r.IntN(4) == 0 {
			text = s.call(r)
		}
		if r.IntN(6) == 0 {
			text += "\n" + leaked[r.IntN(len(leaked))]
		}
		n += len(text) + 40
		messages = append(messages, message(r, strings.ToValidUTF8(text, "\ufffd")))
	}
	switch r.IntN(5) {
	case 0:
		return marshal(r, messages, true)
	case 3:
		return marshal(r, map[string]any{"turns": messages, "x": "<tool>"}, true)
	case 1:
		return marshal(r, map[string]any{"model": "m", "messages": messages, "system": "Write <tool>."}, true)
	case 2:
		return marshal(r, map[string]any{"messages": messages}, false)
	}
	var b strings.Builder
	for _, m := range messages {
		b.WriteString(marshal(r, m, false))
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\n\n"}[r.IntN(5)])
	}
	return b.String()
}

// message draws how a message is recorded.
func message(r *rand.Rand, text string) any {
	role := []string{"assistant", "assistant", "assistant", "user", "system", "tool"}[r.IntN(6)]
	m := map[string]any{"role": role, "content": text}
	switch r.IntN(32) {
	case 29:
		m["tools"] = []any{map[string]any{"name": "ls"}}
	case 30:
		m["tool_calls"] = []any{map[string]any{"name": "ls"}}
	case 28:
		part := marshal(r, []any{map[string]any{"type": "tool_call"}}, false)
		return map[string]any{"kind": role, "value": map[string]any{"stringValue": part}, "note": part}
	case 27:
		return map[string]any{"parts": []any{map[string]any{"type": "tool", "tool": role}}, "text": text}
	case 31:
		m["tool_calls"] = []any{}
	case 0, 4, 5:
		m["content"] = []any{map[string]any{"type": "text", "text": text}, map[string]any{"type": "tool_use", "input": text}}
	case 1, 6, 7, 8:
		return map[string]any{"type": role, "uuid": "1", "message": m}
	case 2, 9, 10, 11:
		return map[string]any{"from": role, "args": marshal(r, m, false)}
	case 3, 12, 13, 14:
		return map[string]any{"kind": "event", "data": map[string]any{"deep": []any{text}}}
	}
	return m
}

// marshal writes a value as one of several programs does.
func marshal(r *rand.Rand, v any, indented bool) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(r.IntN(2) == 0)
	if indented && r.IntN(4) > 0 {
		encoder.SetIndent("", "  ")
	}
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
