package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// converse asks for the conversation around the start of a line of a document, from 0.
func converse(t *testing.T, c *testClient, uri string, line int) (got *conversation) {
	t.Helper()
	c.Result("forge/conversation", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":0}}`, uri, line), &got)
	return got
}

func TestConversation(t *testing.T) {
	c := start(t, Options{}, `{}`)
	call := func(path string) string {
		return `<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>` + path + `</path></arguments>\n</tool>`
	}
	c.open("file:///a.jsonl", 1, strings.Join([]string{
		`{"role":"user","content":"Why?\n` + "```" + `\nx\n` + "```" + `"}`,
		`{"role":"assistant","content":"I read it.\n` + call("R&D/a.go") + `"}`,
		`{"session":1}`,
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"grep","arguments":"{\"pattern\": \"a b\"}"}}]}`,
		`{"role":"tool","tool_call_id":"c1","content":"no [match](x:y)"}`,
		`{"role":"assistant","content":[{"type":"text","text":"Done."}]}`, "",
	}, "\n"))
	want := "## Line 1 · user\n\n````\nWhy?\n```\nx\n```\n````\n\n" +
		"## Line 2 · assistant\n\n- `read_file`: never runs, leaked: Call of `read_file` written as text in `<tool>`; use the tool interface\n\n```\nI read it.\n" +
		strings.ReplaceAll(call("R&D/a.go"), `\n`, "\n") + "\n```\n\n" +
		"## Line 4 · assistant\n\n- `grep`: runs, native (`a b`)\n\n## Line 5 · tool\n\n```\nno [match](x:y)\n```\n\n## Line 6 · assistant\n\n```\nDone.\n```\n\n"
	got := converse(t, c, "file:///a.jsonl", 3)
	if got.Text != want {
		t.Errorf("got\n%s\nwant\n%s", got.Text, want)
	}
	if got.Chosen != 2 {
		t.Errorf("message %d is chosen", got.Chosen)
	}
	lines := strings.Split(got.Text, "\n")
	for _, m := range got.Messages {
		if head := fmt.Sprintf("## Line %d ·", m.Position.Line+1); !strings.HasPrefix(lines[m.Line], head) {
			t.Errorf("%s is in line %d: %q", head, m.Line, lines[m.Line])
		}
	}
	c.open("file:///b.json", 1, `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"`+call("R&D/a.go")+`"}]}`)
	if got := converse(t, c, "file:///b.json", 0); got == nil || !strings.Contains(got.Text, "## Message 2 · assistant\n\n- `read_file`: repaired, tool accepts: ") {
		t.Errorf("of a document: %+v", got)
	}
	c.open("file:///c.md", 1, inCall("a"))
	if got := converse(t, c, "file:///c.md", 0); got != nil {
		t.Errorf("of Markdown: %+v", got)
	}
}

// TestConversationPart checks that of a long transcript the part around the position is shown, and of a long
// message the start.
func TestConversationPart(t *testing.T) {
	c := start(t, Options{}, `{}`)
	line := func(i int) string {
		return fmt.Sprintf(`{"role":"user","content":"%d %s"}`+"\n", i, strings.Repeat("é", 50_000))
	}
	var text strings.Builder
	for i := range 100 {
		text.WriteString(line(i))
	}
	c.Notify("textDocument/didOpen", `{"textDocument":{"uri":"file:///a.jsonl","languageId":"jsonl","version":1,"text":`+wire.Quote(text.String())+`}}`)
	got := converse(t, c, "file:///a.jsonl", 50)
	if m := got.Messages[got.Chosen]; m.Position.Line != 50 || !strings.HasPrefix(strings.Split(got.Text, "\n")[m.Line], "## Line 51 ·") {
		t.Errorf("%+v is chosen", m)
	}
	if n := len(got.Messages); n < 30 || n > 60 || !strings.HasPrefix(got.Text, "*Earlier messages") || !strings.HasSuffix(got.Text, "one of them.*\n") {
		t.Errorf("%d messages", n)
	}
	if !strings.Contains(got.Text, "more bytes*") || len(got.Text) > 60*80_000 {
		t.Errorf("%d bytes", len(got.Text))
	}
}
