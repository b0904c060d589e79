//go:build unix

package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// evil is what an editor would interpret, or show as something else.
const evil = "E\x1b[31m\a\rX\u202e\u2066\u200f\u061c\u2028\u0085\u009b31m\x7f` ``<script>[x](command:y)![x](http://evil.example)" +
	"<a href=\"http://evil.example\">[z][z] https://evil.example www.evil.example a@evil.example <http://evil.example>\n\n[z]: http://evil.example\n" +
	"```\n[x](command:y)\n\n~~~\n[x](command:y)\n- ```\n[x](command:y)\n\n| a | b |\n|---|---|\n| ` | [x](command:y) ` |\n"

// TestForeignText drives it through everything that an editor shows, and every field.
func TestForeignText(t *testing.T) {
	quoted := func(s string) string {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	e := quoted(evil)
	members := `"description":` + e + `,"inputSchema":{"type":"object","properties":{"path":{"type":"string","description":` + e + `},` +
		`"mode":{"enum":["a",` + e + `],"description":` + e + `},"n":{"type":"integer","default":3,"description":` + e + `},` +
		e + `:{"type":"string"},"o":{"type":"object","description":` + e + `,"properties":{"p":{"type":"string","description":` + e + `}}}},"required":[` + e + `]}`
	inXML := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\x1b", "", "\a", "").Replace(evil)
	call := func(tool string) string {
		return "<tool>\n<server_name>" + inXML + "</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>\n<path>" + inXML + "</path>\n<mode>" + inXML +
			"</mode>\n<n>" + inXML + "</n>\n<o><p>" + inXML + "</p></o>\n<pa\u202eth>a & b</pa\u202eth>\n</arguments>\n</tool>\n"
	}
	doc := call("evil_tool") + call(inXML) + "<tool>\n<tool_name>evil_tool</tool_name>\n<arguments>\n<\n</arguments>\n</tool>\n" +
		"<tool>\n<tool_name>" + evil + "</tool_name></tool>\n"
	name := "\x1b\u202e[x](command:y).reply"
	dir := disk.Folder(t, ".git/HEAD", "", ".forge/tools.json", `[{"name":"evil_tool",`+members+`},{"name":`+e+`,`+members+`}]`, name, doc,
		"forge-lsp.toml", "[rules]\n\"\\u202e\\u001b\" = 'error'\n")
	c := connect(t, onDisk(time.Hour))
	c.initializeWith(`"capabilities":{"textDocument":{"hover":{"contentFormat":["markdown"]},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},` +
		`"completion":{"completionItem":{"documentationFormat":["markdown"],"labelDetailsSupport":true}},"signatureHelp":{"signatureInformation":{"documentationFormat":["markdown"]}},` +
		`"publishDiagnostics":{"relatedInformation":true}},"workspace":{"symbol":{}},"window":{}},"workspaceFolders":` + wire.FoldersJSON(dir))
	uri := uriOf(dir, name)
	c.open(uri, 1, doc)
	of := `{"textDocument":{"uri":` + wire.Quote(uri) + `}`
	lines := strings.FieldsFunc(doc, func(r rune) bool { return r == '\n' || r == '\r' })
	asked, found := 0, map[string]int{}
	ask := func(method, params string) {
		m := c.Call(method, params)
		var v any
		if err := json.Unmarshal(m.Result, &v); err != nil {
			return // an error, or nothing
		}
		asked++
		n := walkShown(t, method, "", v)
		found[method] += n
	}
	for line := range len(lines) + 10 {
		for _, column := range []int{0, 1, 3, 8, 9, 11, 13, 20} {
			at := fmt.Sprintf(`%s,"position":{"line":%d,"character":%d}}`, of, line, column)
			for _, method := range []string{"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp"} {
				ask(method, at)
			}
		}
	}
	everything := wire.RangeJSON(0, 0, len(lines)+10, 0)
	for _, method := range []string{"textDocument/documentSymbol", "textDocument/codeLens", "forge/calls"} {
		ask(method, of+"}")
	}
	ask("textDocument/codeAction", of+`,"range":`+everything+`,"context":{"diagnostics":[]}}`)
	ask("textDocument/diagnostic", of+"}")
	ask("forge/summary", of+"}")
	for _, method := range []string{"window/showMessage", "textDocument/publishDiagnostics"} {
		for _, m := range c.sent(method) {
			var v any
			if err := json.Unmarshal(m.Params, &v); err != nil {
				t.Fatal(err)
			}
			found[method] += walkShown(t, method, "", v)
		}
	}
	for _, method := range []string{
		"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp", "textDocument/documentSymbol", "textDocument/codeLens",
		"textDocument/codeAction", "forge/summary", "forge/calls", "textDocument/publishDiagnostics",
	} {
		if found[method] == 0 {
			t.Errorf("%s shows nothing", method)
		}
	}
	t.Log(asked, found)
}

// walkShown checks the strings of an answer that an editor shows, and returns their number.
func walkShown(t *testing.T, where, member string, v any) (n int) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			switch name {
			case "newText", "insertText", "filterText", "sortText", "uri", "target", "targetUri", "data", "arguments", "edit", "command", "resultId", "value":
				if kind := v["kind"]; name == "value" && kind == "markdown" {
					checkMarkdown(t, where, inner.(string))
				} else if name != "value" && name != "command" {
					continue
				}
			}
			n += walkShown(t, where, name, inner)
		}
	case []any:
		for _, inner := range v {
			n += walkShown(t, where, member, inner)
		}
	case string:
		for _, r := range v {
			if r != '\n' && r != '\t' && foreign.IsHidden(r, 3) {
				t.Errorf("%s: %s has %U: %.200q", where, member, r, v)
				break
			}
		}
		n = 1
	}
	return n
}

// checkMarkdown checks that Markdown has no link but to our pages and to a file, no image and no HTML.
func checkMarkdown(t *testing.T, where, source string) {
	t.Helper()
	tree := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader([]byte(source)))
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindLink:
			to := string(n.(*ast.Link).Destination)
			if entering && !strings.HasPrefix(to, "https://github.com/entrhq/") && !strings.HasPrefix(to, "https://entrhq.github.io/") && !strings.HasPrefix(to, "file:///") {
				t.Errorf("%s: a link to %s in %q", where, to, source)
			}
		case ast.KindImage, ast.KindAutoLink, ast.KindRawHTML, ast.KindHTMLBlock:
			if entering {
				t.Errorf("%s: %s in %q", where, n.Kind(), source)
			}
		}
		return ast.WalkContinue, nil
	})
}

// published returns the last diagnostics of a document, each as its code, severity and place.
func (c *testClient) published(uri string) (list []string, ok bool) {
	for _, m := range c.sent("textDocument/publishDiagnostics") {
		var p struct {
			URI         string
			Diagnostics []struct {
				Range    json.RawMessage
				Severity json.RawMessage
				Code     string
			}
		}
		if json.Unmarshal(m.Params, &p) != nil || p.URI != uri {
			continue
		}
		list, ok = nil, true
		for _, d := range p.Diagnostics {
			list = append(list, d.Code+" "+string(d.Severity)+" "+string(d.Range))
		}
	}
	return list, ok
}

// TestSwaps replaces the files that a server watches, and the folders around them, with other
// things while a document is open. After each its findings must become those of a server that
// has just started, and another folder's document is analyzed meanwhile.
func TestSwaps(t *testing.T) {
	const settings, tools, folder = "forge-lsp.toml", ".forge/tools.yaml", ".forge"
	const mine = "- name: mine\n  description: x\n  parameters:\n    type: object\n    required: [a]\n    properties:\n      a: {type: integer}\n"
	text := strings.Replace(inCall("a & b"), "write_file", "mine", 1)
	links := func(to string) func(path string) error {
		return func(path string) error { return os.Symlink(to, path) }
	}
	tricks := []func(path string) error{
		func(string) error { return nil }, // it is gone
		func(path string) error { return syscall.Mkfifo(path, 0o600) },
		func(path string) error { return os.MkdirAll(filepath.Join(path, "x"), 0o700) },
		func(path string) error { return os.WriteFile(path, []byte("= not [this"), 0o600) },
		func(path string) error {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				return err
			}
			return os.Truncate(path, 1<<36)
		},
		links("/dev/zero"), links("../outside"), links("nowhere"), links("forge-lsp.toml"), links(".forge"),
	}
	for mode, members := range map[string]string{"told by the client": watchesFiles, "looking itself": ""} {
		t.Run(mode, func(t *testing.T) {
			top := disk.Folder(t, "outside/tools.yaml", mine, "other/.git/HEAD", "", "work/.git/HEAD", "")
			dir, other := filepath.Join(top, "work"), filepath.Join(top, "other")
			whole := func() {
				disk.Write(t, dir, map[string]string{settings: ampersand + "'error'", tools: mine})
			}
			poll := 5 * time.Millisecond
			if members != "" {
				poll = time.Hour
			}
			c := startIn(t, onDisk(poll), members, dir, other)
			if members != "" {
				whole() // so that the tools are watched
			}
			doc := uriOf(dir, "sub/a.md")
			c.open(doc, 1, text)
			if members != "" {
				c.reply(c.asked(registerMethod, 0), "null")
			}
			agrees := func(what string) {
				t.Helper()
				if members != "" {
					c.filesChanged(dir, settings, tools, folder)
				}
				fresh := startIn(t, onDisk(time.Hour), "", dir, other)
				fresh.open(doc, 1, text)
				fresh.AwaitVersion(doc, 1)
				want, _ := fresh.published(doc)
				fresh.Call("shutdown", `null`)
				fresh.Notify("exit", `null`)
				fresh.exit()
				for end := time.Now().Add(wire.Deadline); ; time.Sleep(time.Millisecond) {
					if got, ok := c.published(doc); ok && slices.Equal(got, want) {
						return
					} else if time.Now().After(end) {
						t.Fatalf("%s: %q, and in a new server %q", what, got, want)
					}
				}
			}
			version := 0
			for _, name := range []string{settings, tools, folder} {
				for k, trick := range tricks {
					whole()
					agrees(name + " is there")
					path := filepath.Join(dir, name)
					if err := os.RemoveAll(path); err != nil {
						t.Fatal(err)
					}
					if err := trick(path); err != nil {
						t.Fatal(err)
					}
					version++
					c.open(uriOf(other, "b.md"), version, text)
					c.AwaitVersion(uriOf(other, "b.md"), version)
					c.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(uriOf(other, "b.md"))+`}}`)
					agrees(name + " is replaced by trick " + string(rune('0'+k)))
					if err := os.RemoveAll(path); err != nil {
						t.Fatal(err)
					}
				}
			}
			// The whole folder is moved away, and there is another one.
			whole()
			agrees("everything is there")
			if err := os.Rename(dir, filepath.Join(top, "away")); err != nil {
				t.Fatal(err)
			}
			agrees("the folder is gone")
			whole()
			agrees("there is a new folder")
		})
	}
}
