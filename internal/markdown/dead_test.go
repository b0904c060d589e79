package markdown

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// FuzzDead checks that nothing in foreign text is live, also among other parts of a document: no
// link, no image, no HTML, no hidden character.
func FuzzDead(f *testing.F) {
	for _, s := range []string{
		"[x](command:y) ![x](http://z) <a href='b'> https://e.example, www.e.example a@e.example",
		"a ` b\n\n[x](c:y) ` c", "- ` a\n- [x](c:y) `", "- a\n  ```\n[x](c:y)\n  ```\n", "- ~~~\n  ```\n[x](c:y)\n", "~~~\n```\n[x](c:y)\n~~~\n[x](c:y)",
		"| ` | b |\n|---|---|\n| ` | [x](c:y) ` |", "[x]: c:y\n\n[x] \\[x][x] \\\\[x]", "\\`[x](c:y)\\`", "`\\`[x](c:y)`", "<!-- [x](c:y)", "<http://e.example>", "\x1b\u202e\r\n\t`\x1b`",
		"1. ```\n   [x](c:y)\n", "> ```\n[x](c:y)\n", "    ```\n[x](c:y)\n    ```\n", "``` a`b\n[x](c:y)\n```", "a\n===\n`\n---\n[x](c:y)`", "https://`[x](c:y)`", "www.e.x---.\x06\x00@", "xhttps://a[x](c:y)",
	} {
		f.Add(s)
	}
	parts := []string{"`", "``", "```", "~~~", "[x](c:y)", "[x]", "[x]: c:y", "![", "](", ")", "\\", "|", "|---|", "---", "\n", "\n\n", "  ", "    ", "\t", "- ", "1. ", "> ", "a", "<b>", "<!--", "&lt;", "https://e.x/", "www.e.x", "a@e.x", "*", "_", "\r\n", "\x1b", "#", "="}
	draw := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b strings.Builder
		for range 2 + draw.IntN(24) {
			b.WriteString(parts[draw.IntN(len(parts))])
		}
		f.Add(b.String())
	}
	// As in GitHub's specification: the default takes a backquote for a part of an address.
	email := regexp.MustCompile(`^[a-zA-Z0-9._+-]+@[a-zA-Z0-9_-]+(\.[a-zA-Z0-9_-]+)+`)
	parser := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList,
		extension.NewLinkify(extension.WithLinkifyEmailRegexp(email)))).Parser()
	f.Fuzz(func(t *testing.T, s string) {
		for name, out := range map[string]string{
			"prose": Prose(s), "code": Code(s), "block": Block("", s), "cell": "| a |\n|---|\n| " + Cell(s) + " |\n",
			"prose before code": Prose(s) + "\n\n" + Block("", s) + "\n" + Code(s) + "\n\n" + Prose(s), "in a list": "- " + Code(s) + "\n",
		} {
			for i, r := range out {
				if r != '\n' && r != '\t' && r != '\r' && foreign.IsHidden(r, 3) && !foreign.IsJoiner(r) {
					t.Errorf("%s: %U at %d of %q", name, r, i, out)
				}
			}
			tree := parser.Parse(text.NewReader([]byte(out)))
			_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
				switch n.Kind() {
				case ast.KindLink, ast.KindImage, ast.KindAutoLink, ast.KindRawHTML, ast.KindHTMLBlock:
					if entering {
						t.Errorf("%s: %s in %q, of %q", name, n.Kind(), out, s)
					}
				}
				return ast.WalkContinue, nil
			})
		}
	})
}
