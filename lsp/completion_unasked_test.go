package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// eagerClient is a client that inserts the first item as soon as it has the list, and asks after
// trigger characters and on request, as Neovim 0.12 does with its default options.
const eagerClient = `{"textDocument":{"completion":{"completionItem":{"snippetSupport":true,"commitCharactersSupport":false}}}}`

// TestCompleteUnasked checks when whole calls are offered: where nobody asks, not before the tag can
// only become a call.
func TestCompleteUnasked(t *testing.T) {
	const (
		call    = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path></arguments>\n</tool>\n\n"
		typed   = `{"triggerKind":2,"triggerCharacter":"<"}`
		invoked = `{"triggerKind":1}`
		again   = `{"triggerKind":3}`
	)
	for name, client := range map[string]string{"pending": ableClient, "eager": eagerClient} {
		c := start(t, onDisk(0), client)
		for i, test := range []struct {
			before, line, context  string
			whenPending, whenEager bool
		}{
			{"", "<", typed, false, false},
			{call, "<", typed, true, false},
			{"", "o<", typed, false, false},
			{call, "o<", typed, false, false},
			{"", "<", invoked, true, true},
			{"", "<tool", invoked, true, true},
			{"", "<tool", again, true, true},
			{"", "<d", invoked, false, false}, // VS Code asks so for each letter
			{"", "<t", invoked, false, false},
			{"", "<to", invoked, true, true},
			{"", "<wri", invoked, false, false},
			{"", "<write_", invoked, true, true},
			{call, "<div", invoked, false, false},
			{call, "<wri", invoked, true, true},
			{call, "<d", invoked, true, true},
			{"", "", invoked, true, true},
		} {
			for _, file := range []string{"a.md", "pom.xml"} {
				uri := fmt.Sprintf("file:///%s%d/%s", name, i, file)
				text := test.before + test.line
				c.Open(uri, languageOf(file), 1, text)
				p := wire.PositionOf(text, len(text), "utf-16")
				var answer struct{ Items []item }
				c.Result("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d},"context":%s}`,
					wire.Quote(uri), p.Line, p.Character, test.context), &answer)
				want := test.whenPending
				if name == "eager" {
					want = test.whenEager
				}
				if offered := len(answer.Items) > 0; offered != want {
					t.Errorf("%s, %s after %q, %s: %d items", name, file, text, test.context, len(answer.Items))
				}
				for i := range answer.Items { // a client that matches by prefix keeps the item
					if it := &answer.Items[i]; name == "eager" && !strings.HasPrefix(it.FilterText, test.line) {
						t.Errorf("%s after %q is typed as %q", it.Label, text, it.FilterText)
					}
				}
			}
		}
	}
}

// TestCompleteWithoutContext checks what a client gets that does not tell why it asks, as Kate, which
// asks after each '<' and replaces only the letters before the cursor.
func TestCompleteWithoutContext(t *testing.T) {
	const call = "<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n"
	c := start(t, onDisk(0), eagerClient)
	for i, test := range []struct{ text, label, want string }{
		{"<", "", ""},
		{"<wri", "", ""},
		{call + "<path>a</path>\n</arguments>\n</tool>\n\n<", "", ""},
		{call + "<path>a</path>\n</arguments>\n</tool>\n\n<li", "list_tags", "<tool>"},
		{"<tool", "list_tags", "<tool>"},
		{"", "list_tags", "<tool>"},
		{call + "<pa", "path", "<path>"},
		{call + "<path>a</", "</path>", "</path>"},
		{call + "<path>a &am", "&amp;", "&amp;"},
	} {
		uri := fmt.Sprintf("file:///words%d/a.md", i)
		c.Open(uri, "markdown", 1, test.text)
		p := wire.PositionOf(test.text, len(test.text), "utf-16")
		var answer struct{ Items []item }
		c.Result("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d}}`,
			wire.Quote(uri), p.Line, p.Character), &answer)
		if test.label == "" && len(answer.Items) > 0 {
			t.Errorf("after %q: %d items", test.text, len(answer.Items))
		}
		for i := range answer.Items {
			it := &answer.Items[i]
			_, at := it.ranges()
			start := wire.OffsetOf(test.text, at.Start, "utf-16")
			if strings.ContainsAny(test.text[start:], "<&/") {
				t.Errorf("%s after %q replaces %q", it.Label, test.text, test.text[start:])
			}
			if it.Label == test.label {
				line := test.text[strings.LastIndexByte(test.text[:start], '>')+1:start] + it.TextEdit.NewText
				if line = strings.TrimLeft(line, "\na "); !strings.HasPrefix(line, test.want) {
					t.Errorf("after %q: %q, want %q", test.text, line, test.want)
				}
				test.label = ""
			}
		}
		if test.label != "" {
			t.Errorf("after %q: no %s", test.text, test.label)
		}
	}
}
