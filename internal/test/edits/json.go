package edits

import (
	"bytes"
	"cmp"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
)

// jsonMarks are the tokens of JSON, and its encodings of the tokens of calls.
var jsonMarks = []string{
	`"`, `\`, `\\`, `\"`, `{`, `}`, `[`, `]`, `,`, `:`, "\n", "\n{", "\n[", `null`, `\u003ctool\u003e`, `\u003c/tool\u003e`, `<\/tool>`,
	`\ud83d`, `\ude00`, "\x00", `"messages":[`, `{"role":"assistant","content":"`, `"}`, `"role":"user",`, "\ufeff", "}\n{", `},` + "\n" + `{`,
	`"tool_use"`, `"tool_calls":[{`, `"tools": [` + "\n{", `"tool_calls":[],`, `"type":`, `"function_call"`, `"role":"system",`, "_", "tool",
	`{"stringValue":"[{\"type\":\"tool_call\"`, `\"type\":`, `\"tool_call\"`, `"type":"tool","tool":"`,
	`,{`, `]}`, `[{`, `}]`, `,,`, `},{"role":"user","content":"`, `"},{"role":"assistant","content":"<tool>`, `{"role"`, `"messages": [`, `\u`, "\r",
	`"finish_reason":"length",`, `"stop_reason":"tool_use",`, `"toolRequests":[{`, `{"type":"tool-ls","toolCallId":"1","state":"",`, `"parts":[{"type":"text","text":"`,
	`\"tool_calls\":[{\"name\":\"a\"}]`, "$ cat x\n{\n", "\n$ ", `"response":"`,
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
	document := documents[r.IntN(len(documents))]
	var list []string
	for role, text := range s.jsonTexts(r, size) {
		list = append(list, filled(r, cmp.Or(document.item, records[r.IntN(len(records))]), role, text))
	}
	return marshal(r, json.RawMessage(strings.ReplaceAll(document.around, "$list", "["+strings.Join(list, ",")+"]")), true)
}

// documents are the formats that are one document. Items are one of the records if they have no form of their own.
var documents = []struct{ item, around string }{
	{"", `$list`},
	{"", `{"messages":$list}`},
	{"", `{"model":"m","messages":$list,"system":"Write <tool>."}`},
	{"", `{"turns":$list,"x":"<tool>"}`},
	{"", `[{"messages":$list},{"messages":$list}]`},
	// a Forge snapshot
	{
		`{"content":$text,"is_summarized":false,"metadata":{"n":[1,2]},"role":$role}`,
		`{"id":1,"messages":$list,"z":{"usage":3}}`,
	},
	// an Anthropic request
	{
		`{"content":[{"type":"text","text":$text},{"content":$text,"type":"tool_result"}],"role":$role}`,
		`{"messages":$list,"system":"Write <tool>."}`,
	},
	{`{"from":$role,"value":$text}`, `{"conversations":$list,"system":"<tool>"}`},
	{`{"message":$text,"source":$role}`, `{"agent":{"name":"a"},"steps":$list}`},
}

// records are messages of a role and with a text, the frequent ones repeatedly.
var records = slices.Concat(
	slices.Repeat([]string{`{"content":$text,"role":$role}`, `{"role":$role,"content":$text}`}, 6),
	slices.Repeat([]string{`{"content":[{"text":$text,"type":"text"},{"input":$text,"type":"tool_use"}],"role":$role}`}, 3),
	slices.Repeat([]string{
		`{"message":{"content":$text,"role":$role},"type":$role,"uuid":"1"}`,
		`{"args":$record,"from":$role}`,
		`{"data":{"deep":[$text]},"kind":"event"}`,
	}, 4),
	[]string{
		`{"parts":[{"tool":$role,"type":"tool"}],"text":$text}`,
		`{"kind":$role,"note":"[{\"type\":\"tool_call\"}]","value":{"stringValue":"[{\"type\":\"tool_call\"}]"}}`,
		`{"content":$text,"role":$role,"tools":[{"name":"ls"}]}`,
		`{"content":$text,"role":$role,"tool_calls":[{"name":"ls"}]}`,
		`{"content":$text,"role":$role,"tool_calls":[]}`,
	},
)

// filled returns the JSON of a record.
func filled(r *rand.Rand, record, role, text string) string {
	text, role = marshal(r, text, false), marshal(r, role, false)
	inString := marshal(r, `{"content":`+text+`,"role":`+role+`}`, false)
	return strings.NewReplacer("$text", text, "$role", role, "$record", inString).Replace(record)
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
		record := filled(r, records[r.IntN(len(records))], role, text)
		b.WriteString(marshal(r, json.RawMessage(record), false))
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\n\n"}[r.IntN(5)])
	}
	return b.String()
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
