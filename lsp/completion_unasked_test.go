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
