package rules

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sources parses the non-test files of the package, by name.
func sources(t *testing.T) (*token.FileSet, map[string]*ast.File) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	set, files := token.NewFileSet(), map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
	}
	return set, files
}

// isRule reports whether a literal is that of a rule, alone or in a table of rules.
func isRule(lit *ast.CompositeLit) bool {
	return slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool { return key(e) == "Code" })
}

// key returns the name of the field that an element of a literal sets, "" if it sets none.
func key(element ast.Expr) string {
	if kv, ok := element.(*ast.KeyValueExpr); ok {
		if id, ok := kv.Key.(*ast.Ident); ok {
			return id.Name
		}
	}
	return ""
}

// TestNeeds checks that a rule uses only kinds of problems, notes and issues that its
// Needs declare; the runner would not run it for others.
func TestNeeds(t *testing.T) {
	set, files := sources(t)
	text := func(n ast.Node) string {
		var w strings.Builder
		if err := printer.Fprint(&w, set, n); err != nil {
			t.Fatal(err)
		}
		return w.String()
	}
	asked := 0
	check := func(name, needs string, root ast.Node) {
		ast.Inspect(root, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains([]string{"ProblemsOf", "RunsOf", "NotesOf", "IssuesOf"}, f.Sel.Name) {
				return true
			}
			for _, kind := range call.Args {
				asked++
				if !strings.Contains(needs, text(kind)) {
					t.Errorf("%s asks for %s and does not declare it", name, text(kind))
				}
			}
			return true
		})
	}
	for name, file := range files {
		all, n := "", 0 // what the rules of the file declare
		ast.Inspect(file, func(node ast.Node) bool {
			lit, ok := node.(*ast.CompositeLit)
			if !ok || !isRule(lit) {
				return true
			}
			needs := ""
			for _, element := range lit.Elts {
				if key(element) == "Needs" {
					needs = text(element)
				}
			}
			check(name, needs, lit)
			all, n = all+needs, n+1
			return true
		})
		if n > 0 {
			check(name, all, file)
		}
	}
	if asked == 0 {
		t.Error("no rule asks for anything")
	}
	for _, r := range All {
		n := &r.Needs
		if about := len(n.Problems) + len(n.Notes) + len(n.Issues); (about == 0 && n.Facts == 0) != (r.Check == nil) {
			t.Errorf("%s: a rule has a check if, and only if, it is about something", r.Code)
		}
	}
}
