package lsp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestPlainCompletion checks that a client without capabilities gets plain texts, one
// range, universal kinds, and the documentation with each item.
func TestPlainCompletion(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"docs/a.md": ""})
	c := startIn(t, onDisk(time.Hour), ``, dir)
	ask := func(name, before, after string) []item {
		t.Helper()
		uri := uriOf(dir, name)
		c.Open(uri, "markdown", 1, before+after)
		items := c.completionAt(uri, before+after, len(before))
		for _, it := range items {
			if it.InsertTextFormat != 1 || it.InsertTextMode != 0 || it.CommitCharacters != nil || it.TextEdit.Range == nil || it.Data != nil {
				t.Errorf("%+v", it)
			}
		}
		return items
	}
	for _, it := range ask("a.md", "  > <t", "ool>\n") {
		var documentation struct{ Kind, Value string }
		if err := json.Unmarshal(it.Documentation, &documentation); err != nil || documentation.Kind != "plaintext" || documentation.Value == "" {
			t.Errorf("%s is documented by %s", it.Label, it.Documentation)
		}
		if it.Label != "write_file" {
			continue
		}
		const want = `<tool>
  > <server_name>local</server_name>
  > <tool_name>write_file</tool_name>
  > <arguments>
  >   <path>docs/notes.md</path>
  >   <content><![CDATA[content]]></content>
  > </arguments>
  > </tool>`
		if it.TextEdit.NewText != want {
			t.Errorf("got\n%s\nwant\n%s", it.TextEdit.NewText, want)
		}
	}
	folders := ask("b.md", "<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>", "\n")
	if len(folders) == 0 || folders[0].Label != "docs/" || folders[0].Kind != 17 {
		t.Errorf("%+v", folders)
	}
	var labels []string
	for _, it := range ask("c.md", "<tool>\n<tool_name>read_file</tool_name>\n<", "\n") {
		labels = append(labels, it.Label+" "+it.TextEdit.NewText)
	}
	if got := strings.Join(labels, "\n"); !strings.Contains(got, "server_name <server_name>local</server_name>") {
		t.Errorf("got\n%s", got)
	}
}

// TestNothingToComplete checks that a document that is closed, or not analyzed, has no
// completions, and that an item without data is returned unchanged.
func TestNothingToComplete(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"forge-lsp.toml": "[[files]]\nglob = \"*.md\"\nkind = \"ignore\"\n"})
	c := startIn(t, onDisk(time.Hour), ``, dir)
	uri := uriOf(dir, "a.md")
	c.Open(uri, "markdown", 1, "<to")
	if items := c.completionAt(uri, "<to", 3); items == nil || len(items) > 0 {
		t.Errorf("a file that is ignored: %d items", len(items))
	}
	if items := c.completionAt("file:///closed.md", "", 0); items == nil || len(items) > 0 {
		t.Errorf("a file that is not open: %d items", len(items))
	}
	if m := c.Call("completionItem/resolve", `{"label":"x"}`); string(m.Result) != `{"label":"x"}` {
		t.Errorf("resolved: %v", m)
	}
	wantError(t, c.Call("completionItem/resolve", `{"label":"x","data":{"tool":"write_file"}}`), -32602)
	resolve := func(data string) string {
		m := c.Call("completionItem/resolve", `{"label":"x","data":`+data+`}`)
		return strings.TrimPrefix(string(m.Result), `{"label":"x",`)
	}
	for _, data := range []string{
		`{"uri":"untitled:a","tool":"gone"}`, `{"uri":"untitled:a","tool":"gone","custom":true}`, `{"uri":"untitled:a","rule":"gone"}`,
		`{"uri":"untitled:a","key":["gone"]}`, `{"uri":"untitled:a","tool":"write_file","argument":["path","gone"]}`,
	} {
		if got := resolve(data); strings.Contains(got, "documentation") {
			t.Errorf("%s: %s", data, got)
		}
	}
	if got := resolve(`{"uri":"untitled:a","tool":"write_file"}`); !strings.Contains(got, "documentation") {
		t.Errorf("%s", got)
	}
}

// TestResolveMalformedItem checks that items that are not valid are refused, and that others come
// back as they are.
func TestResolveMalformedItem(t *testing.T) {
	c := start(t, Options{}, `{}`)
	for _, params := range []string{
		`{}`,
		`{"label":1}`,
		`{"label":"x","kind":26}`,
		`{"label":"x","insertTextFormat":3}`,
		`{"label":"x","insertTextMode":3}`,
		`{"label":"x","tags":[2]}`,
		`{"label":"x","documentation":{"kind":"html","value":""}}`,
		`{"label":"x","documentation":{"kind":"markdown"}}`,
		`{"label":"x","textEdit":{"newText":"y"}}`,
		`{"label":"x","data":{}}`,
		`{"label":"x","data":7}`,
	} {
		if m := c.CallOdd("completionItem/resolve", params); m.Error == nil || m.Error.Code != invalidParams {
			t.Errorf("%s: got %v", params, m)
		}
	}
	for _, params := range []string{
		`{"label":"x","kind":25,"tags":[1],"documentation":{"kind":"markdown","value":"d"},"insertTextFormat":2,"insertTextMode":2}`,
		`{"label":"x","documentation":{"kind":"plaintext","value":"d"}}`,
		`{"label":"x","documentation":"d"}`,
	} {
		if m := c.CallOdd("completionItem/resolve", params); string(m.Result) != params {
			t.Errorf("%s: got %v", params, m)
		}
	}
}
