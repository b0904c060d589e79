package house

import (
	"encoding/json"
	"fmt"
	"go/ast"
	doccomment "go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A snippet is Go code that a document or a doc comment shows.
type snippet struct {
	file string
	line int    // 1-based, of its first line
	code string // a whole file, declarations or statements
	// given are the parameters of the function that statements are in, as Go has them: what the
	// comment <!-- given: reply string --> before the code declares.
	given string
}

// checkSnippets builds the Go code of documents and of the doc comments of packages.
func checkSnippets(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var list []snippet
	for _, name := range files(t, tree) {
		switch {
		case inTestdata(name) || strings.HasPrefix(name, "examples/"):
		case path.Ext(name) == ".md":
			list = append(list, fencedGo(name, read(t, tree, name))...)
		case path.Ext(name) == ".go" && !isTest(name) && isLibrary(name):
			list = append(list, commentedGo(t, name, read(t, tree, name))...)
		}
	}
	var breaches []string
	overlay, dirs := map[string]string{}, []string{}
	for i, s := range list {
		code, err := s.source()
		if err != nil {
			breaches = append(breaches, err.Error())
			continue
		}
		temp := filepath.Join(t.TempDir(), "snippet.go")
		if err := os.WriteFile(temp, []byte(code), 0o644); err != nil {
			t.Fatal(err)
		}
		// An overlay adds the file to this module, so that it builds with our packages as they
		// are, without writing into the tree.
		dirs = append(dirs, fmt.Sprintf("./internal/house/snippet%d", i))
		abs, err := filepath.Abs(filepath.Join("../..", dirs[len(dirs)-1], "snippet.go"))
		if err != nil {
			t.Fatal(err)
		}
		overlay[abs] = temp
	}
	if len(dirs) == 0 {
		return breaches
	}
	return append(breaches, build(t, overlay, dirs)...)
}

// build returns the errors of building packages of an overlay. (go vet needs their folders.)
func build(t *testing.T, overlay map[string]string, dirs []string) []string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"build", "-o", os.DevNull, "-overlay", name}, dirs...)...)
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	var breaches []string
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			breaches = append(breaches, strings.TrimPrefix(line, "./"))
		}
	}
	if len(breaches) == 0 {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return breaches
}

var given = regexp.MustCompile(`^<!-- given: (.*) -->$`)

// fencedGo returns the blocks of Go in Markdown.
func fencedGo(name, text string) []snippet {
	var list []snippet
	var open *snippet
	parameters, n := "", 0
	for line := range strings.Lines(text) {
		n++
		content := strings.TrimSpace(line)
		switch m := given.FindStringSubmatch(content); {
		case open != nil && content == "```":
			list, open, parameters = append(list, *open), nil, ""
		case open != nil:
			open.code += line
		case content == "```go":
			open = &snippet{file: name, line: n + 1, given: parameters}
		case m != nil:
			parameters = m[1]
		case content != "":
			parameters = ""
		}
	}
	return list
}

// goStart matches the first line of Go code. Other code in a doc comment is a call, a table or the like.
var goStart = regexp.MustCompile(`^(?:package|import|type|func|var|const|for|if|switch)\b|:=`)

// commentedGo returns the blocks of Go in the doc comments of a Go file. The position is that of the comment.
func commentedGo(t *testing.T, name, text string) []snippet {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var list []snippet
	for _, c := range docComments(file) {
		var p doccomment.Parser
		for _, block := range p.Parse(c.Text()).Content {
			if code, ok := block.(*doccomment.Code); ok && goStart.MatchString(code.Text) {
				list = append(list, snippet{file: name, line: set.Position(c.Pos()).Line, code: code.Text})
			}
		}
	}
	return list
}

// docComments returns the comments that go doc shows of a file.
func docComments(file *ast.File) []*ast.CommentGroup {
	list := []*ast.CommentGroup{file.Doc}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			list = append(list, d.Doc)
		case *ast.GenDecl:
			list = append(list, d.Doc)
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok {
					list = append(list, s.Doc)
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(c *ast.CommentGroup) bool { return c == nil })
}

// source returns a Go file with the code of the snippet, whose errors name the place in the document.
func (s *snippet) source() (string, error) {
	root, err := filepath.Abs("../..") // a relative path would be one from the file of the overlay
	if err != nil {
		return "", err
	}
	at := fmt.Sprintf("//line %s:%d\n", filepath.ToSlash(filepath.Join(root, s.file)), s.line)
	if file, err := parser.ParseFile(token.NewFileSet(), s.file, s.code, parser.PackageClauseOnly); err == nil && file.Name != nil {
		return at + s.code, nil
	}
	imports, body := splitImports(s.code)
	code := at + body
	file, err := parser.ParseFile(token.NewFileSet(), s.file, "package p\n"+code, 0)
	if err != nil {
		code = "func _(" + s.given + ") {\n" + at + body + "\n}\n"
		if file, err = parser.ParseFile(token.NewFileSet(), s.file, "package p\n"+code, 0); err != nil {
			return "", fmt.Errorf("%s:%d: not Go: %v", s.file, s.line, err)
		}
	}
	return "package p\n" + imports + missingImports(file, imports) + code, nil
}

// splitImports cuts the import declarations off the start of a snippet, line by line; in the rest are blank
// lines in their place.
func splitImports(code string) (imports, rest string) {
	inside := false
	for line := range strings.Lines(code) {
		switch {
		case strings.HasPrefix(line, "import "):
			inside = strings.Contains(line, "(")
		case inside:
			inside = !strings.HasPrefix(line, ")")
		default:
			rest += line
			continue
		}
		imports, rest = imports+line, rest+"\n"
	}
	return imports, rest
}

// missingImports returns declarations that import what a file uses without importing it: our packages and those
// of the standard library whose path is their name. Documents leave these out.
func missingImports(file *ast.File, imports string) string {
	missing := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && slices.Contains(file.Unresolved, x) && !strings.Contains(imports, "/"+x.Name+`"`) {
				missing[x.Name] = true
			}
		}
		return true
	})
	var b strings.Builder
	for name := range missing {
		switch {
		case mayImport[name] != nil:
			fmt.Fprintf(&b, "import %q\n", module+"/"+name)
		case !strings.Contains(imports, `"`+name+`"`):
			fmt.Fprintf(&b, "import %q\n", name)
		}
	}
	return b.String()
}

func TestSnippets(t *testing.T) {
	markdown := func(before, code string) map[string]string {
		return map[string]string{"docs/a.md": "# A\n\n" + before + "\n```go\n" + code + "\n```\n"}
	}
	doc := func(code string) map[string]string {
		return map[string]string{"lsp/a.go": "// Package lsp serves.\n//\n//\t" + code + "\n//\n// It ends.\npackage lsp\n"}
	}
	runBreaches(t, checkSnippets, []breachTest{
		{"statements", markdown("<!-- given: reply string -->\n", "n, ok := xmlcall.Find(reply, 0)\nlog.Print(n, ok)"), ""},
		{"a name that is not there", markdown("", "var a xmlcall.Nothing"), "docs/a.md:5: undefined: xmlcall.Nothing"},
		{"an argument of another type", markdown("", "xmlcall.Find(1, 0)"), "docs/a.md:5"},
		{"after the import", markdown("", "import \"fmt\"\n\nvar _ = fmt.Nothing"), "docs/a.md:7: undefined: fmt.Nothing"},
		{"a whole file", markdown("", "package a\n\nvar a = b"), "docs/a.md:7: undefined: b"},
		{"not Go", markdown("", "for for"), "docs/a.md:5: not Go"},
		{"what an earlier block was given", map[string]string{
			"docs/a.md": "<!-- given: a int -->\n```go\n_ = a\n```\n\n```go\n_ = a\n```\n",
		}, "docs/a.md:7: undefined: a"},
		{"a doc comment", doc("var a xmlcall.Nothing"), "lsp/a.go:1: undefined: xmlcall.Nothing"},
		{"a table in a doc comment", doc("a.go   what it has"), ""},
		{"a comment of a program", map[string]string{"cmd/x/a.go": "// Command x is.\n//\n//\tif if\npackage main\n"}, ""},
		{"another language", map[string]string{"docs/a.md": "```sh\nls\n```\n"}, ""},
	})
}
