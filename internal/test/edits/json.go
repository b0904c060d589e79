package edits

import (
	"bytes"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"strings"
)

// jsonMarks are the tokens of JSON, and its encodings of the tokens of calls.
var jsonMarks = []string{
	`"`, `\`, `\\`, `\"`, `{`, `}`, `[`, `]`, `,`, `:`, "\n", "\n{", "\n[", `null`, `\u003ctool\u003e`, `\u003c/tool\u003e`, `<\/tool>`,
	`\ud83d`, `\ude00`, "\x00", `"messages":[`, `{"role":"assistant","content":"`, `"}`, `"role":"user",`, "\ufeff", "}\n{", `},` + "\n" + `{`,
	`"tool_use"`, `"tool_calls":[{`, `"tools": [` + "\n{", `"tool_calls":[],`, `"type":`, `"function_call"`, `"role":"system",`, "_", "tool",
	`{"stringValue":"[{\"type\":\"tool_call\"`, `\"type\":`, `\"tool_call\"`, `"type":"tool","tool":"`,
	`,{`, `]}`, `[{`, `}]`, `,,`, `},{"role":"user","content":"`, `"},{"role":"assistant","content":"<tool>`, `{"role"`, `"messages": [`, `\u`, "\r",
	`\u003cinvoke name=\"a\"\u003e`, `<invoke name=\"a\">`, `</invoke>`, `<tool_call>{\"name\":\"a\"`, `[TOOL_CALLS]a{`, "`",
}

// leaked are calls in other text formats.
var leaked = []string{
	"<invoke name=\"Bash\">\n<parameter name=\"command\">ls</parameter>\n</invoke>",
	"<tool_call>\n{\"name\": \"ls\", \"arguments\": {}}\n</tool_call>",
	"[TOOL_CALLS][{\"name\": \"ls\", \"arguments\": {}}]",
	"<function=ls>\n<parameter=path>\n.\n</parameter>\n</function>",
	"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>ls<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
	"`<invoke name=\"Bash\"></invoke>`",
}

// JSON draws a transcript of about size bytes: records on lines, or a document in one of
// several formats, often on a single line; each message of stretches of the source's texts.
func (s *Source) JSON(r *rand.Rand, size int) string {
	if r.IntN(3) == 0 {
		return s.jsonLines(r, size)
	}
	shape := documents[r.IntN(len(documents))]
	var list []any
	for role, text := range s.jsonTexts(r, size) {
		list = append(list, shape.item(r, role, text))
	}
	return marshal(r, shape.around(list), true)
}

// A jsonDocument is the notation of a document in a format.
type jsonDocument struct {
	item   func(r *rand.Rand, role, text string) any
	around func(list []any) any
}

// documents are the formats that are one document.
var documents = []jsonDocument{
	{message, func(list []any) any { return list }},
	{message, func(list []any) any { return map[string]any{"messages": list} }},
	{message, func(list []any) any { return map[string]any{"model": "m", "messages": list, "system": "Write <tool>."} }},
	{message, func(list []any) any { return map[string]any{"turns": list, "x": "<tool>"} }},
	{message, func(list []any) any {
		half := len(list) / 2
		return []any{map[string]any{"messages": list[:half]}, map[string]any{"messages": list[half:]}}
	}},
	{ // a Forge snapshot
		func(_ *rand.Rand, role, text string) any {
			return map[string]any{"role": role, "content": text, "is_summarized": false, "metadata": map[string]any{"n": []int{1, 2}}}
		},
		func(list []any) any {
			return map[string]any{"id": 1, "messages": list, "z": map[string]any{"usage": 3}}
		},
	},
	{ // an Anthropic request
		func(_ *rand.Rand, role, text string) any {
			return map[string]any{"role": role, "content": []any{map[string]any{"type": "text", "text": text}, map[string]any{"type": "tool_result", "content": text}}}
		},
		func(list []any) any { return map[string]any{"messages": list, "system": "Write <tool>."} },
	},
	{
		func(_ *rand.Rand, role, text string) any { return map[string]any{"from": role, "value": text} },
		func(list []any) any { return map[string]any{"conversations": list, "system": "<tool>"} },
	},
	{
		func(_ *rand.Rand, role, text string) any { return map[string]any{"source": role, "message": text} },
		func(list []any) any { return map[string]any{"steps": list, "agent": map[string]any{"name": "a"}} },
	},
}

// jsonTexts draws messages with about size bytes together, by their roles.
func (s *Source) jsonTexts(r *rand.Rand, size int) iter.Seq2[string, string] {
	return func(yield func(role, text string) bool) {
		for n := 0; n < size; {
			text := s.stretch(r, 200+r.IntN(400))
			if r.IntN(4) == 0 {
				text = s.call(r)
			}
			if r.IntN(6) == 0 {
				text += "\n" + leaked[r.IntN(len(leaked))]
			}
			n += len(text) + 40
			role := []string{"assistant", "assistant", "assistant", "user", "system", "tool"}[r.IntN(6)]
			if !yield(role, strings.ToValidUTF8(text, "\ufffd")) {
				return
			}
		}
	}
}

// jsonLines draws records on lines.
func (s *Source) jsonLines(r *rand.Rand, size int) string {
	var b strings.Builder
	for role, text := range s.jsonTexts(r, size) {
		b.WriteString(marshal(r, message(r, role, text), false))
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\n\n"}[r.IntN(5)])
	}
	return b.String()
}

// message draws the record of a message.
func message(r *rand.Rand, role, text string) any {
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

// marshal writes a value in the style of one of several programs: compact, or on a single
// line with spaces, or indented, with various line ends.
func marshal(r *rand.Rand, v any, lines bool) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(r.IntN(2) == 0)
	form := r.IntN(5)
	switch {
	case form == 0:
		encoder.SetIndent("", " ")
	case form < 3 && lines:
		encoder.SetIndent("", "  ")
	}
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	text := strings.TrimSuffix(b.String(), "\n")
	if form == 0 {
		return strings.ReplaceAll(text, "\n", "")
	}
	return text
}
