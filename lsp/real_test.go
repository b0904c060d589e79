package lsp

import (
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/toolspec"
)

const realText = "Intro 😀\n\n<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>😀 a&b.txt</path>\n" +
	"<content>x && y</content>\n</arguments>\n</tool>\n"

// TestRealRules uses the real rules: a bare ampersand is reported at its place, and
// fix-all leaves nothing to report.
func TestRealRules(t *testing.T) {
	for _, uri := range []string{"file:///a.md", "file:///a.xml"} {
		c := start(t, Options{}, `{"textDocument":{"publishDiagnostics":{"relatedInformation":true}}}`)
		c.open(uri, 1, realText)
		found := c.AwaitVersion(uri, 1).Diagnostics
		if len(found) == 0 || found[0].Code != "unescaped-ampersand" || found[0].Range.String() != "6:10-6:11" {
			t.Fatalf("%s: %+v", uri, found)
		}
		var as []action
		c.Result("textDocument/codeAction", `{"textDocument":{"uri":`+wire.Quote(uri)+`},"range":`+wire.RangeJSON(6, 10, 6, 11)+`,"context":{"diagnostics":[],"only":["source.fixAll"]}}`, &as)
		if len(as) != 1 {
			t.Fatalf("%s: %s", uri, titles(as))
		}
		fixed := as[0].Edit.apply(realText)
		c.Change(uri, 2, wire.Whole(fixed))
		if left := c.AwaitVersion(uri, 2).Diagnostics; len(left) != 0 {
			t.Errorf("%s: %q leaves %+v", uri, fixed, left)
		}
	}
}

// TestForeignXML checks that another program's XML has no diagnostics until it contains
// a call.
func TestForeignXML(t *testing.T) {
	const foreign = "<tools>\n<tool><name>a & b</name></tool>\n</tools>\n"
	for _, uri := range []string{"file:///build.xml", "file:///run.log", "untitled:Untitled-1"} {
		c := start(t, Options{}, `{}`)
		c.Notify("textDocument/didOpen", `{"textDocument":{"uri":`+wire.Quote(uri)+`,"languageId":"xml","version":1,"text":`+wire.Quote(foreign)+`}}`)
		if found := c.AwaitVersion(uri, 1).Diagnostics; len(found) != 0 {
			t.Errorf("%s: %+v", uri, found)
		}
		c.Change(uri, 2, wire.Whole(realText+foreign))
		if found := c.AwaitVersion(uri, 2).Diagnostics; len(found) == 0 || found[0].Code != "unescaped-ampersand" {
			t.Errorf("%s with a call: %+v", uri, found)
		}
		c.Change(uri, 3, wire.Whole(foreign))
		if found := c.AwaitVersion(uri, 3).Diagnostics; len(found) != 0 {
			t.Errorf("%s without it: %+v", uri, found)
		}
	}
}

// noTools is a workspace without tools, which records the paths that it was asked
// about.
type noTools struct {
	noWorkspace
	path atomic.Value
}

func (w *noTools) Options(path string) diagnostics.Options {
	w.path.Store(path)
	return diagnostics.Options{Tools: &toolspec.Set{}}
}

// TestKnown checks that the settings of a document are requested by its path, and that
// its findings use them.
func TestKnown(t *testing.T) {
	const text = "<tool><server_name>local</server_name><tool_name>nobody_knows</tool_name><arguments></arguments></tool>"
	const uri = "file:///w/a%20b/x.xml"
	asked := &noTools{}
	c := start(t, Options{Workspace: asked}, `{}`)
	c.open(uri, 1, text)
	if found := c.AwaitVersion(uri, 1).Diagnostics; len(found) != 0 {
		t.Errorf("with no tools: %+v", found)
	}
	if got := asked.path.Load(); got != filepath.FromSlash("/w/a b/x.xml") {
		t.Errorf("asked for the tools of %q", got)
	}
	c = start(t, Options{}, `{}`)
	c.open(uri, 1, text)
	if found := c.AwaitVersion(uri, 1).Diagnostics; len(found) != 1 || found[0].Code != "unknown-tool" {
		t.Errorf("with the runtime's tools: %+v", found)
	}
}

// TestDisable checks that the last action for a finding disables its rule: the comment
// that it writes suppresses the finding, and a second name goes into the same comment.
func TestDisable(t *testing.T) {
	c := start(t, Options{}, `{}`)
	text := "> 1. ```xml\n>    <tool><server_name>local</server_name><tool_name>x</tool_name><arguments><a>&</a></arguments></tool>\n>    ```\n"
	c.open(aURI, 1, text)
	for i, code := range []string{"unescaped-ampersand", "unknown-tool"} {
		as := c.actions(wire.RangeJSON(0, 0, 9, 0), `,"only":["quickfix"]`)
		a := find(t, as, "Disable "+code+" for this call")
		if a.IsPreferred || len(a.Diagnostics) != 1 {
			t.Errorf("got %s", a.raw)
		}
		text = a.Edit.apply(text)
		c.Change(aURI, i+2, wire.Whole(text))
	}
	want := "> 1. <!-- forge-lsp-disable-next-call unescaped-ampersand unknown-tool -->\n>    ```xml\n"
	if !strings.HasPrefix(text, want) {
		t.Errorf("got %q", text)
	}
	if found := c.AwaitVersion(aURI, 3).Diagnostics; len(found) != 0 {
		t.Errorf("got %+v", found)
	}
}

// TestPlaceholdersAndTemplates checks that one placeholder per call is reported; and that a
// directive is a comment of a template's language, or of a program's.
func TestPlaceholdersAndTemplates(t *testing.T) {
	const uri = "file:///a.md.j2"
	call := "<tool>\n<server_name>local</server_name>\n<tool_name>{{ a }}</tool_name>\n<arguments><path>{{ b }} & c</path></arguments>\n</tool>\n"
	c := start(t, Options{}, `{}`)
	c.open(uri, 1, call+"\n"+call)
	found := c.AwaitVersion(uri, 1).Diagnostics
	if s := ranges(found); s != "2:11-2:18 3:25-3:26 8:11-8:18 9:25-9:26" {
		t.Errorf("%s: %+v", s, found)
	}
	for uri, want := range map[string]string{
		uri:                "{# forge-lsp-disable-next-call unescaped-ampersand -#}\n" + call,
		"file:///a.gotmpl": "{{/* forge-lsp-disable-next-call unescaped-ampersand */ -}}\n" + call,
		"file:///a.hbs":    "{{!-- forge-lsp-disable-next-call unescaped-ampersand --}}\n" + call,
		"file:///a.go":     "// forge-lsp-disable-next-call unescaped-ampersand\nvar a = `" + call + "`\n",
		"file:///a.yml":    "# forge-lsp-disable-next-call unescaped-ampersand\na: '" + strings.ReplaceAll(call, "\n", "\n\n  ") + "'\n",
	} {
		_, text, _ := strings.Cut(want, "\n")
		at := strings.Index(text, "&")
		line, column := strings.Count(text[:at], "\n"), at-strings.LastIndex(text[:at], "\n")-1
		if uri != "file:///a.md.j2" {
			c.open(uri, 1, text)
			c.AwaitVersion(uri, 1)
		} else {
			c.Change(uri, 2, wire.Whole(text))
			c.AwaitVersion(uri, 2)
		}
		var as []action
		c.Result("textDocument/codeAction", `{"textDocument":{"uri":`+wire.Quote(uri)+`},"range":`+wire.RangeJSON(line, column, line, column+1)+`,"context":{"diagnostics":[]}}`, &as)
		got := ""
		for _, a := range as {
			if strings.HasPrefix(a.Title, "Disable unescaped-ampersand") {
				got = a.Edit.apply(text)
			}
		}
		if got != want {
			t.Errorf("%s: %s: %q, want %q", uri, titles(as), got, want)
		}
	}
}
