package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestCompletionAnywhere checks that for any text and cursor, completions replace a part
// of the cursor's line that contains the cursor, and start like the typed text.
func TestCompletionAnywhere(t *testing.T) {
	texts := map[string]string{
		"a.md": "- 😀\r\n\r\n  <tool>\r\n  <tool_name>write_file</tool_name>\r\n  <arguments>\r\n  <path>a&amp;b/c</path>\r\n" +
			"  <content><![CDATA[<tool> & ]]></content>\r\n  <x\r\n  </arguments>\r\n  </tool>\r\n\r\n> <to\r\n<!-- forge-lsp-disable a, -->\r\n",
		"half.md":   "<tool>\n<tool_name>list_files\n<arguments>\n<path\n<recursive>t</recursive></arg\n<tool>\n<tool_name>\n<![CDATA[",
		"odd.md":    "<tool>\n<\xff\xc3\n</\n&\n<![C\n<tool><arguments><arguments><path>\x00</tool></tool>\n<Tool>\n<tool x>\n- \n1. <\n>",
		"a.reply":   "<tool><tool_name>apply_diff</tool_name><arguments><edits><edit><search>a < b</search><rep",
		"a.jsonl":   `{"role":"assistant","content":"é\u003ctool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a\"b/</path>\n<\n&\n</"}` + "\n{\"role\":\"assistant\",\"content\":\"<tool>\\",
		"a.go":      "package a\n\nvar s = \"<tool><tool_name>x</tool_name><arguments><\" + `\n<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<pa`\n// forge-lsp-",
		"a.py":      "s = '''<tool>\n<tool_name>read_file</tool_name><arguments><'''\n# forge-lsp-disable-file \n",
		"empty.md":  "",
		"w/" + toml: "profile = \"f\ntools=[\"\n[rules]\nunesc\n[[files\n[files.rules]\nx.y.z = \n\"q\" = 'a'\n[",
	}
	c := start(t, onDisk(0), ableClient)
	for name, text := range texts {
		uri := "file:///" + name
		c.Open(uri, languageOf(name), 1, text)
		lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
		offered := 0
		for at := range len(text) + 1 {
			for _, kind := range []string{`{"triggerKind":1}`, `{"triggerKind":2,"triggerCharacter":"<"}`, `null`} {
				p := wire.PositionOf(text, at, "utf-16")
				context := ""
				if kind != "null" {
					context = `,"context":` + kind
				}
				var answer struct{ Items []item }
				c.Result("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d}%s}`,
					wire.Quote(uri), p.Line, p.Character, context), &answer)
				for i := range answer.Items {
					offered++
					it := &answer.Items[i]
					insert, replace := it.ranges()
					if replace.Start.Line != p.Line || replace.End.Line != p.Line || replace.Start.Character > p.Character ||
						replace.End.Character < p.Character || insert.Start != replace.Start || insert.End.Character > replace.End.Character {
						t.Fatalf("%s, %v: %+v replaces %v, or %v", name, p, it, replace, insert)
					}
				}
			}
		}
		if text != "" && offered == 0 {
			t.Errorf("%s: nothing is offered in %d lines", name, len(lines))
		}
		c.Forget(func(wire.Message) bool { return true })
	}
}

const toml = "forge-lsp.toml"
