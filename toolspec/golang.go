package toolspec

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"sync"
)

// goSource reads the tools that Go source defines, which is parsed but not
// type-checked: declarations in other files of the package are not known.
func (l *loader) goSource() {
	set := token.NewFileSet()
	if at := goTooDeep(l.data); at >= 0 {
		line, column := l.place(at)
		l.fail(&node{line: line, column: column}, "", fmt.Sprintf("nested deeper than %d: this file is not read", maxGoDepth))
		return
	}
	file, err := parser.ParseFile(set, l.file, l.data, parser.SkipObjectResolution)
	if err != nil {
		// Use the part that parses, so that a file that is being edited keeps its
		// tools.
		reason, at := err.Error(), 0
		var list scanner.ErrorList
		if errors.As(err, &list) && len(list) > 0 {
			reason, at = list[0].Msg, list[0].Pos.Offset
		}
		line, column := l.place(at)
		l.fail(&node{line: line, column: column}, "", "this is not Go: "+reason)
	}
	if file == nil {
		return
	}
	g := &goReader{l: l, set: set, types: map[string]ast.Expr{}, values: map[string]ast.Expr{}, methods: map[string][]*ast.FuncDecl{}}
	g.index(file)
	seen := map[string]bool{}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Name.Name != "Name" || f.Type.Params.NumFields() != 0 {
			continue
		}
		if owner := receiverOf(f); owner != "" && !seen[owner] {
			seen[owner] = true
			g.tool(owner, f)
		}
	}
}

// goTooDeep returns the offset of the first bracket that is nested deeper than
// maxGoDepth, or of the end of too many consecutive operators and keywords, or -1. The
// parser recurses for each.
func goTooDeep(data []byte) int {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(data))
	var s scanner.Scanner
	s.Init(file, data, nil, 0)
	depth, row := 0, 0
	for {
		pos, tok, _ := s.Scan()
		switch {
		case tok == token.EOF:
			return -1
		case tok == token.LPAREN || tok == token.LBRACK || tok == token.LBRACE:
			depth++
		case tok == token.RPAREN || tok == token.RBRACK || tok == token.RBRACE:
			depth = max(0, depth-1)
		}
		if row++; tok.IsLiteral() || tok == token.SEMICOLON || tok == token.COMMA {
			row = 0
		}
		if depth > maxGoDepth || row > maxGoDepth {
			return file.Offset(pos)
		}
	}
}

// A goReader reads one Go file.
type goReader struct {
	l        *loader
	set      *token.FileSet
	types    map[string]ast.Expr // declared at the top level
	values   map[string]ast.Expr // top-level constants and variables
	methods  map[string][]*ast.FuncDecl
	count    int // number of nodes so far
	reported bool
	doubts   []*Error // about the tags of the struct that is being read
}

func (g *goReader) index(file *ast.File) {
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.GenDecl:
			declare(decl, g.types, g.values)
		case *ast.FuncDecl:
			if name := receiverOf(decl); name != "" && decl.Body != nil {
				g.methods[name] = append(g.methods[name], decl)
			}
		}
	}
}

func declare(decl *ast.GenDecl, types, values map[string]ast.Expr) {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			types[spec.Name.Name] = spec.Type
		case *ast.ValueSpec:
			for i, name := range spec.Names {
				if i < len(spec.Values) {
					values[name.Name] = spec.Values[i]
				}
			}
		}
	}
}

// receiverOf returns the name of the receiver type of a method, or "" for a function.
func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if index, ok := typ.(*ast.IndexExpr); ok { // a generic type
		typ = index.X
	}
	name, ok := typ.(*ast.Ident)
	if !ok {
		return ""
	}
	return name.Name
}

// schemaMethods are the names of the method that returns the schema of a tool's
// arguments: in Forge, in its documentation, and elsewhere.
var schemaMethods = []string{"Schema", "Parameters", "InputSchema"}

// tool reads the tool whose method Name is given. A type that has a name and no
// arguments of any kind is not a tool.
func (g *goReader) tool(owner string, nameOf *ast.FuncDecl) {
	at := g.node(nameOf.Name)
	g.doubts = nil
	arguments := g.arguments(owner)
	var schema *node
	declared := false
	for _, name := range schemaMethods {
		if f := g.method(owner, name); f != nil && schema == nil && f.Type.Params.NumFields() == 0 {
			declared = true
			schema = g.returned(f)
		}
	}
	if g.spent() {
		if !g.reported {
			g.reported = true
			g.l.fail(at, "", "the types of this file expand too far: this tool and those after it are not known")
		}
		return
	}
	if arguments == nil && !declared {
		return
	}
	name := g.returned(nameOf)
	if name.text() == "" {
		g.l.fail(at, "", "the name of "+owner+" cannot be read: let Name return a string, or a constant of this file")
		return
	}
	description := g.returned(g.method(owner, "Description"))
	if description.text() == "" {
		description = nil
	}
	if schema != nil && schema.kind != objectNode {
		schema = nil
	}
	merged := schema
	var doubts []*Error
	if arguments != nil {
		merged, doubts = arguments, g.overlay(arguments, schema, "")
	}
	t, err := toolOf(at.object("name", name, "description", description, "schema", merged), Source{File: g.l.file})
	if err != nil {
		err.Pointer = "" // it does not apply to Go source
		g.l.errs = append(g.l.errs, err)
		g.l.lost = append(g.l.lost, name.text())
		return
	}
	g.doubtExample(owner, t)
	t.doubts, t.composed = append(g.doubts, doubts...), true
	g.l.tools = append(g.l.tools, t)
}

func (g *goReader) method(owner, name string) *ast.FuncDecl {
	for _, f := range g.methods[owner] {
		if f.Name.Name == name {
			return f
		}
	}
	return nil
}

// node returns a node without a value, with the place of a piece of source.
func (g *goReader) node(at ast.Node) *node {
	g.count++
	line, column := g.l.place(g.set.PositionFor(at.Pos(), false).Offset)
	return &node{line: line, column: column}
}

// spent reports whether the file represents more values than plausible: a type that is
// used in each of many types multiplies.
func (g *goReader) spent() bool { return g.count > maxGoNodes+len(g.l.data) }

const maxGoNodes = 50_000

// unmarshals matches the functions with which a tool reads its arguments.
var unmarshals = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)unmarshal|^decode`)
})

// arguments returns the schema of the struct with xml tags that a method of a type
// unmarshals its arguments into: Execute, or otherwise any other. It returns nil if
// there is none.
func (g *goReader) arguments(owner string) *node {
	methods := slices.Clone(g.methods[owner])
	slices.SortStableFunc(methods, func(a, b *ast.FuncDecl) int {
		return trueFirst(a.Name.Name == "Execute", b.Name.Name == "Execute")
	})
	for _, f := range methods {
		s := g.scope(f)
		var found *node
		ast.Inspect(f.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || found != nil || !unmarshals().MatchString(calledName(call)) {
				return found == nil
			}
			for _, argument := range call.Args {
				switch st, ok := s.structOf(argument); {
				case st == nil || found != nil:
				case ok:
					found = s.structNode(st, nil)
				case f.Name.Name == "Execute" && isParameter(f, call.Args[0]):
					s.doubtTags(st)
				}
			}
			return found == nil
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// isParameter reports whether an expression is a parameter of a function.
func isParameter(f *ast.FuncDecl, expr ast.Expr) bool {
	name, ok := expr.(*ast.Ident)
	return ok && slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		return slices.ContainsFunc(p.Names, func(n *ast.Ident) bool { return n.Name == name.Name })
	})
}

// calledName returns the last part of the name of a function that is called.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
