package lsp

import "testing"

// TestArchive checks that an archive opened as text has no diagnostics, however the
// client decoded its bytes, and that all other requests are answered.
func TestArchive(t *testing.T) {
	c := start(t, Options{}, `{}`)
	call := "\ufffd<tool><tool_name>x</tool_name><arguments><path>a < b</path></arguments></tool>"
	for text, want := range map[string]bool{"PK\x03\x04" + call: false, "PK\x05\x06" + call: false, "PK": false, call: true} {
		const uri = "file:///ws/a.eval"
		c.open(uri, 1, text)
		r := c.pull(uri, "")
		if got := len(r.Items) > 0; got != want {
			t.Errorf("%q has diagnostics: %v, want %v", text, got, want)
		}
		for _, method := range []string{"textDocument/documentSymbol", "textDocument/foldingRange"} {
			c.Call(method, `{"textDocument":{"uri":"`+uri+`"}}`)
		}
		c.Notify("textDocument/didClose", `{"textDocument":{"uri":"`+uri+`"}}`)
	}
}
