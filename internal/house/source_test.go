package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
)

// maxLines is how long a Go file may be. Past it, split by what the file does.
const maxLines = 500

// checkLength finds the Go files that are too long, tests among them.
func checkLength(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	for _, name := range goFiles(t, tree) {
		if n := strings.Count(read(t, tree, name), "\n"); n > maxLines {
			breaches = append(breaches, fmt.Sprintf("%s has %d lines, more than %d: split it by what it does", name, n, maxLines))
		}
	}
	return breaches
}

// isLibrary reports whether a file or a folder belongs to a package that others import,
// whose every exported name has a comment.
func isLibrary(name string) bool {
	layer := layerOf(name)
	return layer != "" && !slices.Contains([]string{"cmd/forge-lsp", "beam", "web/...", support, "internal/house"}, layer)
}

// checkDocs finds the packages without a package comment, and in the libraries
// the exported identifiers without a doc comment. A comment on a group of
// constants or variables counts for each of them, and so does one after a
// constant or a field, as go doc shows all of these.
func checkDocs(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches, packages []string
	documented := map[string]bool{}
	for _, name := range goFiles(t, tree) {
		if isTest(name) {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, read(t, tree, name), parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(name)
		if !slices.Contains(packages, dir) {
			packages = append(packages, dir)
		}
		documented[dir] = documented[dir] || file.Doc.Text() != ""
		if !isLibrary(dir) {
			continue
		}
		for _, id := range undocumented(file) {
			breaches = append(breaches, fmt.Sprintf("%s: %s is exported and has no doc comment", set.Position(id.Pos()), id.Name))
		}
	}
	for _, dir := range packages {
		if !documented[dir] {
			breaches = append(breaches, fmt.Sprintf("package %s has no package comment", dir))
		}
	}
	return breaches
}

// undocumented returns the exported identifiers of the file, at the top level
// or below an exported type, that go doc would show without a comment.
func undocumented(file *ast.File) []*ast.Ident {
	var list []*ast.Ident
	add := func(ids []*ast.Ident, comments ...*ast.CommentGroup) {
		if slices.ContainsFunc(comments, func(c *ast.CommentGroup) bool { return c.Text() != "" }) {
			return
		}
		for _, id := range ids {
			if id.IsExported() {
				list = append(list, id)
			}
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil || receiver(decl.Recv.List[0].Type).IsExported() {
				add([]*ast.Ident{decl.Name}, decl.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					add(spec.Names, decl.Doc, spec.Doc, spec.Comment)
				case *ast.TypeSpec:
					if decl.Lparen.IsValid() {
						add([]*ast.Ident{spec.Name}, spec.Doc) // a group's comment is not the type's
					} else {
						add([]*ast.Ident{spec.Name}, decl.Doc)
					}
					if spec.Name.IsExported() {
						members(spec.Type, add)
					}
				}
			}
		}
	}
	return list
}

// members adds the methods of an interface. The fields of a struct may share a
// comment, above the first or in the type's own: only a reader can tell.
func members(typ ast.Expr, add func([]*ast.Ident, ...*ast.CommentGroup)) {
	if it, ok := typ.(*ast.InterfaceType); ok {
		for _, m := range it.Methods.List {
			add(m.Names, m.Doc, m.Comment)
		}
	}
}

// receiver returns the name of the type of a method's receiver.
func receiver(typ ast.Expr) *ast.Ident {
	for {
		switch x := typ.(type) {
		case *ast.StarExpr:
			typ = x.X
		case *ast.IndexExpr:
			typ = x.X
		case *ast.IndexListExpr:
			typ = x.X
		case *ast.Ident:
			return x
		default:
			return ast.NewIdent("_")
		}
	}
}

func TestLength(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("\n", n) }
	runBreaches(t, checkLength, []breachTest{
		{"at the limit", map[string]string{"lsp/a.go": lines(500)}, ""},
		{"too long", map[string]string{"lsp/a.go": lines(501)}, "lsp/a.go has 501 lines, more than 500"},
		{"a long test", map[string]string{"lsp/a_test.go": lines(501)}, "lsp/a_test.go has 501 lines"},
		{"test data", map[string]string{"lsp/testdata/a.go": lines(501)}, ""},
		{"not Go", map[string]string{"lsp/a.md": lines(501)}, ""},
	})
}

func TestDocs(t *testing.T) {
	file := func(text string) map[string]string {
		return map[string]string{"lsp/a.go": "// Package lsp serves.\npackage lsp\n\n" + text}
	}
	runBreaches(t, checkDocs, []breachTest{
		{"a package", map[string]string{"cmd/x/a.go": "package main", "cmd/x/b.go": "package main"}, "package cmd/x has no package comment"},
		{"a directive is no comment", map[string]string{"cmd/x/a.go": "//nolint:all\npackage main"}, "package cmd/x has no package comment"},
		{"a function", file("func F() {}"), "lsp/a.go:4:6: F is exported and has no doc comment"},
		{"a function outside the libraries", map[string]string{"cmd/a.go": "// Cmd runs.\npackage main\n\nfunc F() {}"}, ""},
		{"a documented function", file("// F does.\nfunc F() {}"), ""},
		{"a directive on a function", file("//go:noinline\nfunc F() {}"), "F is exported"},
		{"a hidden function", file("func f() {}"), ""},
		{"a method", file("// T is.\ntype T[P any] struct{}\n\nfunc (*T[P]) M() {}"), "lsp/a.go:7:14: M is exported"},
		{"a method of a hidden type", file("type t struct{}\n\nfunc (t) String() string { return \"\" }"), ""},
		{"a type", file("type T int"), "T is exported"},
		{"a type of a group", file("// Types.\ntype (\n\tT int\n)"), "T is exported"},
		{"an interface's method", file("// T is.\ntype T interface {\n\tM()\n}"), "lsp/a.go:6:2: M is exported"},
		{"a constant", file("const (\n\t// A is.\n\tA = 1\n\tB = 2\n)"), "lsp/a.go:7:2: B is exported"},
		{"constants of a group", file("// These are.\nconst (\n\tA = 1\n\tB = 2\n)"), ""},
		{"a comment behind", file("var (\n\tA = 1 // is\n)"), ""},
	})
}
