package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// hover formats the range and the text of a hover.
func (q *question) hover() string {
	var found *struct {
		Range    wire.Range
		Contents struct{ Kind, Value string }
	}
	q.ask("textDocument/hover", q.position(), &found)
	if found == nil {
		return ""
	}
	return q.shown(found.Range) + "\n" + q.inFolder(found.Contents.Value) + "\n"
}

// inFolder returns a text without the path of the folder.
func (q *question) inFolder(text string) string {
	return strings.ReplaceAll(text, strings.TrimSuffix(uriOf(q.dir, "x"), "x"), "FOLDER/")
}

// TestDeep checks that extremely nested text is answered immediately: the time grows neither
// with the depth of a place nor with that of others.
func TestDeep(t *testing.T) {
	const depth = 50_000
	deep := "<tool><tool_name>any</tool_name><arguments>" + strings.Repeat("<a>", depth) + "1" + strings.Repeat("</a>", depth) + "</arguments></tool>\n"
	dir := disk.Folder(t, ".git/HEAD", "", ".forge/tools.json", `{"name":"any","inputSchema":{"properties":{"a":{}}}}`)
	c := startIn(t, onDisk(0), watchesFiles, dir)
	uri := uriOf(dir, "a.md")
	c.open(uri, 1, deep)
	document := `{"textDocument":{"uri":` + wire.Quote(uri) + `}`
	for _, column := range []int{1, 30, 44, 50, len(deep) / 2, len(deep) - 20} {
		at := fmt.Sprintf(`%s,"position":{"line":0,"character":%d}}`, document, column)
		for _, method := range []string{"textDocument/hover", "textDocument/signatureHelp", "forge/received", "forge/written", "forge/correction"} {
			if m := c.Call(method, at); m.Error != nil {
				t.Errorf("%s at %d: %v", method, column, m)
			}
		}
	}
	var hints []wireHint
	c.Result("textDocument/inlayHint", document+`,"range":`+wire.RangeJSON(0, 0, 1, 0)+`}`, &hints)
	if len(hints) > 100 {
		t.Errorf("%d hints", len(hints))
	}
	var lenses []wireLens
	c.Result("textDocument/codeLens", document+`}`, &lenses)
}

// TestPlainHover checks that a client that does not support Markdown gets none.
func TestPlainHover(t *testing.T) {
	for _, capabilities := range []string{`{}`, `{"textDocument":{"hover":{"contentFormat":["plaintext","markdown"]}}}`} {
		c := start(t, Options{}, capabilities)
		c.open(aURI, 1, inCall("``` *a* & b"))
		var found struct {
			Contents struct{ Kind, Value string }
		}
		at := `{"textDocument":{"uri":` + wire.Quote(aURI) + `},"position":{"line":%,"character":1}}`
		c.Result("textDocument/hover", strings.Replace(at, "%", "1", 1), &found)
		if want := "content (string): the tool receives 13 bytes:\n\n\n``` *a* & b"; found.Contents.Kind != "plaintext" || found.Contents.Value != want {
			t.Errorf("%s: %+v, want %q", capabilities, found, want)
		}
		c.Result("textDocument/hover", strings.Replace(at, "%", "0", 1), &found)
		if value := found.Contents.Value; strings.ContainsAny(value, "`*[") || !strings.Contains(value, "- Tool: write_file accepts the call\n") {
			t.Errorf("%s: %q", capabilities, value)
		}
	}
}
