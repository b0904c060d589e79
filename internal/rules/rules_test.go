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

// ruleOf returns the literal of the rule that a file declares, or nil, and their
// number.
func ruleOf(file *ast.File) (rule *ast.CompositeLit, count int) {
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			if id, ok := lit.Type.(*ast.Ident); ok && id.Name == "Rule" {
				rule, count = lit, count+1
			}
		}
		return true
	})
	return rule, count
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
	for name, file := range files {
		rule, n := ruleOf(file)
		if n == 0 {
			continue
		}
		needs := ""
		for _, element := range rule.Elts {
			if kv := element.(*ast.KeyValueExpr); kv.Key.(*ast.Ident).Name == "Needs" {
				needs = text(kv.Value)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
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
