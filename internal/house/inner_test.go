package house

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	lexer   = "xmlcall/internal/lex"
	scalars = "xmlcall/internal/scalar"
	limits  = "xmlcall/internal/forge"
	trees   = "xmlcall/internal/tree"
)

// inner are the folders of xmlcall and of diagnostics that have a place of their own
// in the order of imports, and for each which of our packages its files may import.
var inner = map[string][]string{
	lexer:            {},
	limits:           {},
	scalars:          {lexer},
	"xmlcall/plural": {},
	"xmlcall":        {lexer, limits, scalars, "xmlcall/plural"},
	"xmlcall/syntax": {lexer, limits, "xmlcall"},
	"xmlcall/stream": {lexer, limits, "xmlcall"},
	"xmlcall/live":   {lexer, limits, "xmlcall"},
	"xmlcall/notes":  {lexer, "xmlcall"},
	trees:            {lexer, scalars, "xmlcall/plural", "xmlcall"},
	"xmlcall/encode": {numbers, lexer, limits, scalars, trees, "xmlcall"},
	"xmlcall/legacy": {lexer, scalars, trees, "xmlcall", "xmlcall/encode"},

	"diagnostics/facts":        {"xmlcall", "xmlcall/notes", "xmlcall/plural", "xmlcall/syntax", "toolspec"},
	"diagnostics/facts/intent": {"xmlcall", "xmlcall/encode", "xmlcall/notes", "xmlcall/plural", "xmlcall/syntax", "toolspec", "diagnostics/facts"},
	"diagnostics/rules": {
		"xmlcall", "xmlcall/notes", "xmlcall/plural", "xmlcall/syntax", "xmlcall/encode", "xmlcall/legacy",
		"toolspec", "diagnostics/facts", "diagnostics/facts/intent", numbers,
	},
}

// checkInnerImports checks the files of the inner folders. Who reads calls knows
// nothing of who writes them; facts know nothing of rules, and neither knows files,
// positions or the runner.
func checkInnerImports(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	for _, name := range goFiles(t, tree) {
		allowed, ok := inner[path.Dir(name)]
		if !ok || isTest(name) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, read(t, tree, name), parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !within(imported, module) {
				continue
			}
			if target := strings.TrimPrefix(imported, module+"/"); !slices.Contains(allowed, target) {
				breaches = append(breaches, fmt.Sprintf("%s imports %s: of our packages %s imports only %s",
					name, imported, path.Dir(name), strings.Join(allowed, ", ")))
			}
		}
	}
	return breaches
}

func TestInnerImports(t *testing.T) {
	imports := func(name, pkg string) map[string]string {
		return map[string]string{name: "package p\n\nimport _ " + strconv.Quote(module+"/"+pkg)}
	}
	runBreaches(t, checkInnerImports, []breachTest{
		{"down", imports("diagnostics/rules/a.go", "diagnostics/facts"), ""},
		{"two down", imports("diagnostics/rules/a.go", "xmlcall"), ""},
		{"up to the rules", imports("diagnostics/facts/a.go", "diagnostics/rules"), "of our packages diagnostics/facts imports only xmlcall, xmlcall/notes, xmlcall/plural, xmlcall/syntax, toolspec"},
		{"readers to writers", imports("xmlcall/a.go", "xmlcall/encode"), "of our packages xmlcall imports only"},
		{"one reader to another", imports("xmlcall/live/a.go", "xmlcall/stream"), "of our packages xmlcall/live imports only"},
		{"the grammar to nothing", imports("xmlcall/internal/lex/a.go", "xmlcall/plural"), "of our packages xmlcall/internal/lex imports only"},
		{"rules to a whole reply", imports("diagnostics/rules/a.go", "xmlcall/live"), "of our packages diagnostics/rules imports only"},
		{"up to the runner", imports("diagnostics/rules/a.go", "diagnostics"), "of our packages diagnostics/rules imports only"},
		{"files", imports("diagnostics/facts/intent/a.go", "document"), "of our packages diagnostics/facts/intent imports only"},
		{"the runner is free", imports("diagnostics/a.go", "document"), ""},
		{"a test is free", imports("diagnostics/rules/a_test.go", "diagnostics"), ""},
	})
}
