package toolspec

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// Write returns a call to t with the given arguments as a <tool> block, without a
// newline at its end. It is the counterpart of [Tool.Read]: the arguments are in the
// order of the tool's definition, lists as their [Argument] specifies, and the call
// reads back as the same values. Values are those of encoding/json, integers of any
// type, and json.Number. m selects how special characters are written.
//
// A custom tool is called through run_custom_tool; its name is not among the
// arguments.
//
// The error is an *[encode.Error], which names the path of the first value that a call
// cannot represent, or that t would not read back unchanged: a string for a number, an
// item of an empty list without a wrapper, an argument that t does not know. Whether
// the values satisfy the schema is not checked.
func (t *Tool) Write(arguments map[string]any, m encode.Method) (string, error) {
	w := writer{t, m}
	children, fail := w.members(t.Arguments, t.Open, arguments, true)
	if fail != nil {
		return "", fail
	}
	call := encode.Call{Server: t.Server, Tool: t.Name}
	if t.Custom {
		call.Tool = CustomRunner
		children = slices.Insert(children, 0, &xmlcall.Value{Name: "tool_name", Text: t.Name})
	}
	call.Arguments = &xmlcall.Value{Children: children}
	return call.Encode(encode.Options{Method: m})
}

func faultf(format string, args ...any) *encode.Error {
	return &encode.Error{Reason: fmt.Sprintf(format, args...)}
}

// within returns an error with one more step, "name" or "[3]", before its path.
func within(step string, e *encode.Error) *encode.Error {
	if e.Path != "" && e.Path[0] != '[' {
		step += "."
	}
	return &encode.Error{Path: step + e.Path, Reason: e.Reason}
}

// A writer builds trees of values that read back as the values.
type writer struct {
	tool   *Tool
	method encode.Method
}

// members returns the elements of an object's members: described ones in their order,
// others by name.
func (w *writer) members(arguments []Argument, open bool, values map[string]any, root bool) ([]*xmlcall.Value, *encode.Error) {
	list := slices.Clone(arguments)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if find(arguments, name) != nil {
			continue
		}
		if !open {
			return nil, within(name, faultf("the tool does not read it"))
		}
		a := Argument{Name: name, Kind: Any}
		if root && w.tool.coerces {
			if a.Kind = KindOf(values[name]); a.Kind != String && a.Kind != Boolean {
				a.Kind = Number
			}
		}
		list = append(list, a)
	}
	var all []*xmlcall.Value
	for i := range list {
		if value, ok := values[list[i].Name]; ok {
			elements, fail := w.elements(&list[i], value)
			if fail != nil {
				return nil, within(list[i].Name, fail)
			}
			all = append(all, elements...)
		}
	}
	return all, nil
}

// elements returns the elements of one argument: one, or the items of a list
// without a wrapper.
func (w *writer) elements(a *Argument, value any) (all []*xmlcall.Value, fail *encode.Error) {
	x := &xmlcall.Value{Name: a.Name}
	switch {
	case a.Kind == Any:
		x, fail = w.any(a, value)
	case value == nil && a.Nullable:
		x.Text = "null"
	case a.Kind == Object:
		m, ok := value.(map[string]any)
		if !ok {
			return nil, faultf("is not an object")
		}
		x.Children, fail = w.members(a.Members, a.Open, m, false)
	case a.Kind == List:
		list, ok := value.([]any)
		switch {
		case !ok:
			return nil, faultf("is not a list")
		case len(list) == 0 && a.Repeated:
			return nil, faultf("an empty list without a wrapper cannot be distinguished from a missing one")
		case len(list) == 0 && a.Required && a.NonEmpty:
			return nil, faultf("needs at least one item")
		}
		for i, item := range list {
			of, fail := w.elements(a.Item, item)
			if fail != nil {
				return nil, within(fmt.Sprintf("[%d]", i), fail)
			}
			x.Children = append(x.Children, of...)
		}
		if a.Repeated {
			return x.Children, nil
		}
	case value == nil:
		return nil, faultf("cannot be null")
	default:
		if x.Text, fail = scalarText(a, value); fail == nil && w.tool.Custom && a.Kind == String {
			fail = uncoerced(a, x.Text)
		}
	}
	return []*xmlcall.Value{x}, fail
}

// notScalar are the reasons of faults of values that are not of a kind.
var notScalar = map[Kind]string{
	String: "is not a string", Boolean: "is not true or false",
	Integer: "is not an integer that the tool can read", Number: "is not a number that the tool can read",
}

// scalarText returns the text that reads back as a value, which must not be null.
func scalarText(a *Argument, value any) (string, *encode.Error) {
	value = canonicalNumber(value)
	text, of := textOf(value), KindOf(value)
	switch {
	case of != a.Kind && (of != Integer || a.Kind != Number):
		return "", faultf("%s", notScalar[a.Kind])
	case of != String:
		return text, nil
	case text == "" && a.NonEmpty:
		return "", faultf("cannot be empty")
	case a.Nullable && strings.TrimSpace(text) == "null":
		return "", faultf("the string %q cannot be distinguished from a missing value", text)
	case a.isTight() && text != strings.TrimSpace(text):
		return "", faultf("has white space around it")
	}
	return text, nil
}

// uncoerced returns a fault if a custom tool would not receive a text unchanged.
func uncoerced(a *Argument, text string) *encode.Error {
	if a.Name == "tool_name" || a.Name == "timeout" {
		return faultf("run_custom_tool uses %s itself", a.Name)
	}
	switch value, _ := coerce(strings.TrimSpace(text)); {
	case text == "":
		return faultf("an empty value is not passed on to a custom tool")
	case value != any(text):
		return faultf("a custom tool would get %q as a different value", text)
	}
	return nil
}

// any returns the element of a value that is read by ADR-0019's table.
func (w *writer) any(a *Argument, value any) (*xmlcall.Value, *encode.Error) {
	tree, err := encode.Arguments(map[string]any{a.Name: value}, encode.Options{})
	if err != nil {
		fail, _ := errors.AsType[*encode.Error](err) // it has no others
		fail.Path = strings.TrimPrefix(strings.TrimPrefix(fail.Path, a.Name), ".")
		return nil, fail
	}
	if w.method == encode.Escapes {
		plain(tree)
	}
	if !sameValue(tree.Infer()[a.Name], value) {
		return nil, faultf("its type is not known, so it would be read as a different value")
	}
	return tree.Children[0], nil
}

// plain clears the marks of a tree that keep its values strings, which need CDATA
// sections.
func plain(v *xmlcall.Value) {
	v.Literal = false
	for _, child := range v.Children {
		plain(child)
	}
}
