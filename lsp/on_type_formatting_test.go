package lsp

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

func init() { questions["ontype"] = (*question).onType }

// onType sends a request at a place after a '>' that was just typed, and formats the line
// of the place after the edits, with a | at the cursor; nothing if there are none.
func (q *question) onType() string {
	var edits []wire.TextEdit
	q.ask("textDocument/onTypeFormatting", q.position()+`,"ch":">","options":{"tabSize":8,"insertSpaces":false}`, &edits)
	if len(edits) == 0 {
		return ""
	}
	text := q.texts[q.file]
	at := wire.PositionOf(text, q.offset, "utf-16")
	// The cursor stays where it is, whatever is inserted there.
	edits = append(edits, wire.TextEdit{Range: wire.Range{Start: at, End: at}, NewText: "|"})
	return strings.Split(wire.Apply(text, edits, "utf-16"), "\n")[at.Line] + "\n"
}

// TestOnTypeSnippet checks that a client that supports snippets gets the end tag as one, so
// that the cursor stays before it.
func TestOnTypeSnippet(t *testing.T) {
	c := start(t, Options{}, `{"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true,"snippetEditSupport":true}}}`)
	const text = "<tool>\n<tool_name>x</tool_name>\n<arguments>\n<pa-th>\n</arguments>\n</tool>\n"
	c.open(aURI, 1, text)
	m := c.Call("textDocument/onTypeFormatting", `{"textDocument":{"uri":"`+aURI+`"},"position":{"line":3,"character":7},"ch":">","options":{"tabSize":8,"insertSpaces":false}}`)
	if string(m.Result) != "[]" {
		t.Errorf("the answer has edits: %s", m.Result)
	}
	asked := c.Await("an edit to be applied", func(m wire.Message) bool { return m.Method == "workspace/applyEdit" })
	const want = `"snippet":{"kind":"snippet","value":"$0\u003c/pa-th\u003e"}`
	if got := string(asked.Params); !strings.Contains(strings.NewReplacer("<", `\u003c`, ">", `\u003e`).Replace(got), want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
