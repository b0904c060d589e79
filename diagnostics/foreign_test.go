package diagnostics

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// Calls that do not run as written.
const (
	formerPayload = `<tool>{"server_name": "local", "tool_name": "task_completion", "arguments": {"result": "Done"}}</tool>`
	otherName     = "<tool>\n<server_name>local</server_name>\n<tool_name>write_to_file</tool_name>\n<arguments>\n  <path>a</path>\n  <content>b</content>\n</arguments>\n</tool>"
)

// foreign are texts with a <tool> of other programs. NAME and ARG are words.
var foreign = []string{
	"<tool>NAME</tool><tool_input>ARG</tool_input>",
	"I look.\n<tool>NAME</tool>\n<tool_input>ARG</tool_input>\n<observation>ARG & more</observation>",
	"Thought: look\n<tool>NAME</tool><tool_input>ARG</tool_input>\n<final_answer>ARG < 3</final_answer>",
	"<tool><tool_name>NAME</tool_name><toolcall_status>done</toolcall_status><toolcall_result>ARG</toolcall_result></tool>",
	"<tool>\n<tool_name>NAME</tool_name>\n<toolcall_status>success</toolcall_status>\n</tool>",
	"<tool>\n<tool_name>NAME</tool_name>\n<tool_args>{\"path\": \"ARG\"}</tool_args>\n</tool>",
	"<tool>NAME</tool>\n<tool_args>{\"path\": \"ARG\"}</tool_args>",
	"See it with <tool>gh NAME view</tool>, or ARG.",
	"Use the <tool> element for NAME.",
	"<tool_call>\n<tool>NAME</tool>\n<path>ARG</path>\n</tool_call>",
	"<tool_call><tool><tool_name>NAME</tool_name><parameters><path>ARG</path></parameters></tool></tool_call>",
	"<tool_call>\n{\"name\": \"NAME\", \"arguments\": {\"text\": \"<tool>ARG</tool>\"}}\n</tool_call>",
	"<tool>\n<name>NAME</name>\n<parameters>\n<path>ARG</path>\n</parameters>\n</tool>",
	"<tool name=\"NAME\"><param name=\"path\">ARG</param></tool>",
	"<tool>{\"name\": \"NAME\", \"arguments\": {\"path\": \"ARG\"}}</tool>",
	"<tool>\n{\"tool\": \"NAME\", \"input\": {\"path\": \"ARG\"}}\n</tool>",
	"<tool>\n<name>NAME</name>\n<description>ARG</description>\n<arguments>{\"path\": \"string\"}</arguments>\n</tool>",
	"<tools>\n<tool>\n<tool_name>NAME</tool_name>\n<description>ARG</description>\n<parameters><parameter><name>path</name></parameter></parameters>\n</tool>\n</tools>",
	"The <tool>NAME has been used with ARG",
	"<tool><tool_name>NAME</tool_name><input>ARG</input></tool>",
	"<tool><function>NAME</function><args>ARG</args></tool>",
	"<tool>NAME(path=\"ARG\")</tool>",
	"<tool>\n<action>NAME</action>\n<coordinates>1,2</coordinates>\n</tool>",
	"<tool><tool_name>NAME</tool_name><result>ARG & <b></result></tool>",
	"<tool id=\"1\" name=\"NAME\">ARG && pwd</tool>",
	"<function_calls>\n<invoke name=\"NAME\">\n<parameter name=\"path\">ARG</parameter>\n</invoke>\n</function_calls>",
	"<tool_call>\n<function=NAME>\n<parameter=path>\nARG\n</parameter>\n</function>\n</tool_call>",
	"<tool_call>NAME\n<arg_key>path</arg_key>\n<arg_value>ARG</arg_value>\n</tool_call>",
	"[TOOL_CALLS][{\"name\": \"NAME\", \"arguments\": {\"path\": \"ARG\"}}]",
	"<|tool_calls_section_begin|><|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>",
}

// foreignPrompts are system prompts of programs other than Forge; "" means none.
var foreignPrompts = []string{
	"", "You are an agent.", "Call tools as <tool>name</tool><tool_input>input</tool_input>.",
	"Write <tool>\n<tool_name>NAME</tool_name>\n<tool_args>JSON</tool_args>\n</tool>.",
	"Benutze Werkzeuge so: <tool>Name</tool>, nichts anderes.",
}

// containers write a prompt and an agent's text as the files of several programs.
var containers = map[string]func(prompt, text string) string{
	"chat.json": func(prompt, text string) string {
		return compact(map[string]any{"messages": []any{said("system", prompt), said("user", "Go on"), said("assistant", text)}})
	},
	"chat.jsonl": func(prompt, text string) string {
		return compact(said("system", prompt)) + "\n" + compact(said("user", "Go on")) + "\n" + compact(said("assistant", text)) + "\n"
	},
	"parts.jsonl": func(_, text string) string {
		return compact(map[string]any{"type": "assistant", "message": said("assistant", []any{map[string]any{"type": "text", "text": text}})}) + "\n"
	},
	"share.json": func(prompt, text string) string {
		return compact(map[string]any{"conversations": []any{
			map[string]any{"from": "system", "value": prompt}, map[string]any{"from": "human", "value": "Go on"}, map[string]any{"from": "gpt", "value": text},
		}})
	},
	"session.md": func(_, text string) string {
		return "**User:** Go on.\n\n**Assistant:** " + text + "\n\n**User:** Thanks.\n\n**Assistant:** Done.\n"
	},
	"page.md": func(prompt, text string) string { return "# Seite\n\n" + prompt + "\n\n```xml\n" + text + "\n```\n" },
	"a.log":   func(_, text string) string { return "[info] started\n" + text + "\n" },
	"a.xml":   func(_, text string) string { return "<all>\n" + text + "\n</all>\n" },
	"a.yaml": func(_, text string) string {
		return "prompt: |\n  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"
	},
	"a.py":   func(_, text string) string { return "PROMPT = '''\n" + text + "\n'''\n" },
	"a.html": func(_, text string) string { return "<p>" + text + "</p>\n" },
}

func said(role string, content any) map[string]any {
	return map[string]any{"role": role, "content": content}
}

func compact(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestForeign checks that a <tool> of other programs is not a call, so that there is no error about
// it and no outcome; in a page there may be a warning that it is none of Forge.
func TestForeign(t *testing.T) {
	words := []string{"search", "read_page", "bash", "wetter", "検索", "get-page", "Lesen", "open_url"}
	r := rand.New(rand.NewPCG(7, 1))
	files := 0
	for _, shape := range foreign {
		for name, write := range containers {
			word := func() string { return words[r.IntN(len(words))] }
			text := strings.NewReplacer("NAME", word(), "ARG", word()).Replace(shape)
			prompt := foreignPrompts[r.IntN(len(foreignPrompts))]
			content := write(prompt, text)
			files++
			res := run(content, document.KindOf(name))
			for _, f := range res.Diagnostics {
				if f.Severity < Information && (f.Severity == Error || name != "page.md") {
					t.Errorf("%s: %s: %s\n%s", name, f.Code, f.Message, content)
				}
			}
			if len(res.Calls) > 0 {
				t.Errorf("%s: %d calls\n%s", name, len(res.Calls), content)
			}
		}
	}
	if files < 300 {
		t.Errorf("%d files", files)
	}
}

// TestForgeInTranscripts checks that a call with the envelope counts without a prompt, and every
// <tool> with one.
func TestForgeInTranscripts(t *testing.T) {
	const teaching = "Call a tool:\n<tool>\n<server_name>local</server_name>\n<tool_name>NAME</tool_name>\n<arguments></arguments>\n</tool>"
	mention, named := "See <tool>gh pr view</tool>.", "<tool><tool_name>read_file</tool_name></tool>"
	for _, test := range []struct {
		prompt, text string
		calls        int // of the agent
	}{
		{"", otherName, 1},
		{"", strings.Replace(otherName, "<server_name>local</server_name>\n", "", 1), 1},
		{"", formerPayload, 1},
		{"", mention, 0},
		{"", named, 0},
		{teaching, mention, 1},
		{teaching, named, 1},
		{"Write <tool>name</tool><tool_input>input</tool_input>.", otherName, 1},
		{"Write <tool>name</tool><tool_input>input</tool_input>.", mention, 0},
	} {
		for _, name := range []string{"chat.json", "chat.jsonl", "session.md"} {
			content := containers[name](test.prompt, test.text)
			if name == "session.md" && test.prompt != "" {
				content = "**System:** " + test.prompt + "\n\n" + content
			}
			res := run(content, document.KindOf(name))
			calls := 0
			for i := range res.Calls {
				if res.Calls[i].Segment.Role == document.Agent {
					calls++
				}
			}
			if calls != test.calls {
				t.Errorf("%s: %d calls, want %d\n%s", name, calls, test.calls, content)
			}
		}
	}
}

// TestForgeByAnotherReply checks that a call with the envelope makes a <tool> of another reply in its transcript a
// call, and that an edit that takes that call away makes it text again.
func TestForgeByAnotherReply(t *testing.T) {
	const broken = "<tool><tool_name>read_file</tool_name><path>a & b</path></tool>"
	for name, turns := range map[string]string{
		"chat.json":  `{"messages":[` + compact(said("assistant", broken)) + ",\n" + compact(said("assistant", otherName)) + "]}",
		"chat.jsonl": compact(said("assistant", broken)) + "\n" + compact(said("assistant", otherName)) + "\n",
		"session.md": "**User:** Go on.\n\n**Assistant:** " + broken + "\n\n**User:** Go on.\n\n**Assistant:** " + otherName + "\n",
	} {
		d := Options{}.Open(text.New(turns), document.KindOf(name))
		if n := d.Summary().Calls; n != 2 {
			t.Errorf("%s: %d calls", name, n)
		}
		call := otherName
		if name != "session.md" {
			call = strings.Trim(compact(call), `"`)
		}
		at := strings.LastIndex(turns, call)
		d = d.Edit(at, at+len(call), "Done.")
		if why := differs(d, false); why != "" || d.Summary().Calls > 0 {
			t.Errorf("%s: %d calls without the other; %s", name, d.Summary().Calls, why)
		}
		d = d.Edit(at, at+len("Done."), call)
		if why := differs(d, false); why != "" || d.Summary().Calls != 2 {
			t.Errorf("%s: %d calls with the other again; %s", name, d.Summary().Calls, why)
		}
	}
}

// TestForeignNative checks that in a session of native calls, leaked-call decides: a <tool>
// with the envelope leaked, any other one did not.
func TestForeignNative(t *testing.T) {
	for text, want := range map[string]int{
		otherName: 1, formerPayload: 0, "<tool>search</tool><tool_input>x</tool_input>": 0,
		"<tool><tool_name>bash</tool_name><toolcall_status>done</toolcall_status></tool>": 0,
	} {
		content := fmt.Sprintf(`{"messages":[{"role":"assistant","content":%s,"tool_calls":[{"id":"1","type":"function","function":{"name":"x","arguments":"{}"}}]}]}`, compact(text))
		res := run(content, document.JSON)
		if len(res.Diagnostics) != want || len(res.Calls) > 0 {
			t.Errorf("%d findings, %d calls in %s", len(res.Diagnostics), len(res.Calls), content)
		}
	}
}
