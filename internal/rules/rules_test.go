package rules

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
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

// TestFiles checks that a rule is one file of its name, and that [All] lists them by
// code.
func TestFiles(t *testing.T) {
	_, files := sources(t)
	var codes []string
	for name, file := range files {
		rule, n := ruleOf(file)
		if n == 0 {
			continue
		}
		if n > 1 {
			t.Errorf("%s declares %d rules", name, n)
		}
		code := ""
		for _, element := range rule.Elts {
			if kv := element.(*ast.KeyValueExpr); kv.Key.(*ast.Ident).Name == "Code" {
				code = strings.Trim(kv.Value.(*ast.BasicLit).Value, `"`)
			}
		}
		if want := strings.ReplaceAll(code, "-", "_") + ".go"; name != want {
			t.Errorf("%s declares the rule %q, which belongs into %s", name, code, want)
		}
		codes = append(codes, code)
	}
	slices.Sort(codes)
	var all []string
	for _, r := range All {
		all = append(all, r.Code)
	}
	if !slices.Equal(all, codes) {
		t.Errorf("All has %v, the files declare %v", all, codes)
	}
}

// none does not import packages: their types are not needed to resolve uses.
type none struct{}

func (none) Import(string) (*types.Package, error) { return nil, errors.New("not imported") }

// TestAlone checks that a rule does not use declarations in the file of another rule.
// Code that several rules need is a fact, or a helper for edits and words in a file
// without a rule.
func TestAlone(t *testing.T) {
	set, files := sources(t)
	var list []*ast.File
	for _, file := range files {
		list = append(list, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: none{}, Error: func(error) {}}
	pkg, _ := config.Check("rules", set, list, info) // its errors are about imports
	fileOf := func(pos token.Pos) string { return set.Position(pos).Filename }
	uses := 0
	for id, object := range info.Uses {
		if object.Parent() != pkg.Scope() {
			continue
		}
		uses++
		from, to := fileOf(id.Pos()), fileOf(object.Pos())
		if _, n := ruleOf(files[to]); n > 0 && from != to && from != "rules.go" {
			t.Errorf("%s uses %s, which %s declares", set.Position(id.Pos()), id.Name, to)
		}
	}
	if uses == 0 {
		t.Error("no uses of anything were found")
	}
	for name, file := range files {
		if _, n := ruleOf(file); n == 0 {
			continue
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
				t.Errorf("%s declares the method %s: other rules could call it", name, f.Name.Name)
			}
		}
	}
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
