package house

import (
	"fmt"
	"go/ast"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"testing"
)

// openers are the functions that open files and folders to read them, by package.
// Asking for what a file is opens nothing.
var openers = map[string][]string{
	"os":            {"CopyFS", "DirFS", "Open", "OpenFile", "OpenInRoot", "OpenRoot", "ReadDir", "ReadFile"},
	"path/filepath": {"Glob", "Walk", "WalkDir"},
	"io/ioutil":     {"ReadDir", "ReadFile"},
	"syscall":       {"Open"},
}

// mayOpen names files that are allowed to open others, with the functions that they
// use, and why.
var mayOpen = map[string][]string{
	"internal/cli/rewrite/fix.go": {"OpenFile", "ReadFile"}, // the file that is about to be replaced, or made
	"cmd/forge-lsp/serve.go":      {"OpenFile"},             // the log, which is written
	"web/examples/main.go":        {"ReadFile"},             // of this repository, when the page is built
	"examples/evaluate/main.go":   {"DirFS", "ReadFile"},    // which its flags name
	// The folder that is replaced, if nobody changed what was written to it.
	"internal/cli/stats/examples.go": {"ReadDir", "ReadFile"},
}

// opening is the package that opens files.
const opening = "internal/files"

// checkOpening checks that the product opens files to read them in one place only, but
// for those that it replaces: what a
// workspace names can be anything.
func checkOpening(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	for _, name := range goFiles(t, tree) {
		if layer := layerOf(name); isTest(name) || layer == support || layer == opening || layer == "internal/replace" {
			continue
		}
		file := parsed(t, tree, name)
		forbidden := map[string][]string{} // by the name of the package in the file
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil || openers[imported] == nil {
				continue
			}
			local := path.Base(imported)
			if spec.Name != nil {
				local = spec.Name.Name
			}
			forbidden[local] = openers[imported]
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := s.X.(*ast.Ident)
			if ok && slices.Contains(forbidden[x.Name], s.Sel.Name) && !slices.Contains(mayOpen[name], s.Sel.Name) {
				breaches = append(breaches, fmt.Sprintf("%s uses %s.%s: only %s opens files to read them", name, x.Name, s.Sel.Name, opening))
			}
			return true
		})
	}
	return breaches
}

func TestOpening(t *testing.T) {
	source := func(name, imported, use string) map[string]string {
		return map[string]string{name: "package p\n\nimport " + imported + "\n\nvar _ = " + use + "\n"}
	}
	runBreaches(t, checkOpening, []breachTest{
		{"a file", source("internal/workspace/a.go", `"os"`, `os.ReadFile`), "internal/workspace/a.go uses os.ReadFile: only internal/files opens"},
		{"another name", source("lsp/a.go", `x "os"`, `x.Open`), "lsp/a.go uses x.Open"},
		{"a walk", source("toolspec/a.go", `"path/filepath"`, `filepath.WalkDir`), "filepath.WalkDir"},
		{"a question", source("internal/workspace/a.go", `"os"`, `os.Lstat`), ""},
		{"the one place", source("internal/files/a.go", `"os"`, `os.Open`), ""},
		{"a test", source("internal/workspace/a_test.go", `"os"`, `os.Open`), ""},
		{"support for tests", source("internal/test/golden/a.go", `"os"`, `os.ReadFile`), ""},
		{"the log", source("cmd/forge-lsp/serve.go", `"os"`, `os.OpenFile`), ""},
		{"more than the log", source("cmd/forge-lsp/serve.go", `"os"`, `os.Open`), "serve.go uses os.Open"},
	})
}
