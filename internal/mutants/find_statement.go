package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// assign turns += into -= and back.
func (f *finder) assign(s *ast.AssignStmt) {
	to := map[token.Token]string{token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+="}[s.Tok]
	if to == "" || isString(f.info.TypeOf(s.Lhs[0])) {
		return
	}
	helper := "mutantNegative(%d, "
	if basic, ok := f.info.TypeOf(s.Rhs[0]).(*types.Basic); ok {
		helper = "mutantNegative[" + basic.Name() + "](%d, "
	}
	op := f.offset(s.TokPos)
	value := s.Rhs[0]
	f.add("arithmetic", op, op+2, to, around(f.offset(value.Pos()), f.offset(value.End()), helper, ")"))
}

// statements removes each statement that is not required.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); isPanic(s.X) || ok && f.capacity(call) {
				continue
			}
		case *ast.AssignStmt:
			if name, ok := s.Lhs[0].(*ast.Ident); s.Tok == token.DEFINE || ok && name.Name == "_" {
				continue
			}
		case *ast.ReturnStmt, *ast.BranchStmt:
			if !f.optional() {
				continue
			}
		case *ast.IncDecStmt, *ast.SendStmt, *ast.DeferStmt:
		default:
			continue
		}
		start, end := f.offset(s.Pos()), f.offset(s.End())
		f.add("removed", start, end, "", around(start, end, "if mutantNot(%d, true) { ", " }"))
	}
}

func isPanic(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	fun, ok := call.Fun.(*ast.Ident)
	return ok && fun.Name == "panic"
}

// optional reports whether the current block is that of an if without an else: the end
// of a function cannot depend on it.
func (f *finder) optional() bool {
	if len(f.path) == 0 {
		return false
	}
	branch, ok := f.path[len(f.path)-1].(*ast.IfStmt)
	return ok && branch.Else == nil
}

// results replaces each result of a return by the zero value, or by the other bool.
func (f *finder) results(s *ast.ReturnStmt) {
	want := f.signature()
	if want == nil || want.Len() != len(s.Results) {
		return
	}
	for i, e := range s.Results {
		t := f.info.TypeOf(e)
		if !types.Identical(t, want.At(i).Type()) {
			continue
		}
		start, end := f.offset(e.Pos()), f.offset(e.End())
		value := f.info.Types[e].Value
		basic, _ := t.Underlying().(*types.Basic)
		switch {
		case basic != nil && basic.Info()&types.IsBoolean != 0:
			if value == nil {
				if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
					continue
				}
			}
			text := "!(" + f.text[start:end] + ")"
			if value != nil {
				text = map[string]string{"true": "false", "false": "true"}[value.String()]
			}
			f.add("result", start, end, text, around(start, end, "mutantNot(%d, ", ")"))
		case value == nil && !isEmpty(e):
			f.add("result", start, end, zero(t), around(start, end, "mutantZero(%d, ", ")"))
		case basic != nil && basic.Info()&types.IsString != 0 && strings.Trim(f.text[start:end], "\"`") != "":
			f.add("result", start, end, `""`, around(start, end, "mutantZero(%d, ", ")"))
		}
	}
}

// signature returns the results of the function that contains the path.
func (f *finder) signature() *types.Tuple {
	for i := len(f.path) - 1; i >= 0; i-- {
		switch n := f.path[i].(type) {
		case *ast.FuncLit:
			return f.info.TypeOf(n).(*types.Signature).Results()
		case *ast.FuncDecl:
			return f.info.Defs[n.Name].Type().(*types.Signature).Results()
		}
	}
	return nil
}

// zero is the notation for the zero value of a type.
func zero(t types.Type) string {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsString != 0 {
			return `""`
		}
		return "0"
	case *types.Struct, *types.Array:
		return "{}"
	}
	return "nil"
}
