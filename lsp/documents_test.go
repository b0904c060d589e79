package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

const aURI = "file:///a.md"

func TestIncrementalChanges(t *testing.T) {
	c := start(t, fake(), `{}`)
	c.open(aURI, 1, "one\r\ntwo & 😀 &\r\n")
	if got := ranges(c.AwaitVersion(aURI, 1).Diagnostics); got != "1:4-1:5 1:9-1:10" {
		t.Error(got)
	}
	// Two changes in one notification; the second applies to the result of the first.
	// The second range ends inside the emoji's line break.
	c.Change(aURI, 2, wire.Part(0, 0, 1, 0, ""), wire.Part(0, 4, 0, 5, "&amp;"))
	if got := ranges(c.AwaitVersion(aURI, 2).Diagnostics); got != "0:13-0:14" {
		t.Error(got)
	}
	c.Change(aURI, 3, wire.Part(0, 99, 0, 99, "&"))
	if got := ranges(c.AwaitVersion(aURI, 3).Diagnostics); got != "0:13-0:14 0:14-0:15" {
		t.Error(got)
	}
	c.Change(aURI, 4, wire.Part(7, 0, 9, 9, "&")) // after the end
	if got := ranges(c.AwaitVersion(aURI, 4).Diagnostics); got != "0:13-0:14 0:14-0:15 1:0-1:1" {
		t.Error(got)
	}
	c.Change(aURI, 5, wire.Part(1, 0, 0, 13, "")) // reversed
	if got := ranges(c.AwaitVersion(aURI, 5).Diagnostics); got != "0:13-0:14" {
		t.Error(got)
	}
	c.Change(aURI, 6, wire.Whole("x&"))
	if got := ranges(c.AwaitVersion(aURI, 6).Diagnostics); got != "0:1-0:2" {
		t.Error(got)
	}
	c.ChangeOdd(aURI, 7, `{"range":null,"rangeLength":1,"text":"&&"}`)
	if got := ranges(c.AwaitVersion(aURI, 7).Diagnostics); got != "0:0-0:1 0:1-0:2" {
		t.Error(got)
	}
	c.Change(aURI, 8)
	if got := ranges(c.AwaitVersion(aURI, 8).Diagnostics); got != "0:0-0:1 0:1-0:2" {
		t.Error(got)
	}
}

// TestBadChanges checks that each change that cannot be applied is dropped as a whole,
// and the text is unchanged.
func TestBadChanges(t *testing.T) {
	c := start(t, fake(), `{"textDocument":{"diagnostic":{}}}`)
	c.open(aURI, 5, "a&")
	c.ChangeOdd(aURI, 6, wire.Whole("b&&"), `{"range":{"start":{"line":0,"character":-1},"end":{"line":0,"character":1}},"text":"lost"}`)
	c.ChangeOdd(aURI, 6, `{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":1}},"text":"lost"}`)
	c.ChangeOdd(aURI, 6, `{"range":{},"text":7}`)
	c.ChangeOdd(aURI, 6, `{"range":7,"text":"lost"}`)
	c.Change(aURI, 4, wire.Whole("older"))
	c.Change(aURI, 3, wire.Whole("older"))
	c.Change("file:///never-opened.md", 6, wire.Whole("lost"))
	c.Notify("textDocument/didClose", `{"textDocument":{"uri":"file:///never-opened.md"}}`)
	if got := c.pull(aURI, ""); ranges(got.Items) != "0:1-0:2" {
		t.Errorf("got %v", got)
	}
	c.NotifyOdd("textDocument/didChange", `{"textDocument":{"uri":"file:///a.md","version":null},"contentChanges":[{"text":"&"}]}`)
	if got := c.pull(aURI, ""); ranges(got.Items) != "0:0-0:1" {
		t.Errorf("without a version: got %v", got)
	}
	c.Change(aURI, 5, wire.Whole("..&")) // the same version
	if got := c.pull(aURI, ""); ranges(got.Items) != "0:2-0:3" {
		t.Errorf("with the same version: got %v", got)
	}
	if shown := c.sent("window/showMessage"); len(shown) != 1 || !strings.Contains(string(shown[0].Params), "old version number") {
		t.Errorf("of edits with an old version is shown %v, want one message", shown)
	}
}

// TestURISpelling checks that the server answers with the client's own spelling, and
// recognizes a document by any spelling.
func TestURISpelling(t *testing.T) {
	const opened, changed = "file:///C:/My%20Files/é b.md", "file:///c%3A/My%20Files/%C3%A9%20b.md"
	c := start(t, fake(), `{}`)
	c.open(opened, 1, "&")
	c.AwaitVersion(opened, 1)
	c.Change(changed, 2, wire.Whole("&&"))
	c.AwaitVersion(opened, 2)
	for _, uri := range []string{"untitled:Untitled-1", "vscode-notebook-cell:/a/b.ipynb#W0sZ", "inmemory://model/1", "https://x/y?z=%20"} {
		c.open(uri, 1, "&")
		c.AwaitVersion(uri, 1)
	}
	c.Tolerate(`'not a uri' is not valid uri`) // as it was opened
	c.NotifyOdd("textDocument/didOpen", `{"textDocument":{"uri":"not a uri","languageId":"markdown","version":1,"text":"&"}}`)
	c.AwaitVersion("not a uri", 1)
}

func TestReopen(t *testing.T) {
	c := start(t, fake(), `{}`)
	c.open(aURI, 7, "&")
	c.AwaitVersion(aURI, 7)
	c.Notify("textDocument/didClose", `{"textDocument":{"uri":"file:///a.md"}}`)
	c.open(aURI, 1, "&&")
	if got := c.AwaitVersion(aURI, 1); len(got.Diagnostics) != 2 {
		t.Errorf("got %v", got)
	}
	c.open(aURI, 2, "&&&") // opened twice
	if got := c.AwaitVersion(aURI, 2); len(got.Diagnostics) != 3 {
		t.Errorf("got %v", got)
	}
	var order []string
	for _, m := range c.All() {
		if m.Method == "textDocument/publishDiagnostics" {
			var p wire.Published
			if err := json.Unmarshal(m.Params, &p); err != nil {
				t.Fatal(err)
			}
			version := "none"
			if p.Version != nil {
				version = fmt.Sprint(*p.Version)
			}
			order = append(order, fmt.Sprintf("%s/%d", version, len(p.Diagnostics)))
		}
	}
	// The empty list for the closed document may have been waiting when there was a newer
	// one, which replaces it.
	if got := strings.Join(order, " "); got != "7/1 none/0 1/2 2/3" && got != "7/1 1/2 2/3" {
		t.Errorf("published %s", got)
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
		`,"codeLens":`+can+`,"diagnostics":`+can+`},`+pulls, dir)
	c.open(uriOf(dir, "a.md"), 1, inCall("a & b"))
	disk.WriteFile(t, filepath.Join(dir, "forge-lsp.toml"), "")
	c.Notify("workspace/didRenameFiles", `{"files":[{"oldUri":`+wire.Quote(uriOf(dir, "other.toml"))+`,"newUri":`+wire.Quote(uriOf(dir, "forge-lsp.toml"))+`}]}`)
	for _, of := range []string{"diagnostic", "semanticTokens", "codeLens"} {
		c.asked("workspace/"+of+"/refresh", 0)
	}
	disk.WriteFile(t, filepath.Join(dir, ".forge", "tools.json"), `[{"name":"ours"}]`)
	c.Notify("workspace/didCreateFiles", `{"files":[{"uri":`+wire.Quote(uriOf(dir, ".forge"))+`}]}`)
	c.asked("workspace/codeLens/refresh", 1)
	disk.WriteFile(t, filepath.Join(dir, ".forge", "tools.json"), `[{"name":"mine"}]`)
	c.Notify("workspace/didDeleteFiles", `{"files":[{"uri":`+wire.Quote(uriOf(dir, ".forge/tools.json"))+`}]}`)
	c.asked("workspace/codeLens/refresh", 2)

	pushed := startWith(t, onDisk(time.Hour), `"workspace":{"codeLens":`+can+`,"diagnostics":`+can+`}`, dir)
	pushed.open(uriOf(dir, "a.md"), 1, inCall("a & b"))
	pushed.Notify(settingsMethod, `{"settings":{"forge":`+setting("hint")+`}}`)
	pushed.asked("workspace/codeLens/refresh", 0)
	if asked := pushed.sent("workspace/diagnostic/refresh"); len(asked) > 0 {
		t.Error("a client that is pushed to is asked to pull")
	}
}

// TestKindOfLanguage checks that the language decides only if the name does not.
func TestKindOfLanguage(t *testing.T) {
	for _, test := range []struct {
		name, language string
		want           document.Kind
	}{
		{"Untitled-1", "xml", document.KindOf("a.xml")},
		{"Untitled-1", "markdown", document.KindOf("a.md")},
		{"Untitled-1", "plaintext", document.KindOf("a.txt")},
		{"Untitled-1", "go", document.Go},
		{"Untitled-1", "python", document.Python},
		{"Untitled-1", "typescriptreact", document.JavaScript},
		{"Untitled-1", "jsonl", document.JSON},
		{"Untitled-1", "yaml", document.YAML},
		{"Untitled-1", "log", document.Auto},
		{"Untitled-1", "prompt", document.KindOf("a.prompt.md")},
		{"Untitled-1", "chatagent", document.KindOf("a.agent.md")},
		{"Untitled-1", "rust", document.KindOf("Untitled-1")},
		{"", "python", document.Python},
		{".cursorrules", "plaintext", document.Document},
		{"a.mdc", "plaintext", document.Document},
		{"a.instructions.md", "instructions", document.KindOf("a.md")},
		{"a.html", "html", document.Document},
		{"-", "rust", document.KindOf("-")},
		{"-", "go", document.KindOf("-")},
		{"a.reply", "markdown", document.Reply},
		{"a.md", "xml", document.KindOf("a.md")},
	} {
		if got := document.KindOf(nameOf(test.name, test.language)); got != test.want {
			t.Errorf("%s in %s: %v, want %v", test.name, test.language, got, test.want)
		}
	}
}
