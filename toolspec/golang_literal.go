package toolspec

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"slices"
	"strconv"
)

// returned returns the result of a method, or nil if that cannot be determined: it must
// return one expression of literals and constants, once.
func (g *goReader) returned(f *ast.FuncDecl) *node {
	if f == nil || f.Body == nil || f.Type.Params.NumFields() != 0 {
		return nil
	}
	var results []ast.Expr
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 1 {
				results = append(results, n.Results[0])
			}
		}
		return true
	})
	if len(results) != 1 {
		return nil
	}
	s := g.scope(f)
	for name := range changed(f.Body) {
		s.values[name] = nil
	}
	return s.value(results[0], 0)
}

// changed returns the names of the variables whose members are set after they are
// created, so that their initial value is not complete.
func changed(body *ast.BlockStmt) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Tok == token.DEFINE {
			return true
		}
		for _, left := range assign.Lhs {
			for {
				index, ok := left.(*ast.IndexExpr)
				if !ok {
					break
				}
				left = index.X
			}
			if name, ok := left.(*ast.Ident); ok {
				names[name.Name] = true
			}
		}
		return true
	})
	return names
}

// value returns the value of an expression, or nil if it is only known at run time.
func (s *goScope) value(expr ast.Expr, depth int) *node {
	if depth > maxNodeDepth || s.spent() {
		return nil
	}
	n := s.node(expr)
	switch x := expr.(type) {
	case *ast.ParenExpr:
		return s.value(x.X, depth+1)
	case *ast.BasicLit:
		return scalarOf(n, constant.MakeFromLiteral(x.Value, x.Kind, 0))
	case *ast.UnaryExpr:
		if v := s.value(x.X, depth+1); v != nil && x.Op == token.SUB {
			if number, ok := v.value.(json.Number); ok {
				return scalarOf(n, constant.UnaryOp(token.SUB, constant.MakeFromLiteral(number.String(), token.FLOAT, 0), 0))
			}
		} else if x.Op == token.AND {
			return v
		}
	case *ast.BinaryExpr:
		a, b := s.value(x.X, depth+1), s.value(x.Y, depth+1)
		if x.Op == token.ADD && isText(a) && isText(b) {
			n.value = a.text() + b.text()
			return n
		}
	case *ast.Ident:
		return s.named(n, x, depth)
	case *ast.CallExpr:
		return s.call(n, x, depth)
	case *ast.CompositeLit:
		return s.composite(n, x, depth, false)
	}
	return nil
}

func isText(n *node) bool {
	if n == nil {
		return false
	}
	_, ok := n.value.(string)
	return ok
}

func scalarOf(n *node, v constant.Value) *node {
	switch v.Kind() {
	case constant.String:
		n.value = constant.StringVal(v)
	case constant.Int:
		n.value = json.Number(v.ExactString())
	case constant.Float:
		f, _ := constant.Float64Val(v)
		n.value = json.Number(strconv.FormatFloat(f, 'g', -1, 64))
	default:
		return nil
	}
	return n
}

func (s *goScope) named(n *node, name *ast.Ident, depth int) *node {
	if value := s.valueOf(name.Name); value != nil && value != ast.Expr(name) {
		return s.value(value, depth+1)
	}
	switch name.Name {
	case "true", "false":
		n.value = name.Name == "true"
		return n
	case "nil":
		return n
	}
	return nil
}

// conversions are the types that a literal may be converted to.
var conversions = []string{"string", "any", "int", "int64", "float64", "bool"}

// call reads calls of known functions: a conversion, and Forge's
// BaseToolSchema(properties, required).
func (s *goScope) call(n *node, call *ast.CallExpr, depth int) *node {
	switch name := calledName(call); {
	case len(call.Args) == 1 && slices.Contains(conversions, name):
		return s.value(call.Args[0], depth+1)
	case name == "BaseToolSchema" && len(call.Args) == 2:
		schema := n.object("type", n.scalar("object"))
		s.properties(schema, call.Args[0], depth)
		if required := s.value(call.Args[1], depth+1); required != nil && required.kind == arrayNode {
			schema.set("required", required)
		}
		return schema
	}
	return nil
}

// properties sets the properties of a schema. If they cannot be read the schema allows
// any; a property that cannot be read may hold anything.
func (s *goScope) properties(schema *node, expr ast.Expr, depth int) {
	if name, ok := expr.(*ast.Ident); ok && s.valueOf(name.Name) != nil {
		expr = s.valueOf(name.Name)
	}
	if lit, ok := expr.(*ast.CompositeLit); ok {
		if value := s.composite(s.node(lit), lit, depth+1, true); value != nil && value.kind == objectNode {
			schema.set("properties", value)
			return
		}
	}
	schema.set("additionalProperties", schema.scalar(true))
}

// composite reads a map or a list. A value that cannot be read is omitted, or becomes
// an object without members.
func (s *goScope) composite(n *node, lit *ast.CompositeLit, depth int, keep bool) *node {
	_, isList := lit.Type.(*ast.ArrayType)
	if isList || len(lit.Elts) > 0 && !isPair(lit.Elts[0]) {
		n.kind = arrayNode
		for _, item := range lit.Elts {
			if value := s.value(item, depth+1); value != nil {
				n.nodes = append(n.nodes, value)
			}
		}
		return n
	}
	n.kind = objectNode
	for _, element := range lit.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		key := s.value(pair.Key, depth+1)
		if !isText(key) {
			return nil // the fields of a struct
		}
		if key.text() == "properties" && !keep {
			s.properties(n, pair.Value, depth)
			continue
		}
		value := s.value(pair.Value, depth+1)
		if value == nil && keep {
			value = s.node(pair.Value).object()
		}
		if value != nil {
			n.set(key.text(), value)
		}
	}
	return n
}

func isPair(expr ast.Expr) bool {
	_, ok := expr.(*ast.KeyValueExpr)
	return ok
}
