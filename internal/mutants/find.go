package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// A mutant is one change of one file.
type mutant struct {
	file *source
	kind string // its printed name: "boundary"
	in   string // the function: "call.corrected" for a method of call or *call; "" outside

	// The change: the text from start to end, bytes of the file, becomes text.
	start, end int
	text       string

	// Its form in the code, disabled. Of two around the same text the one with the
	// smaller rank, its index in the file, is the outer one.
	schema schema
	rank   int

	reached bool // by a test, when it was run
}

// A source is a file that is mutated.
type source struct {
	name string // its path
	text string
	ast  *ast.File
	fset *token.FileSet
}

func (s *source) offset(pos token.Pos) int { return s.fset.Position(pos).Offset }

// finder collects the mutants of a file.
type finder struct {
	*source
	info    *types.Info
	pkg     *types.Package
	path    []ast.Node // from the file to the current node
	mutants []*mutant
}

// find returns every mutant of a file, in the order of the text. Some do not compile;
// the type checker sorts them out.
func find(file *source, pkg *types.Package, info *types.Info) []*mutant {
	f := &finder{source: file, pkg: pkg, info: info}
	ast.Inspect(file.ast, func(n ast.Node) bool {
		if n == nil {
			f.path = f.path[:len(f.path)-1]
			return true
		}
		if !f.enter(n) {
			return false
		}
		f.path = append(f.path, n)
		return true
	})
	return f.mutants
}

// enter examines a node, and reports whether to visit its children.
func (f *finder) enter(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.ArrayType: // its length is a constant
		return false
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.ForStmt:
		f.condition(n.Cond)
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					f.condition(e)
				}
			}
		}
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	case *ast.CommClause:
		f.statements(n.Body)
	case *ast.AssignStmt:
		f.assign(n)
	case *ast.ReturnStmt:
		f.results(n)
		return !f.isNothing(n)
	case ast.Expr:
		return f.expression(n)
	}
	return true
}

func (f *finder) expression(e ast.Expr) bool {
	if value := f.info.Types[e].Value; value != nil {
		f.number(e, value)
		return false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		f.binary(e)
	case *ast.CallExpr:
		return !f.capacity(e)
	}
	return true
}

// capacity reports whether a call only preallocates.
func (f *finder) capacity(call *ast.CallExpr) bool {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name == "make" && len(call.Args) == 3
	case *ast.SelectorExpr:
		return fun.Sel.Name == "Grow"
	}
	return false
}

// condition negates the condition of a branch, unless its operator is mutated.
func (f *finder) condition(e ast.Expr) {
	if e == nil || f.info.Types[e].Value != nil {
		return
	}
	if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		return
	}
	start, end := f.offset(e.Pos()), f.offset(e.End())
	text := "!(" + f.text[start:end] + ")"
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		text = f.text[f.offset(u.X.Pos()):end]
	}
	f.add("negated condition", start, end, text, around(start, end, "mutantNot(%d, ", ")"))
}

// An operator becomes another one of the same operands.
var operators = map[token.Token]struct {
	kind   string
	to     token.Token
	helper string
}{
	token.LSS:     {"boundary", token.LEQ, "mutantLess"},
	token.LEQ:     {"boundary", token.LSS, "mutantLessEqual"},
	token.GTR:     {"boundary", token.GEQ, "mutantGreater"},
	token.GEQ:     {"boundary", token.GTR, "mutantGreaterEqual"},
	token.ADD:     {"arithmetic", token.SUB, "mutantAdd"},
	token.SUB:     {"arithmetic", token.ADD, "mutantSub"},
	token.MUL:     {"arithmetic", token.QUO, "mutantMul"},
	token.QUO:     {"arithmetic", token.MUL, "mutantQuo"},
	token.REM:     {"arithmetic", token.MUL, "mutantRem"},
	token.AND:     {"operator", token.OR, "mutantAnd"},
	token.OR:      {"operator", token.AND, "mutantOr"},
	token.AND_NOT: {"operator", token.AND, "mutantAndNot"},
	token.SHL:     {"operator", token.SHR, "mutantShl"},
	token.SHR:     {"operator", token.SHL, "mutantShr"},
}

func (f *finder) binary(e *ast.BinaryExpr) {
	start, end := f.offset(e.Pos()), f.offset(e.End())
	op := f.offset(e.OpPos)
	opEnd := op + len(e.Op.String())
	switch e.Op {
	case token.EQL:
		f.add("negated condition", op, opEnd, "!=", around(start, end, "mutantNot(%d, ", ")"))
		return
	case token.NEQ:
		f.add("negated condition", op, opEnd, "==", around(start, end, "mutantNot(%d, ", ")"))
		return
	case token.LAND, token.LOR: // De Morgan: each operand is evaluated at most once, and in order
		to := map[token.Token]string{token.LAND: "||", token.LOR: "&&"}[e.Op]
		f.add("logic", op, opEnd, to, schema{
			start: start, end: end, before: "mutantNot(%d, mutantNot(%d, ", after: "))",
			op: op, opEnd: opEnd, opText: ") " + e.Op.String() + " mutantNot(%d, ",
		})
		return
	}
	o, ok := operators[e.Op]
	if !ok || isString(f.info.TypeOf(e.X)) && o.kind != "boundary" {
		return
	}
	s := schema{start: start, end: end, before: o.helper + "(%d, ", after: ")", op: op, opEnd: opEnd, opText: ", "}
	// A constant that is shifted has the type that its context gives it, which a call does not see.
	if f.info.Types[e.X].Value != nil && (e.Op == token.SHL || e.Op == token.SHR) {
		s.before = o.helper + "[" + f.typeName(e.X) + "](%d, "
	}
	f.add(o.kind, op, opEnd, o.to.String(), s)
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// number increments and decrements a constant that has digits. A named one is left
// alone: the code depends on its name.
func (f *finder) number(e ast.Expr, value constant.Value) {
	basic, ok := f.info.TypeOf(e).Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 || !hasDigits(e) {
		return
	}
	start, end := f.offset(e.Pos()), f.offset(e.End())
	name := f.typeName(e)
	for _, by := range []struct{ text, helper string }{{" + 1", "mutantPlus"}, {" - 1", "mutantMinus"}} {
		if n, exact := constant.Int64Val(value); exact && n == -1 && by.text == " - 1" {
			continue // it is a sentinel rather than a number: any other negative one is equivalent
		}
		text := f.text[start:end] + by.text
		if n, exact := constant.Int64Val(value); exact && isLiteral(e) {
			text = constant.MakeInt64(n + map[string]int64{" + 1": 1, " - 1": -1}[by.text]).String()
		}
		f.add("constant", start, end, text, around(start, end, by.helper+"["+name+"](%d, ", ")"))
	}
}

// typeName returns the type of an expression as it is written in the package.
func (f *finder) typeName(e ast.Expr) string {
	return types.TypeString(f.info.TypeOf(e), func(p *types.Package) string {
		if p == f.pkg {
			return ""
		}
		return p.Name()
	})
}

// isEmpty reports whether an expression is a composite literal without elements.
func isEmpty(e ast.Expr) bool {
	lit, ok := e.(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// isNothing reports whether a return gives constants, or empty values, beside false or
// an error: callers ignore them.
func (f *finder) isNothing(s *ast.ReturnStmt) bool {
	last := len(s.Results) - 1
	if last <= 0 {
		return false
	}
	for _, e := range s.Results[:last] {
		if t := f.info.Types[e]; t.Value == nil && !t.IsNil() && !isEmpty(e) {
			return false
		}
	}
	end := f.info.Types[s.Results[last]]
	if end.Value != nil {
		return end.Value.String() == "false"
	}
	return types.Identical(end.Type, types.Universe.Lookup("error").Type())
}

func isLiteral(e ast.Expr) bool {
	_, ok := e.(*ast.BasicLit)
	return ok
}

func hasDigits(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.INT {
			found = true
		}
		return !found
	})
	return found
}

func (f *finder) add(kind string, start, end int, text string, s schema) {
	f.mutants = append(f.mutants, &mutant{
		file: f.source, kind: kind, in: f.function(), start: start, end: end, text: text, schema: s, rank: len(f.mutants),
	})
}

// function returns the name of the function that contains the path.
func (f *finder) function() string {
	for _, n := range f.path {
		decl, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if decl.Recv == nil {
			return decl.Name.Name
		}
		receiver := types.ExprString(decl.Recv.List[0].Type)
		receiver, _, _ = strings.Cut(strings.TrimPrefix(receiver, "*"), "[") // without type parameters
		return receiver + "." + decl.Name.Name
	}
	return ""
}
