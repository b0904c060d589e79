package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/markdown"
)

// TestMarks checks the lines that name a speaker, in each form, and similar lines that
// do not: "form who word", or "" for none. The token of a template may be anywhere in a
// line.
func TestMarks(t *testing.T) {
	forms := map[form]string{
		heading: "heading", emphasis: "emphasis", colon: "colon", lower: "lower", bracket: "bracket", element: "element",
		ruler: "ruler", key: "key", token: "token", logLine: "log",
	}
	who := map[Role]string{Unknown: "somebody", Agent: "agent", User: "person", System: "system", Tool: "tool"}
	for line, want := range map[string]string{
		// headings
		"## Assistant":           "heading agent assistant",
		"# **User:** #":          "heading person user",
		"### Turn 3: User":       "heading person user",
		"## Tool result":         "heading tool result",
		"##Assistant":            "",
		"## Assistants":          "",
		"## The user":            "",
		"   ## User":             "heading person user",
		"    ## User":            "",
		"## 🤖 Assistant (10:03)": "heading agent assistant",
		// emphasis
		"**User:**":        "emphasis person user",
		"_**User**_":       "emphasis person user",
		"**User**: hello":  "emphasis person user",
		"**User** (10:03)": "emphasis person user",
		"**User** – hello": "emphasis person user",
		"__Assistant__":    "emphasis agent assistant",
		"**User** hello":   "",
		"**User":           "emphasis person user",
		"** User **":       "ruler person user",
		"***":              "",
		"** assistant **":  "ruler agent assistant",
		// colons
		"User:":                            "colon person user",
		"ASSISTANT: hello":                 "colon agent assistant",
		"User:\thello":                     "colon person user",
		"User:hello":                       "",
		"🤖 Assistant":                      "colon agent assistant",
		"🤖 Assistant: x":                   "colon agent assistant",
		"user:":                            "lower person user",
		"Assistant":                        "",
		"User question: why":               "colon person user",
		"User names: two":                  "",
		"User-agent: x":                    "",
		"User_id: 1":                       "",
		"User 3: x":                        "colon person user",
		"User | x: y":                      "colon person user",
		"User + x: y":                      "",
		"Message 4 system: x":              "colon system system",
		"Developer: x":                     "colon system developer",
		strings.Repeat(" ", 4) + "User: x": "",
		strings.Repeat("x", 70) + ": User": "",
		// tools
		"Tool:":                        "colon tool tool",
		"Tool (read_file): x":          "colon tool tool",
		"Tool result: x":               "colon tool result",
		"Tool 'read_file' output: x":   "colon tool result",
		"tool_result: x":               "lower tool result",
		"Function response: x":         "colon tool result",
		"Function:":                    "",
		"Tool call: x":                 "",
		"Observation: x":               "colon tool observation",
		"Tool a b c d e f g result: x": "",
		// brackets, rulers, keys
		"[assistant] hello": "bracket agent assistant",
		"[user":             "",
		"[users guide](x)":  "",
		"--- assistant ---": "ruler agent assistant",
		"=== User: ===":     "ruler person user",
		"~~ tool ~~":        "ruler tool tool",
		"- user -":          "",
		"- role: user":      "key person user",
		"role: assistant":   "key agent assistant",
		`"role": "system",`: "key system system",
		"role assistant":    "",
		"roles: user":       "",
		// elements and tokens
		"<assistant>":                      "element agent assistant",
		"<User>hello":                      "element person user",
		`<message role="user">`:            "element person user",
		"<turn from='assistant' n='1'>":    "element agent assistant",
		"<message role=>":                  "",
		"<tool>":                           "",
		"<observation>":                    "",
		"<user":                            "",
		"<start_of_turn>model":             "token agent model",
		"<|im_start|>assistant":            "token agent assistant",
		"x <|user|> y":                     "token person user",
		"<|start_header_id|>system<|end|>": "token system system",
		"<｜User｜>hello":                    "token person user",
		"<|endoftext|>":                    "",
		"|> user":                          "",
		"[INST] hello":                     "token person user",
		"hello [/INST]":                    "token agent assistant",
		"INST]":                            "",
		// logs
		"2026-10-01T09:30:00Z [assistant] x": "log agent assistant",
		"2026/10/01 09:30:00.5 | user | x":   "log person user",
		"[2026-10-01 09:30:00] role=tool":    "log tool tool",
		"09:30:00 INFO user logged in":       "log somebody ",
		"[09:30:00 INFO user":                "",
		"09:30 User: x":                      "",
		"2026-10-01 User":                    "",
		"2026-10-0109:30:00":                 "",
		"09:30:00x":                          "",
		"10 users: x":                        "",
	} {
		got := ""
		if list := scanLabels(line+"\n", Reply, markdown.Fence{}).marks; len(list) > 1 {
			t.Errorf("%q has %d marks", line, len(list))
		} else if len(list) == 1 {
			got = fmt.Sprintf("%s %s %s", forms[list[0].form], who[list[0].who], list[0].word)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
		if shifted := scanLabels("x\r\n"+line+"\r\n", Reply, markdown.Fence{}).marks; len(shifted) == 1 && shifted[0].at < len("x\r\n") {
			t.Errorf("%q on the second line is at %d", line, shifted[0].at)
		}
	}
}
