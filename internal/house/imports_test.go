package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows is the rule that mayImport spells out.
const arrows = "cache, cores, files, foreign, glob, linediff, markdown, replace, sumtree, thousands, yamlfile ← text ← xmlcall ← document, toolspec ← diagnostics ← feedback ← workspace, corpus ← lsp ← cmd, beam, web"

// mayImport names the layers, which are the top folders with Go files and the
// packages below, and for each the layers of ours that its files may import. Tests are
// free: they look at a package from wherever they must.
var mayImport = map[string][]string{
	cores:         {},
	opening:       {numbers},
	globs:         {numbers},
	sumtree:       {},
	linediff:      {},
	outside:       {},
	marks:         {outside},
	numbers:       {},
	replace:       {},
	caching:       {opening},
	yamlfile:      {},
	"text":        {cores, sumtree},
	"xmlcall":     {numbers},
	"document":    {sumtree, yamlfile, "text", "xmlcall"},
	"toolspec":    {numbers, yamlfile, "text", "xmlcall"},
	"diagnostics": {cores, globs, marks, numbers, opening, sumtree, "text", "xmlcall", "document", "toolspec"},
	"feedback":    {numbers, outside, "text", "xmlcall", "document", "toolspec", "diagnostics"},
	"workspace":   {cores, globs, numbers, opening, replace, "text", "xmlcall", "document", "toolspec", "diagnostics"},
	"corpus":      {cores, marks, numbers, outside, "text", "xmlcall", "document", "toolspec", "diagnostics"},
	"lsp":         {linediff, marks, numbers, outside, sumtree, "text", "xmlcall", "document", "toolspec", "diagnostics", "feedback", "workspace"},
	"cmd":         {caching, cores, linediff, marks, numbers, opening, outside, replace, "text", "xmlcall", "document", "toolspec", "diagnostics", "feedback", "workspace", "corpus", "lsp"},
	"beam":        {"text", "document", "toolspec", "diagnostics", "workspace", "corpus"}, // a module of its own
	"web":         {"document", "diagnostics", "workspace", "lsp"},
	"internal":    {"xmlcall", "document", "toolspec"}, // internal/test, support for tests
}

// These layers are not top folders: the only packages below internal that are not
// support for tests.
const (
	caching  = "internal/cache"
	cores    = "internal/cores"
	opening  = "internal/files"
	globs    = "internal/glob"
	linediff = "internal/linediff"
	marks    = "internal/markdown"
	outside  = "internal/foreign"
	numbers  = "internal/thousands"
	sumtree  = "internal/sumtree"
	replace  = "internal/replace"
	yamlfile = "internal/yamlfile"
)

// layerOf returns the layer of a path in the module.
func layerOf(name string) (layer string, inFolder bool) {
	for _, inner := range []string{caching, cores, opening, globs, linediff, marks, numbers, outside, sumtree, replace, yamlfile} {
		if within(name, inner) {
			return inner, true
		}
	}
	layer, _, inFolder = strings.Cut(name, "/")
	return layer, inFolder
}

// standardOnly are the layers that import nothing from outside.
var standardOnly = []string{cores, opening, globs, marks, numbers, outside, sumtree, "text", "xmlcall"}

// onlyIn names, for modules that must stay at the edge, the folders whose files may
// import them: internal/test/speed has a server to compare with on the same library.
var onlyIn = map[string][]string{
	"go.lsp.dev":                             {"lsp", "internal/test/speed"},
	"go.uber.org/zap":                        {"cmd"},
	"github.com/modelcontextprotocol/go-sdk": {"cmd"},
	"github.com/parquet-go/parquet-go":       {"corpus/parquet"},
	"github.com/apache/beam":                 {"beam"},
}

// checkImports checks the imports against the arrows.
func checkImports(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	for _, name := range goFiles(t, tree) {
		if isTest(name) {
			continue
		}
		breaches = append(breaches, importBreaches(name, parsed(t, tree, name))...)
	}
	return breaches
}

// parsed returns a Go file of the tree.
func parsed(t *testing.T, tree fs.FS, name string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, read(t, tree, name), parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func importBreaches(name string, file *ast.File) []string {
	layer, inFolder := layerOf(name)
	allowed, known := mayImport[layer]
	if !inFolder || !known {
		return []string{fmt.Sprintf("%s is in no layer of %s: give its folder a place there, in mayImport", name, arrows)}
	}
	var breaches []string
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser lets none through
		}
		if why := importBreach(name, layer, allowed, imported); why != "" {
			breaches = append(breaches, fmt.Sprintf("%s imports %s: %s", name, imported, why))
		}
		if layer == "document" && imported == module+"/xmlcall" {
			breaches = append(breaches, callBreaches(name, file, spec)...)
		}
	}
	return breaches
}

// importBreach returns the rule that a file of the layer breaks by the import, or
// nothing.
func importBreach(name, layer string, allowed []string, imported string) string {
	if within(imported, module) {
		target, _ := layerOf(strings.TrimPrefix(imported, module+"/"))
		switch {
		case target == "internal" && layer != "internal":
			return "it is support for tests, which only _test.go files import, and itself"
		case target == layer || slices.Contains(allowed, target):
			return ""
		case len(allowed) == 0:
			return fmt.Sprintf("that breaks %s: %s imports none of our packages", arrows, layer)
		}
		return fmt.Sprintf("that breaks %s: of our packages %s imports only %s", arrows, layer, strings.Join(allowed, ", "))
	}
	if first, _, _ := strings.Cut(imported, "/"); slices.Contains(standardOnly, layer) && strings.Contains(first, ".") {
		return layer + " imports only the standard library"
	}
	for prefix, folders := range onlyIn {
		inside := func(folder string) bool { return within(name, folder) }
		if within(imported, prefix) && !slices.ContainsFunc(folders, inside) {
			return fmt.Sprintf("only %s may import %s", strings.Join(folders, " and "), prefix)
		}
	}
	return ""
}

// within reports whether an import path is root or below it.
func within(imported, root string) bool {
	return imported == root || strings.HasPrefix(imported, root+"/")
}

// textual are what document may use of xmlcall: what is known of a text without
// reading a call, besides xmlcall/syntax. What a call means is not its business.
var textual = []string{"Span", "Find"}

// callBreaches returns what else of xmlcall a file of document uses. It goes by
// the name of the package: a variable of the same name would be reported too, and
// should be renamed.
func callBreaches(name string, file *ast.File, spec *ast.ImportSpec) []string {
	local := path.Base(module + "/xmlcall")
	if spec.Name != nil {
		local = spec.Name.Name
	}
	if local == "." {
		return []string{name + " imports xmlcall with a dot: document may use only a part of it, and must name it so"}
	}
	var breaches []string
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && !slices.Contains(textual, s.Sel.Name) {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == local {
				breaches = append(breaches, fmt.Sprintf("%s uses %s.%s: of xmlcall, document uses only %s", name, local, s.Sel.Name, strings.Join(textual, ", ")))
			}
		}
		return true
	})
	return breaches
}

func TestImports(t *testing.T) {
	source := func(name string, lines ...string) map[string]string {
		return map[string]string{name: "package p\n\n" + strings.Join(lines, "\n")}
	}
	imports := func(name, imported string) map[string]string {
		return source(name, "import _ "+strconv.Quote(imported))
	}
	ours := func(name, pkg string) map[string]string { return imports(name, module+"/"+pkg) }
	span := `import "` + module + `/xmlcall"`

	runBreaches(t, checkImports, []breachTest{
		{"down", ours("lsp/a.go", "diagnostics"), ""},
		{"own subpackage", ours("xmlcall/a.go", "xmlcall/sub"), ""},
		{
			"up", ours("xmlcall/a.go", "document"),
			"xmlcall/a.go imports " + module + "/document: that breaks " + arrows + ": of our packages xmlcall imports only internal/thousands",
		},
		{
			"up from the middle", ours("diagnostics/sub/a.go", "lsp"),
			"diagnostics/sub/a.go imports " + module + "/lsp: that breaks " + arrows + ": of our packages diagnostics imports only internal/cores, internal/glob, internal/markdown, internal/thousands, internal/files, internal/sumtree, text, xmlcall, document, toolspec",
		},
		{"sideways", ours("toolspec/a.go", "document"), "of our packages toolspec imports only internal/thousands, internal/yamlfile, text, xmlcall"},
		{"the other way sideways", ours("document/a.go", "toolspec"), "of our packages document imports only internal/sumtree, internal/yamlfile, text, xmlcall"},
		{"the command", ours("lsp/a.go", "cmd/forge-lsp"), "of our packages lsp imports only"},
		{"the root", imports("lsp/a.go", module), "that breaks"},
		{"no prefix but a neighbor", imports("lsp/a.go", module+"x/cmd"), ""},
		{"a test is free", ours("xmlcall/a_test.go", "lsp"), ""},
		{"test support", ours("diagnostics/a.go", "internal/test/cases"), "only _test.go files import"},
		{"test support in test support", ours("internal/test/hostile/a.go", "internal/test/disk"), ""},
		{"test support looks down", ours("internal/test/slips/a.go", "toolspec"), ""},
		{
			"test support looks at what it judges", ours("internal/test/slips/a.go", "diagnostics"),
			"of our packages internal imports only xmlcall, document, toolspec",
		},
		{"test support in a test", ours("diagnostics/a_test.go", "internal/test/cases"), ""},
		{"sumtree", ours("text/a.go", "internal/sumtree"), ""},
		{"sumtree imports nothing", ours("internal/sumtree/a.go", "text"), "internal/sumtree imports none of our packages"},
		{"sumtree is not for xmlcall", ours("xmlcall/a.go", "internal/sumtree"), "that breaks"},
		{"outside in text", imports("text/a.go", "golang.org/x/text/width"), "text imports only the standard library"},
		{"outside in xmlcall", imports("xmlcall/a.go", "golang.org/x/text/width"), "xmlcall imports only the standard library"},
		{"standard in xmlcall", imports("xmlcall/a.go", "encoding/xml"), ""},
		{"outside in toolspec", imports("toolspec/a.go", "golang.org/x/text/width"), ""},
		{"protocol in cmd", imports("cmd/forge-lsp/a.go", "go.lsp.dev/protocol"), "only lsp and internal/test/speed may import go.lsp.dev"},
		{"protocol in the benchmark", imports("internal/test/speed/a.go", "go.lsp.dev/protocol"), ""},
		{"protocol beside the benchmark", imports("internal/test/cases/a.go", "go.lsp.dev/protocol"), "only lsp and internal/test/speed may import"},
		{"protocol in lsp", imports("lsp/a.go", "go.lsp.dev/protocol"), ""},
		{"zap in diagnostics", imports("diagnostics/a.go", "go.uber.org/zap"), "only cmd may import go.uber.org/zap"},
		{"zapcore in cmd", imports("cmd/forge-lsp/a.go", "go.uber.org/zap/zapcore"), ""},
		{"Beam in its module", imports("beam/a.go", "github.com/apache/beam/sdks/v2/go/pkg/beam"), ""},
		{"Beam in the library", imports("corpus/a.go", "github.com/apache/beam/sdks/v2/go/pkg/beam"), "only beam may import github.com/apache/beam"},
		{"a new folder", imports("util/a.go", "fmt"), "util/a.go is in no layer"},
		{"no folder", imports("a.go", "fmt"), "a.go is in no layer"},
		{"span", source("document/a.go", span, "var _ xmlcall.Span"), ""},
		{"a question about text", source("document/a.go", span, "var _ = xmlcall.Find"), ""},
		{"more than span", source("document/a.go", span, "var _ xmlcall.Block"), "document/a.go uses xmlcall.Block: of xmlcall, document uses only Span, Find"},
		{"span renamed", source("document/a.go", `import x "`+module+`/xmlcall"`, "var _ = x.Parse(nil)"), "document/a.go uses x.Parse"},
		{"span with a dot", source("document/a.go", `import . "`+module+`/xmlcall"`), "with a dot"},
	})
}
