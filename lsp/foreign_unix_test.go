//go:build unix

package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
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
	for _, method := range []string{"textDocument/documentSymbol", "textDocument/codeLens", "textDocument/documentLink", "forge/calls"} {
		ask(method, of+"}")
	}
	ask("textDocument/inlayHint", of+`,"range":`+everything+"}")
	ask("textDocument/codeAction", of+`,"range":`+everything+`,"context":{"diagnostics":[]}}`)
	ask("textDocument/diagnostic", of+"}")
	ask("workspace/symbol", `{"query":""}`)
	for _, method := range []string{"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp", "textDocument/documentSymbol", "textDocument/codeLens", "textDocument/codeAction"} {
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
