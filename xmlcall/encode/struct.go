package encode

import (
	"encoding/xml"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// A field is a field of a struct as encoding/xml reads its tag.
type field struct {
	index int
	path  []string // names of the elements, outermost first
	flags []string
	inner bool // whether it is an embedded struct
}

func (f *field) has(flag string) bool { return slices.Contains(f.flags, flag) }

// fieldsOf returns the fields of a struct type that encoding/xml reads.
func fieldsOf(t reflect.Type) []field {
	var fields []field
	for i := range t.NumField() {
		sf := t.Field(i)
		tag := sf.Tag.Get("xml")
		if !sf.IsExported() && !sf.Anonymous || tag == "-" || sf.Name == "XMLName" {
			continue
		}
		f := field{index: i}
		if sf.Anonymous && structType(sf.Type) != nil {
			f.inner = true
			fields = append(fields, f)
			continue
		}
		if !sf.IsExported() {
			continue
		}
		if _, name, ok := strings.Cut(tag, " "); ok { // "namespace name"
			tag = name
		}
		name, flags, _ := strings.Cut(tag, ",")
		f.flags = strings.Split(flags, ",")
		if name == "" {
			name = xmlName(sf.Type)
		}
		if name == "" || strings.HasSuffix(name, ">") {
			name += sf.Name
		}
		f.path = strings.Split(strings.TrimPrefix(name, ">"), ">")
		fields = append(fields, f)
	}
	return fields
}

// structType returns the struct type that t is or points to, or nil.
func structType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// xmlName returns the name that a struct sets for itself with a field XMLName.
func xmlName(t reflect.Type) string {
	if t = structType(t); t == nil {
		return ""
	}
	sf, ok := t.FieldByName("XMLName")
	if !ok || sf.Type != reflect.TypeFor[xml.Name]() {
		return ""
	}
	name, _, _ := strings.Cut(sf.Tag.Get("xml"), ",")
	return name[strings.LastIndexByte(name, ' ')+1:]
}

// fields converts the fields of a struct. outer holds the names of the fields around an
// embedded struct, which hide fields of the same name in it.
func (c *converter) fields(x *xmlcall.Value, v reflect.Value, outer []string, depth int) *Error {
	fields := fieldsOf(v.Type())
	hidden := slices.Clone(outer)
	for _, f := range fields {
		hidden = append(hidden, strings.Join(f.path, ">"))
	}
	shared := map[*xmlcall.Value]bool{} // elements created for the path of a field
	for _, f := range fields {
		fv := v.Field(f.index)
		if f.inner {
			if fv.Kind() == reflect.Pointer {
				if fv.IsNil() {
					continue
				}
				fv = fv.Elem()
			}
			if depth > xmlcall.MaxDepth {
				return fail("nested deeper than %d elements", xmlcall.MaxDepth)
			}
			if err := c.fields(x, fv, hidden, depth+1); err != nil {
				return err
			}
			continue
		}
		if slices.Contains(outer, strings.Join(f.path, ">")) || f.has("comment") {
			continue
		}
		if err := c.field(x, &f, fv, shared, depth); err != nil {
			for i := len(f.path) - 2; i >= 0; i-- {
				err = err.within(f.path[i])
			}
			return err
		}
	}
	return nil
}

// field converts one field of a struct. The path of an error includes the step of the
// field's own element, but not those of the elements around it.
func (c *converter) field(x *xmlcall.Value, f *field, v reflect.Value, shared map[*xmlcall.Value]bool, depth int) *Error {
	name := f.path[len(f.path)-1]
	for _, flag := range []string{"attr", "innerxml", "any"} {
		if f.has(flag) {
			if v.IsZero() {
				return nil
			}
			return fail("a field marked %s cannot be written in a call", flag).within(name)
		}
	}
	if f.has("omitempty") && isEmpty(v) || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		return nil
	}
	if f.has("chardata") || f.has("cdata") {
		text, err := c.value("text", v, depth+1)
		if err != nil {
			return err
		}
		x.Text, x.Literal = text.Text, text.Literal || f.has("cdata")
		return nil
	}
	items, list := []reflect.Value{v}, false
	if (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && !isBytes(v) && !v.Type().Implements(marshalerType) {
		if v.Kind() == reflect.Slice && v.IsNil() {
			return nil
		}
		items, list = nil, true
		for i := range v.Len() {
			items = append(items, v.Index(i))
		}
	}
	for _, step := range f.path[:len(f.path)-1] {
		if n := len(x.Children); n == 0 || x.Children[n-1].Name != step || !shared[x.Children[n-1]] {
			if !tree.IsName(step) {
				return fail("%q is not a valid element name", step)
			}
			next := &xmlcall.Value{Name: step}
			shared[next] = true
			x.Children = append(x.Children, next)
		}
		x = x.Children[len(x.Children)-1]
	}
	for i, item := range items {
		child, err := c.value(name, item, depth+1)
		if err != nil {
			switch {
			case !list:
				return err.within(name)
			case len(f.path) > 1: // edits[1], not edits.edit[1]
				return err.within(fmt.Sprintf("[%d]", i))
			}
			return err.within(fmt.Sprintf("%s[%d]", name, i))
		}
		x.Children = append(x.Children, child)
	}
	return nil
}

// isEmpty implements omitempty.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
