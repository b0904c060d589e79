package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A pkg is a package that is mutated.
type pkg struct {
	path    string // relative to the module: "xmlcall/live"
	dir     string
	name    string
	files   []*source
	mutants []*mutant // those that compile

	found, unfit int // how many were found, and how many of these do not compile

	tests []string // the folders of the packages whose tests are run, in this order

	types types.Importer
}

// judges maps packages to another one whose tests specify their behavior, too: the cases
// of a rule are files of diagnostics, which apply its fixes and read the result.
var judges = map[string]string{
	"diagnostics/rules":        "..",
	"diagnostics/facts":        "..",
	"diagnostics/facts/intent": "../..",
}

// listed is the output of `go list` for a package.
type listed struct {
	Dir, ImportPath, Name     string
	Export                    string // the file with its types
	Match                     []string
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
	Module                    *struct{ Path string }
}

// load reads the packages that have tests, and finds their mutants.
func load(dir string, patterns []string) ([]*pkg, error) {
	cmd := command(dir, "go", append([]string{
		"list", "-deps", "-export",
		"-json=Dir,ImportPath,Name,Export,Match,GoFiles,TestGoFiles,XTestGoFiles,Module", "--",
	},
		append(helperImports, patterns...)...)...)
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	if err != nil {
		return nil, errors.New(failure.String())
	}
	exports := map[string]string{}
	var matched []listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := decoder.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if l.Module != nil && len(l.Match) > 0 && len(l.TestGoFiles)+len(l.XTestGoFiles) > 0 {
			matched = append(matched, l)
		}
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	var all []*pkg
	for _, l := range matched {
		p := &pkg{name: l.Name, dir: l.Dir}
		p.types = importer.ForCompiler(token.NewFileSet(), "gc", lookup)
		p.path = strings.TrimPrefix(strings.TrimPrefix(l.ImportPath, l.Module.Path), "/")
		p.tests = []string{p.dir} // first, because they are quicker
		if judge := judges[p.path]; judge != "" {
			p.tests = append(p.tests, filepath.Join(p.dir, judge))
		}
		if err := p.read(l.GoFiles); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// read finds the mutants of the package, and removes those that do not compile.
func (p *pkg) read(names []string) error {
	texts := map[string][]byte{}
	for _, name := range names {
		name = filepath.Join(p.dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts[name] = text
	}
	c := p.check(texts)
	if len(c.errors) > 0 {
		return c.errors[0]
	}
	for _, file := range c.files {
		if ast.IsGenerated(file) {
			continue
		}
		name := c.fset.Position(file.Package).Filename
		s := &source{name: name, text: string(texts[name]), ast: file, fset: c.fset}
		p.files = append(p.files, s)
		p.mutants = append(p.mutants, find(s, c.pkg, c.info)...)
	}
	p.found = len(p.mutants)
	for {
		unfit := p.check(p.overlay(texts, p.mutants, "")).errors
		if len(unfit) == 0 {
			break
		}
		before := len(p.mutants)
		p.mutants = slices.DeleteFunc(p.mutants, func(m *mutant) bool { return m.isAt(unfit) })
		if len(p.mutants) == before {
			return fmt.Errorf("no mutant is at the place of %w", unfit[0])
		}
	}
	p.unfit = p.found - len(p.mutants)
	return nil
}

// isAt reports whether a mutant is in the line of an error.
func (m *mutant) isAt(list []types.Error) bool {
	first, last := m.file.line(m.schema.start), m.file.line(m.schema.end)
	return slices.ContainsFunc(list, func(e types.Error) bool {
		at := e.Fset.Position(e.Pos)
		return m.file.name == at.Filename && first <= at.Line && at.Line <= last
	})
}

// line returns the line of a byte, from 1.
func (s *source) line(offset int) int { return 1 + strings.Count(s.text[:offset], "\n") }

// checked is the result of type-checking the files of a package.
type checked struct {
	fset   *token.FileSet
	files  []*ast.File
	pkg    *types.Package
	info   *types.Info
	errors []types.Error
}

func (p *pkg) check(texts map[string][]byte) *checked {
	c := &checked{fset: token.NewFileSet(), info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
	}}
	report := func(err error) {
		if e := (types.Error{}); errors.As(err, &e) {
			c.errors = append(c.errors, e)
		}
	}
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		file, err := parser.ParseFile(c.fset, name, texts[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil { // a bug of this program, or of the package
			report(types.Error{Fset: c.fset, Pos: c.fset.File(file.FileStart).Pos(0), Msg: err.Error()})
			return c
		}
		c.files = append(c.files, file)
	}
	config := types.Config{Importer: p.types, Error: report}
	c.pkg, _ = config.Check(p.name, c.fset, c.files, c.info) // Error has them all
	return c
}

// overlay returns the files of the package with mutants in them, and the one with the
// helpers.
func (p *pkg) overlay(texts map[string][]byte, mutants []*mutant, active string) map[string][]byte {
	number := map[*mutant]int{}
	for i, m := range mutants {
		number[m] = i + 1
	}
	files := map[string][]byte{filepath.Join(p.dir, "mutant_helper.go"): []byte(helper(p.name, active))}
	maps.Copy(files, texts)
	for _, f := range p.files {
		files[f.name] = []byte(write(f, mutants, number))
	}
	return files
}

// compile writes the test binaries of the package, with the mutants in them.
func (p *pkg) compile(mutants []*mutant, active, folder string) (all []suite, err error) {
	replace := map[string]string{}
	for name, text := range p.overlay(nil, mutants, active) {
		copied := filepath.Join(folder, filepath.Base(name))
		if err := os.WriteFile(copied, text, 0o600); err != nil {
			return nil, err
		}
		replace[name] = copied
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	overlay := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		return nil, err
	}
	for i, tests := range p.tests {
		s := suite{folder: tests, binary: filepath.Join(folder, fmt.Sprintf("package%d.test", i))}
		out, err := command(tests, "go", "test", "-c", "-overlay", overlay, "-o", s.binary, ".").CombinedOutput()
		if err != nil {
			return nil, errors.New(string(out))
		}
		all = append(all, s)
	}
	return all, nil
}
