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

// mayImport has a line for each layer, which is a package, or with /... a package and those
// below it, and for each the layers of ours that its files may import. A file belongs to the
// layer with the longest name that fits. Who reads calls knows nothing of who writes them;
// facts know nothing of rules, and neither knows files, positions or the runner. Tests are
// free: they look at a package from wherever they must.
var mayImport = map[string][]string{
	"internal/cores":          {},
	"internal/files":          {"internal/thousands"},
	"internal/forge":          {},
	"internal/foreign":        {},
	"internal/glob":           {"internal/thousands"},
	"internal/lex":            {},
	"internal/linediff":       {"internal/foreign"},
	"internal/markdown":       {"internal/foreign"},
	"internal/plural":         {},
	"internal/replace":        {},
	"internal/sumtree":        {},
	"internal/thousands":      {},
	"internal/yamlfile":       {},
	"internal/cache":          {"internal/files"},
	"text":                    {"internal/cores", "internal/sumtree"},
	"xmlcall":                 {"internal/forge", "internal/lex", "internal/plural", "xmlcall/internal/scalar"},
	"xmlcall/internal/scalar": {"internal/lex"},
	"xmlcall/internal/tree":   {"internal/lex", "internal/plural", "xmlcall", "xmlcall/internal/scalar"},
	"xmlcall/encode":          {"internal/forge", "internal/lex", "internal/thousands", "xmlcall", "xmlcall/internal/scalar", "xmlcall/internal/tree"},
	"xmlcall/legacy":          {"internal/lex", "xmlcall", "xmlcall/encode", "xmlcall/internal/scalar", "xmlcall/internal/tree"},
	"xmlcall/live":            {"internal/forge", "internal/lex", "xmlcall"},
	"xmlcall/stream":          {"internal/forge", "internal/lex", "xmlcall"},
	"internal/notes":          {"internal/lex", "xmlcall"},
	"internal/syntax":         {"internal/forge", "internal/lex", "xmlcall"},
	"internal/document/...":   {"internal/sumtree", "internal/syntax", "internal/yamlfile", "text", "xmlcall"},
	"toolspec":                {"internal/plural", "internal/syntax", "internal/thousands", "internal/yamlfile", "text", "xmlcall", "xmlcall/encode"},
	"internal/filetools":      {"internal/files", "internal/linediff"},
	"internal/facts":          {"internal/filetools", "internal/forge", "internal/notes", "internal/plural", "internal/syntax", "toolspec", "xmlcall"},
	"internal/intent":         {"internal/facts", "internal/forge", "internal/notes", "internal/plural", "internal/syntax", "toolspec", "xmlcall", "xmlcall/encode"},
	"internal/rules":          {"internal/filetools", "internal/facts", "internal/intent", "internal/notes", "internal/plural", "internal/syntax", "internal/thousands", "toolspec", "xmlcall", "xmlcall/encode", "xmlcall/legacy"},
	"internal/prompt":         {"internal/forge", "internal/rules", "toolspec", "xmlcall"},
	"diagnostics":             {"internal/cores", "internal/document/...", "internal/filetools", "internal/facts", "internal/intent", "internal/notes", "internal/plural", "internal/prompt", "internal/rules", "internal/sumtree", "internal/syntax", "internal/thousands", "text", "toolspec", "xmlcall", "xmlcall/encode", "xmlcall/legacy", "xmlcall/live"},
	"internal/config":         {"diagnostics", "internal/document/...", "internal/files", "internal/filetools", "internal/forge", "internal/glob", "internal/thousands", "text", "toolspec", "xmlcall"},
	"feedback":                {"diagnostics", "internal/document/...", "internal/filetools", "internal/foreign", "internal/thousands", "text", "toolspec", "xmlcall", "xmlcall/encode", "xmlcall/legacy"},
	"internal/workspace":      {"diagnostics", "internal/config", "internal/cores", "internal/document/...", "internal/files", "internal/glob", "internal/replace", "internal/thousands", "text", "toolspec", "xmlcall"},
	"internal/examples":       {"diagnostics", "internal/document/...", "internal/forge", "internal/markdown", "internal/syntax", "internal/thousands", "text", "toolspec", "xmlcall"},
	"corpus":                  {"diagnostics", "internal/corpus"},
	"internal/corpus":         {"diagnostics", "internal/cores", "internal/document/...", "internal/foreign", "internal/forge", "internal/examples", "internal/thousands", "text", "toolspec", "xmlcall", "xmlcall/encode", "xmlcall/legacy"},
	"internal/stats/...":      {"internal/corpus", "diagnostics", "internal/cores", "internal/document/...", "internal/foreign", "internal/markdown", "internal/syntax", "internal/thousands", "toolspec", "xmlcall"},
	"internal/ls":             {"diagnostics", "feedback", "internal/config", "internal/document/...", "internal/filetools", "internal/foreign", "internal/forge", "internal/linediff", "internal/markdown", "internal/syntax", "internal/thousands", "internal/workspace", "text", "toolspec", "xmlcall", "xmlcall/encode"},
	"internal/lsp/wire":       {"internal/thousands"},
	"lsp":                     {"diagnostics", "internal/config", "internal/document/...", "internal/filetools", "internal/foreign", "internal/ls", "internal/lsp/wire", "internal/thousands", "internal/workspace", "text", "toolspec", "xmlcall"},
	"internal/cli/term":       {"diagnostics", "internal/foreign", "internal/thousands"},
	"internal/cli":            {"diagnostics", "internal/cli/term", "internal/config", "internal/document/...", "internal/files", "internal/filetools", "internal/foreign", "internal/thousands", "internal/workspace", "text", "toolspec", "xmlcall"},
	"internal/cli/rewrite":    {"diagnostics", "internal/cli", "internal/cli/term", "internal/document/...", "internal/foreign", "internal/linediff", "internal/replace", "internal/thousands", "internal/workspace"},
	"internal/cli/report":     {"diagnostics", "feedback", "internal/cache", "internal/cli", "internal/cli/term", "internal/foreign", "internal/thousands", "internal/workspace", "xmlcall"},
	"internal/cli/check":      {"diagnostics", "internal/cache", "internal/cli", "internal/cli/report", "internal/cli/rewrite", "internal/cli/term", "internal/cores", "internal/document/...", "internal/foreign", "internal/linediff", "internal/replace", "internal/thousands", "internal/workspace", "text", "toolspec"},
	"internal/cli/inspect":    {"internal/corpus", "diagnostics", "internal/cli", "internal/cli/term", "internal/document/...", "internal/foreign", "internal/linediff", "internal/markdown", "internal/thousands", "internal/workspace", "toolspec", "xmlcall"},
	"internal/cli/stats":      {"internal/corpus", "diagnostics", "internal/cli", "internal/cli/term", "internal/document/...", "internal/foreign", "internal/stats/...", "internal/examples", "internal/thousands", "internal/workspace"},
	"internal/cli/tools":      {"diagnostics", "internal/cli", "internal/cli/inspect", "internal/cli/report", "internal/cli/term", "internal/config", "internal/document/...", "internal/foreign", "internal/forge", "internal/markdown", "internal/thousands", "internal/workspace", "text", "toolspec", "xmlcall/encode"},
	"internal/cli/agents":     {"diagnostics", "feedback", "internal/cli", "internal/cli/term", "internal/cli/tools", "internal/document/...", "internal/files", "internal/filetools", "internal/foreign", "internal/thousands", "internal/workspace", "text", "toolspec", "xmlcall/encode"},
	"cmd/forge-lsp":           {"internal/cli", "internal/cli/agents", "internal/cli/check", "internal/cli/inspect", "internal/cli/rewrite", "internal/cli/stats", "internal/cli/term", "internal/cli/tools", "internal/config", "internal/foreign", "internal/workspace", "lsp"},
	"beam":                    {"internal/corpus", "diagnostics", "internal/config", "internal/document/...", "internal/stats/...", "internal/workspace", "text", "toolspec"}, // a module of its own
	"examples/evaluate":       {},                                                                                                                                             // a program to be copied
	"web/...":                 {"diagnostics", "internal/document/...", "internal/workspace", "lsp"},
	"internal/test/...":       {"internal/document/...", "toolspec", "xmlcall", "xmlcall/encode", "xmlcall/live"}, // support for tests
	"internal/house":          {},
}

// layerOf returns the layer of the file or of the package, or nothing.
func layerOf(name string) string {
	folder := strings.TrimPrefix(name, "/")
	if strings.HasSuffix(folder, ".go") {
		folder = path.Dir(folder)
	}
	if _, ok := mayImport[folder]; ok {
		return folder
	}
	for ; folder != "."; folder = path.Dir(folder) {
		if _, ok := mayImport[folder+"/..."]; ok {
			return folder + "/..."
		}
	}
	return ""
}

// The layers with rules of their own.
const (
	documents = "internal/document/..."
	support   = "internal/test/..."
)

// standardOnly are the layers that import nothing from outside, and those below them.
var standardOnly = []string{
	"internal/cores", "internal/files", "internal/foreign", "internal/forge", "internal/glob", "internal/lex", "internal/markdown", "internal/notes",
	"internal/plural", "internal/sumtree", "internal/syntax", "internal/thousands", "text", "xmlcall",
}

// onlyIn names, for modules that must stay at the edge, the folders whose files may
// import them: internal/test/speed has a server to compare with on the same library.
var onlyIn = map[string][]string{
	"go.lsp.dev":                             {"lsp", "internal/lsp/wire", "internal/test/speed"},
	"go.uber.org/zap":                        {"cmd"},
	"github.com/modelcontextprotocol/go-sdk": {"internal/cli/agents"},
	"github.com/parquet-go/parquet-go":       {"internal/stats/parquet"},
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
	layer := layerOf(name)
	if layer == "" {
		return []string{name + " is in no layer: give its folder a place in mayImport"}
	}
	var breaches []string
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser lets none through
		}
		if why := importBreach(name, layer, imported); why != "" {
			breaches = append(breaches, fmt.Sprintf("%s imports %s: %s", name, imported, why))
		}
		if layer == documents && imported == module+"/xmlcall" {
			breaches = append(breaches, callBreaches(name, file, spec)...)
		}
	}
	return breaches
}

// importBreach returns the rule that a file of the layer breaks by the import, or
// nothing.
func importBreach(name, layer, imported string) string {
	allowed := mayImport[layer]
	if within(imported, module) {
		target := layerOf(strings.TrimPrefix(imported, module))
		switch {
		case target == support && layer != support:
			return "it is support for tests, which only _test.go files import, and itself"
		case target == layer || slices.Contains(allowed, target):
			return ""
		case len(allowed) == 0:
			return layer + " imports none of our packages"
		}
		return fmt.Sprintf("of our packages %s imports only %s", layer, strings.Join(allowed, ", "))
	}
	if first, _, _ := strings.Cut(imported, "/"); strings.Contains(first, ".") && slices.ContainsFunc(standardOnly, func(own string) bool { return within(layer, own) }) {
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
// reading a call, besides internal/syntax. What a call means is not its business.
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
		{"below it", ours("internal/document/a.go", "internal/document/json"), ""},
		{"up", ours("xmlcall/a.go", "lsp"), "xmlcall/a.go imports " + module + "/lsp: of our packages xmlcall imports only internal/forge, internal/lex, internal/plural, xmlcall/internal/scalar"},
		{"sideways", ours("toolspec/a.go", "internal/document"), "of our packages toolspec imports only"},
		{"the other way sideways", ours("internal/document/a.go", "toolspec"), "of our packages internal/document/... imports only"},
		{"up to the rules", ours("internal/facts/a.go", "internal/rules"), "of our packages internal/facts imports only"},
		{"readers to writers", ours("xmlcall/a.go", "xmlcall/encode"), "of our packages xmlcall imports only"},
		{"one reader to another", ours("xmlcall/live/a.go", "xmlcall/stream"), "of our packages xmlcall/live imports only"},
		{"the grammar to nothing", ours("internal/lex/a.go", "internal/plural"), "internal/lex imports none of our packages"},
		{"rules to a whole reply", ours("internal/rules/a.go", "xmlcall/live"), "of our packages internal/rules imports only"},
		{"up to the runner", ours("internal/rules/a.go", "diagnostics"), "of our packages internal/rules imports only"},
		{"facts to files", ours("internal/intent/a.go", "internal/document"), "of our packages internal/intent imports only"},
		{"the command", ours("lsp/a.go", "cmd/forge-lsp"), "of our packages lsp imports only"},
		{"the root", imports("lsp/a.go", module), "of our packages lsp imports only"},
		{"no prefix but a neighbor", imports("lsp/a.go", module+"x/cmd"), ""},
		{"a test is free", ours("xmlcall/a_test.go", "lsp"), ""},
		{"test support", ours("diagnostics/a.go", "internal/test/cases"), "only _test.go files import"},
		{"test support in test support", ours("internal/test/hostile/a.go", "internal/test/disk"), ""},
		{"test support looks down", ours("internal/test/slips/a.go", "toolspec"), ""},
		{"test support looks at what it judges", ours("internal/test/slips/a.go", "diagnostics"), "of our packages internal/test/... imports only"},
		{"test support in a test", ours("diagnostics/a_test.go", "internal/test/cases"), ""},
		{"outside in text", imports("text/a.go", "golang.org/x/text/width"), "text imports only the standard library"},
		{"outside in xmlcall", imports("xmlcall/encode/a.go", "golang.org/x/text/width"), "xmlcall/encode imports only the standard library"},
		{"standard in xmlcall", imports("xmlcall/a.go", "encoding/xml"), ""},
		{"outside in toolspec", imports("toolspec/a.go", "golang.org/x/text/width"), ""},
		{"protocol in cmd", imports("cmd/forge-lsp/a.go", "go.lsp.dev/protocol"), "only lsp and internal/lsp/wire and internal/test/speed may import go.lsp.dev"},
		{"protocol in the benchmark", imports("internal/test/speed/a.go", "go.lsp.dev/protocol"), ""},
		{"protocol beside the benchmark", imports("internal/test/cases/a.go", "go.lsp.dev/protocol"), "only lsp and internal/lsp/wire and internal/test/speed may import"},
		{"protocol in lsp", imports("lsp/a.go", "go.lsp.dev/protocol"), ""},
		{"zap in diagnostics", imports("diagnostics/a.go", "go.uber.org/zap"), "only cmd may import go.uber.org/zap"},
		{"zapcore in cmd", imports("cmd/forge-lsp/a.go", "go.uber.org/zap/zapcore"), ""},
		{"Beam in its module", imports("beam/a.go", "github.com/apache/beam/sdks/v2/go/pkg/beam"), ""},
		{"Beam in the library", imports("corpus/a.go", "github.com/apache/beam/sdks/v2/go/pkg/beam"), "only beam may import github.com/apache/beam"},
		{"a new folder", imports("util/a.go", "fmt"), "util/a.go is in no layer"},
		{"no folder", imports("a.go", "fmt"), "a.go is in no layer"},
		{"span", source("internal/document/a.go", span, "var _ xmlcall.Span"), ""},
		{"a question about text", source("internal/document/a.go", span, "var _ = xmlcall.Find"), ""},
		{"more than span", source("internal/document/a.go", span, "var _ xmlcall.Block"), "internal/document/a.go uses xmlcall.Block: of xmlcall, document uses only Span, Find"},
		{"span renamed", source("internal/document/a.go", `import x "`+module+`/xmlcall"`, "var _ = x.Parse(nil)"), "internal/document/a.go uses x.Parse"},
		{"span with a dot", source("internal/document/a.go", `import . "`+module+`/xmlcall"`), "with a dot"},
	})
}
