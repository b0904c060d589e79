package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// hoverAt returns the text of a hover, or "".
func (c *testClient) hoverAt(uri string, line, column int) string {
	c.T.Helper()
	var hover *struct{ Contents struct{ Value string } }
	decodeInto(c.T, c.Call("textDocument/hover", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d}}`, uri, line, column)), &hover)
	if hover == nil {
		return ""
	}
	return hover.Contents.Value
}

// TestNotebook checks that the cells of a notebook are documents by their languages, with
// the configuration for the notebook.
func TestNotebook(t *testing.T) {
	for _, pull := range []bool{false, true} {
		dir := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'hint'\n")
		capabilities := `"notebookDocument":{"synchronization":{}},"workspace":{"diagnostics":{"refreshSupport":true},` + watchesFiles + `}`
		if pull {
			capabilities += "," + pulls
		}
		c := startWith(t, onDisk(time.Hour), capabilities) // no folder is open
		cell := func(id string) string {
			return "vscode-notebook-cell:" + filepath.ToSlash(filepath.Join(dir, "a.ipynb")) + "#" + id
		}
		item := func(id, language, text string) string {
			return fmt.Sprintf(`{"uri":%q,"languageId":%q,"version":1,"text":%s}`, cell(id), language, wire.Quote(text))
		}
		severities := func(id string, want ...int) {
			t.Helper()
			if !pull {
				c.awaitSeverities(cell(id), want...)
				return
			}
			var report struct{ Items []wire.Diagnostic }
			decodeInto(t, c.Call("textDocument/diagnostic", `{"textDocument":{"uri":`+wire.Quote(cell(id))+`}}`), &report)
			var got []int
			for _, d := range report.Items {
				got = append(got, d.Severity)
			}
			if !slices.Equal(got, want) {
				t.Errorf("cell %s has %v, want %v", id, got, want)
			}
		}
		bad := inCall("a & b")
		program := "x = '''\n" + bad + "'''\n# <tool> " + strings.TrimSpace(bad) + "\n"
		notebook := wire.Quote(uriOf(dir, "a.ipynb"))
		c.Notify("notebookDocument/didOpen", `{"notebookDocument":{"uri":`+notebook+`,"notebookType":"jupyter-notebook","version":1,"cells":[{"kind":1,"document":"`+cell("a")+`"}]},`+
			`"cellTextDocuments":[`+item("a", "markdown", bad)+`,`+item("b", "python", program)+`]}`)
		severities("a", 4)
		severities("b", 4)
		if got := c.hoverAt(cell("a"), 0, 56); !strings.Contains(got, "write_file") {
			t.Errorf("a hover in a cell: %q", got)
		}
		c.Notify("notebookDocument/didChange", `{"notebookDocument":{"uri":`+notebook+`,"version":2},"change":{"cells":{`+
			`"structure":{"array":{"start":1,"deleteCount":1,"cells":[{"kind":1,"document":"`+cell("c")+`"}]},"didOpen":[`+item("c", "markdown", "")+`],"didClose":[{"uri":"`+cell("b")+`"}]},`+
			`"textContent":[{"document":{"uri":"`+cell("a")+`","version":2},"changes":[`+wire.Part(1, 2, 1, 3, "and")+`]},`+
			`{"document":{"uri":"`+cell("c")+`","version":2},"changes":[`+wire.Whole(bad)+`]}]}}}`)
		severities("a")
		severities("c", 4)
		severities("b")
		c.Notify("notebookDocument/didSave", `{"notebookDocument":{"uri":`+notebook+`}}`)
		c.Notify("notebookDocument/didClose", `{"notebookDocument":{"uri":`+notebook+`},"cellTextDocuments":[{"uri":"`+cell("a")+`"},{"uri":"`+cell("c")+`"}]}`)
		severities("c")
		if got := c.hoverAt(cell("a"), 0, 56); got != "" {
			t.Errorf("a hover in a closed cell: %q", got)
		}
	}
}

// TestSchemes checks that a document of any scheme is checked. Its language is used if
// it has no name.
func TestSchemes(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'hint'\n")
	c := startWith(t, onDisk(time.Hour), `"workspace":{}`, dir)
	program := "# & <tool> \nx = '''\n" + inCall("a & b") + "'''\n"
	for i, test := range []struct{ uri, language, text string }{
		{"untitled:Untitled-1", "markdown", inCall("a & b")},
		{"untitled:Untitled-2", "python", program},
		{"vscode-vfs://github/a/b/c.md", "markdown", inCall("a & b")},
		{"vscode-vfs://github/a/b/c.py", "python", program},
		{`git:/a/b.md?%7B%22ref%22%3A%22HEAD%22%7D`, "markdown", inCall("a & b")},
		{"output:extension-output-x.y-%231-Forge", "log", inCall("a & b")},
		{"zipfile:///a.zip::b/c.md", "markdown", inCall("a & b")},
	} {
		c.Open(test.uri, test.language, i, test.text)
		c.awaitSeverities(test.uri, 4)
		c.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(test.uri)+`}}`)
		c.awaitSeverities(test.uri)
	}
}

// TestRefreshes checks that a change of settings makes the client ask again for everything
// that it shows, as far as it can.
func TestRefreshes(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'hint'\n")
	can := `{"refreshSupport":true}`
	c := startWith(t, onDisk(time.Hour), `"workspace":{"fileOperations":{"didRename":true,"didDelete":true,"didCreate":true},"semanticTokens":`+can+
		`,"inlayHint":`+can+`,"codeLens":`+can+`,"diagnostics":`+can+`},`+pulls, dir)
	c.open(uriOf(dir, "a.md"), 1, inCall("a & b"))
	disk.WriteFile(t, filepath.Join(dir, "forge-lsp.toml"), "")
	c.Notify("workspace/didRenameFiles", `{"files":[{"oldUri":`+wire.Quote(uriOf(dir, "other.toml"))+`,"newUri":`+wire.Quote(uriOf(dir, "forge-lsp.toml"))+`}]}`)
	for _, of := range []string{"diagnostic", "semanticTokens", "inlayHint", "codeLens"} {
		c.asked("workspace/"+of+"/refresh", 0)
	}
	disk.WriteFile(t, filepath.Join(dir, ".forge", "tools.json"), `[{"name":"ours"}]`)
	c.Notify("workspace/didCreateFiles", `{"files":[{"uri":`+wire.Quote(uriOf(dir, ".forge"))+`}]}`)
	c.asked("workspace/codeLens/refresh", 1)
	disk.WriteFile(t, filepath.Join(dir, ".forge", "tools.json"), `[{"name":"mine"}]`)
	c.Notify("workspace/didDeleteFiles", `{"files":[{"uri":`+wire.Quote(uriOf(dir, ".forge/tools.json"))+`}]}`)
	c.asked("workspace/codeLens/refresh", 2)

	pushed := startWith(t, onDisk(time.Hour), `"workspace":{"inlayHint":`+can+`,"diagnostics":`+can+`}`, dir)
	pushed.open(uriOf(dir, "a.md"), 1, inCall("a & b"))
	pushed.Notify(settingsMethod, `{"settings":{"forge":`+setting("hint")+`}}`)
	pushed.asked("workspace/inlayHint/refresh", 0)
	if asked := pushed.sent("workspace/diagnostic/refresh"); len(asked) > 0 {
		t.Error("a client that is pushed to is asked to pull")
	}
}
