package toolspec

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A goScope resolves names inside a function: declarations anywhere in the function
// override those of the file.
type goScope struct {
	*goReader
	types  map[string]ast.Expr // of the function
	values map[string]ast.Expr // of the function; nil if it cannot be read
}

// typeOf returns the declaration of a type, or nil if it is not known.
func (s *goScope) typeOf(name string) ast.Expr {
	if typ, ok := s.types[name]; ok {
		return typ
	}
	return s.goReader.types[name]
}

// valueOf returns the declaration of a constant or a variable, or nil if it is not
// known.
func (s *goScope) valueOf(name string) ast.Expr {
	if value, ok := s.values[name]; ok {
		return value
	}
	return s.goReader.values[name]
}

func (g *goReader) scope(f *ast.FuncDecl) *goScope {
	s := &goScope{g, map[string]ast.Expr{}, map[string]ast.Expr{}}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			declare(n, s.types, s.values)
			for _, spec := range n.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && v.Type != nil {
					for _, name := range v.Names {
						s.values[name.Name] = &ast.CompositeLit{Type: v.Type}
					}
				}
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
					s.values[name.Name] = n.Rhs[i]
				}
			}
		}
		return true
	})
	return s
}

// structOf returns the struct that is, or is pointed to by, an expression, and whether it has
// xml tags.
func (s *goScope) structOf(expr ast.Expr) (*ast.StructType, bool) {
	for range maxShapeDepth {
		switch x := expr.(type) {
		case *ast.ParenExpr:
			expr = x.X
		case *ast.StarExpr:
			expr = x.X
		case *ast.UnaryExpr:
			expr = x.X
		case *ast.CompositeLit:
			if x.Type == nil {
				return nil, false
			}
			expr = x.Type
		case *ast.CallExpr: // new(T)
			if calledName(x) != "new" || len(x.Args) != 1 {
				return nil, false
			}
			expr = x.Args[0]
		case *ast.Ident:
			value, typ := s.valueOf(x.Name), s.typeOf(x.Name)
			switch {
			case value != nil && value != expr:
				expr = value
			case typ != nil && typ != expr:
				expr = typ
			default:
				return nil, false
			}
		case *ast.StructType:
			return x, tagged(x)
		default:
			return nil, false
		}
	}
	return nil, false
}

func tagged(st *ast.StructType) bool {
	return slices.ContainsFunc(st.Fields.List, func(f *ast.Field) bool {
		_, found := tagOf(f, "xml")
		return found
	})
}

// tagOf returns the tag of a field with a key such as xml.
func tagOf(f *ast.Field, key string) (tag string, found bool) {
	if f.Tag == nil {
		return "", false
	}
	text, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return "", false
	}
	return reflect.StructTag(text).Lookup(key)
}

// doubtTags doubts the fields of a struct for a call that have a json tag and no xml tag: the element of the
// call has the name of the field.
func (s *goScope) doubtTags(st *ast.StructType) {
	for _, f := range st.Fields.List {
		s.doubtTag(f)
	}
}

func (s *goScope) doubtTag(f *ast.Field) {
	tag, written := tagOf(f, "json")
	_, read := tagOf(f, "xml")
	name, _, _ := strings.Cut(tag, ",")
	if !written || read || len(f.Names) != 1 || name == "" || name == "-" || name == f.Names[0].Name || !f.Names[0].IsExported() {
		return
	}
	at := s.node(f.Names[0])
	s.doubts = append(s.doubts, &Error{File: s.l.file, Line: at.line, Column: at.column, Reason: "a call gives <" + name +
		">, but without an xml tag " + f.Names[0].Name + " reads <" + f.Names[0].Name + ">; add xml:" + strconv.Quote(name)})
}

// structNode returns the schema of the elements that encoding/xml reads into a struct.
// inside are the named types around it.
func (s *goScope) structNode(st *ast.StructType, inside []string) *node {
	at := s.node(st)
	o := at.object("type", at.scalar("object"), "properties", at.object())
	text, open := s.fields(o.get("properties"), st, inside)
	switch {
	case open:
		o.set("additionalProperties", at.scalar(true))
	case text && len(o.get("properties").names) == 0:
		return at.object("type", at.scalar("string")) // an element with attributes and a text
	}
	return o
}

// fields adds the elements that the fields of a struct represent. It reports whether
// the struct also has the element's text, and whether it accepts any other element.
func (s *goScope) fields(into *node, st *ast.StructType, inside []string) (text, open bool) {
	for _, f := range st.Fields.List {
		if s.spent() {
			return text, true
		}
		s.doubtTag(f)
		tag, _ := tagOf(f, "xml")
		name, options, _ := strings.Cut(tag, ",")
		if _, local, found := strings.Cut(name, " "); found {
			name = local // after a namespace
		}
		kinds := strings.Split(options, ",")
		has := func(kind string) bool { return slices.Contains(kinds, kind) }
		switch {
		case tag == "-", has("attr"), has("comment"):
			continue
		case has("chardata"), has("cdata"):
			text = true
			continue
		case has("any"), has("innerxml"):
			open = true
			continue
		}
		if len(f.Names) == 0 && name == "" {
			t, o := s.embedded(into, f.Type, inside)
			text, open = text || t, open || o
			continue
		}
		names := f.Names
		if len(names) == 0 {
			names = []*ast.Ident{{Name: "embedded", NamePos: f.Pos()}}
		}
		for _, field := range names {
			if len(f.Names) > 0 && !field.IsExported() || field.Name == "XMLName" {
				continue
			}
			path := name
			if path == "" {
				path = field.Name
			}
			s.put(into, strings.Split(path, ">"), s.node(field), f.Type, inside)
		}
	}
	return text, open
}

func (s *goScope) embedded(into *node, typ ast.Expr, inside []string) (text, open bool) {
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	name, ok := typ.(*ast.Ident)
	if !ok || slices.Contains(inside, name.Name) {
		return false, true
	}
	st, ok := s.typeOf(name.Name).(*ast.StructType)
	if !ok {
		return false, true // it is declared in another file
	}
	return s.fields(into, st, append(slices.Clip(inside), name.Name))
}

// put adds the element at a path such as edits>edit.
func (s *goScope) put(into *node, path []string, at *node, typ ast.Expr, inside []string) {
	if slices.Contains(path, "") {
		return // encoding/xml refuses the whole struct
	}
	value := s.typeNode(at, typ, inside)
	last := len(path) - 1
	if value.get("type").text() == "array" {
		if last == 0 {
			value.set("xml", at.object("wrapped", at.scalar(false)))
		} else {
			value.get("items").set("xml", at.object("name", at.scalar(path[last])))
			last--
		}
	}
	for _, name := range path[:last] {
		around := into.get(name)
		if around.get("properties") == nil {
			around = at.object("type", at.scalar("object"), "properties", at.object())
			into.set(name, around)
		}
		into = around.get("properties")
	}
	into.set(path[last], value)
}

var goKinds = map[string]string{
	"string": "string", "bool": "boolean", "float32": "number", "float64": "number",
	"int": "integer", "int8": "integer", "int16": "integer", "int32": "integer", "int64": "integer", "rune": "integer",
	"uint": "integer", "uint8": "integer", "uint16": "integer", "uint32": "integer", "uint64": "integer", "byte": "integer", "uintptr": "integer",
}

// otherKinds are types of other packages with their own form in XML.
var otherKinds = map[string]string{"time.Time": "string", "time.Duration": "integer", "xml.CharData": "string"}

// typeNode returns the schema of an element that is read into a type; it allows
// anything if the type is not known.
func (s *goScope) typeNode(at *node, typ ast.Expr, inside []string) *node {
	unknown := at.object()
	if s.spent() || len(inside) > maxShapeDepth {
		return unknown
	}
	s.count++
	switch typ := typ.(type) {
	case *ast.ParenExpr:
		return s.typeNode(at, typ.X, inside)
	case *ast.StarExpr:
		return s.typeNode(at, typ.X, inside)
	case *ast.ArrayType:
		if name, ok := typ.Elt.(*ast.Ident); ok && (name.Name == "byte" || name.Name == "uint8") {
			return at.object("type", at.scalar("string"))
		}
		if typ.Len != nil {
			return unknown
		}
		return at.object("type", at.scalar("array"), "items", s.typeNode(at, typ.Elt, inside))
	case *ast.StructType:
		return s.structNode(typ, inside)
	case *ast.SelectorExpr:
		if pkg, ok := typ.X.(*ast.Ident); ok {
			if kind := otherKinds[pkg.Name+"."+typ.Sel.Name]; kind != "" {
				return at.object("type", at.scalar(kind))
			}
		}
	case *ast.Ident:
		if named := s.typeOf(typ.Name); named != nil {
			if slices.Contains(inside, typ.Name) || s.unmarshalsItself(typ.Name) {
				return unknown
			}
			return s.typeNode(at, named, append(slices.Clip(inside), typ.Name))
		}
		if kind := goKinds[typ.Name]; kind != "" {
			return at.object("type", at.scalar(kind))
		}
	}
	return unknown
}

// unmarshalsItself reports whether a type implements its own unmarshaling.
func (g *goReader) unmarshalsItself(name string) bool {
	return g.method(name, "UnmarshalXML") != nil || g.method(name, "UnmarshalText") != nil
}
