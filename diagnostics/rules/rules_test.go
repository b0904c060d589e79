package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sources parses the files of the package but for the tests, by their names.
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

// ruleOf returns the literal of the rule that a file declares, nil where it
// declares none, and how many there are.
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

// TestFiles: a rule is one file of its name, and [All] has them by code.
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
