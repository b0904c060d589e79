package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
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
}

// megabyte is a document of 1 MB, with 80 bytes per line and one non-ASCII character.
func megabyte() string {
	return strings.Repeat("é"+strings.Repeat("x", 77)+"\n", 1<<20/80)
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
	c.Tolerate(`expected a URI with a scheme, found "not a uri"`) // as it was opened
	c.NotifyOdd("textDocument/didOpen", `{"textDocument":{"uri":"not a uri","languageId":"markdown","version":1,"text":"&"}}`)
	c.AwaitVersion("not a uri", 1)
}

func TestKind(t *testing.T) {
	for _, test := range []struct{ path, language, as string }{
		{"/a/b.md", "xml", "b.md"},
		{"/a/b.xml", "markdown", "b.xml"},
		{"/a/b.go", "go", "b.go"},
		{"Untitled-1", "xml", "x.xml"},
		{"Untitled-1", "markdown", "x.md"},
		{"Untitled-1", "plaintext", "x.txt"},
		{"Untitled-1", "weird", "Untitled-1"},
	} {
		if got, want := kindOf(test.path, test.language), document.KindOf(test.as); got != want {
			t.Errorf("%s, %s: %v, want %v", test.path, test.language, got, want)
		}
	}
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
