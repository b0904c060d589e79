package encode

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// fields converts the fields of a struct, as encoding/xml reads their tags.
func (c *converter) fields(x *xmlcall.Value, v reflect.Value, depth int) *Error {
	var dropped []int // the index of an embedded struct that is left out
	for _, f := range reflect.VisibleFields(v.Type()) {
		tag := f.Tag.Get("xml")
		if f.Anonymous && tag == "-" {
			dropped = f.Index
		}
		if dropped != nil && slices.Equal(dropped, f.Index[:min(len(dropped), len(f.Index))]) {
			continue
		}
		if !f.IsExported() || f.Anonymous && isStruct(f.Type) || tag == "-" || f.Name == "XMLName" {
			continue // the fields of an embedded struct are among the visible ones
		}
		field, err := v.FieldByIndexErr(f.Index)
		if err != nil {
			continue // in an embedded pointer that is nil
		}
		name, flags, _ := strings.Cut(tag, ",")
		if name == "" || strings.HasSuffix(name, ">") {
			name += f.Name
		}
		path := strings.Split(strings.TrimPrefix(name, ">"), ">")
		if err := c.field(x, path, strings.Split(flags, ","), field, depth); err != nil {
			for i := len(path) - 2; i >= 0; i-- {
				err = err.within(path[i])
			}
			return err
		}
	}
	return nil
}

// isStruct reports whether t is a struct type or points to one.
func isStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct
}

// field converts one field of a struct, whose element has the names of path around it. The path of an
// error includes the step of the field's own element, but not those of the elements around it.
func (c *converter) field(x *xmlcall.Value, path, flags []string, v reflect.Value, depth int) *Error {
	name := path[len(path)-1]
	has := func(flag string) bool { return slices.Contains(flags, flag) }
	switch nilable := v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface; {
	case has("comment") || has("omitempty") && isEmpty(v) || nilable && v.IsNil():
		return nil
	case has("attr") || has("innerxml") || has("any"):
		if v.IsZero() {
			return nil
		}
		return fail("a field marked %s cannot be written in a call", strings.Join(flags, ",")).within(name)
	case has("chardata") || has("cdata"):
		text, err := c.value("text", v, depth+1)
		if err != nil {
			return err
		}
		x.Text, x.Literal = text.Text, text.Literal || has("cdata")
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
	for _, step := range path[:len(path)-1] {
		if n := len(x.Children); n == 0 || x.Children[n-1].Name != step { // adjacent fields share the elements around them
			if !tree.IsName(step) {
				return fail("%q is not a valid element name", step)
			}
			x.Children = append(x.Children, &xmlcall.Value{Name: step})
		}
		x = x.Children[len(x.Children)-1]
	}
	for i, item := range items {
		child, err := c.value(name, item, depth+1)
		if err != nil {
			switch {
			case !list:
				return err.within(name)
			case len(path) > 1: // edits[1], not edits.edit[1]
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
	}
	return v.IsZero() && v.Kind() != reflect.Struct
}
