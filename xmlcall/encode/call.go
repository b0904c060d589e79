package encode

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// A Call is a call to be written. It shares nothing with the text that [Append]
// produces.
type Call struct {
	// Server is the server_name; empty means "local", as it does for the
	// runtime.
	Server string
	// Tool is the tool_name. The runtime does not trim it.
	Tool string
	// Arguments are the arguments: a *[xmlcall.Value] whose children are written in
	// order (its own name and text are not), or anything that [Arguments]
	// converts. nil means none.
	Arguments any
}

// Options control how calls are written, and how lists are distinguished from objects
// in conversions from and to JSON. The zero value selects all defaults.
type Options struct {
	// Method chooses between escapes and CDATA sections.
	Method Method
	// ItemName names the items of a list, given the name of the list; nil means
	// [plural.Item].
	ItemName func(list string) string
	// MaxSize is the size in bytes above which a call is not written, for a runtime
	// with another limit; 0 or less means [xmlcall.MaxSize].
	MaxSize int
}

// Encode returns the call as a <tool> block; see [Append].
func (c Call) Encode(o Options) (string, error) {
	text, err := Append(nil, c, o)
	return string(text), err
}

// Append appends the call to dst as a <tool> block, without a newline at its end, and
// returns the extended slice. It returns dst unchanged and an *[Error], which names the
// place, for a character that XML cannot carry, for a name that no element can have,
// for a call without a tool name, and for a block larger than Options.MaxSize.
//
// What is written decodes to the same values, through the strict parser of every view
// of the runtime and without its fallback (runtime.md): "]]>" never ends a section, a
// CR is a reference, and <tool>, </tool>, <thinking> and </thinking>, which the runtime
// looks for in CDATA sections too, appear literally only as the call's own two tags.
// (Arguments named tool and thinking are written with a space in their tags, <tool >,
// which XML reads alike and the search does not find.)
//
// Every element of the envelope and every argument is on a line of its
// own, children two spaces deeper than their parent. White space is only put
// between elements, never into an element without children. The Text of a
// [xmlcall.Value] with children is not written: the format has no mixed content.
func Append(dst []byte, c Call, o Options) ([]byte, error) {
	e := encoder{o.Method, tree.ItemName(o.ItemName), dst}
	if err := e.call(c); err != nil {
		return dst, err
	}
	if size, limit := len(e.dst)-len(dst), forge.Limit(o.MaxSize); size > limit {
		return dst, fail("it is %s bytes; the limit is %s", thousands.Separate(size), thousands.Separate(limit))
	}
	return e.dst, nil
}

// An encoder appends to dst. Every line it writes ends with a newline.
type encoder struct {
	method   Method
	itemName func(string) string
	dst      []byte
}

func (e *encoder) line(parts ...string) {
	for _, s := range parts {
		e.dst = append(e.dst, s...)
	}
	e.dst = append(e.dst, '\n')
}

// The result is not of type error: a nil *Error in an error would not be nil.
func (e *encoder) call(c Call) error {
	arguments, err := e.arguments(c.Arguments)
	if err != nil {
		return err
	}
	if c.Tool == "" {
		return fail("a call needs the name of a tool").within("tool_name")
	}
	if c.Server == "" {
		c.Server = "local"
	}
	e.line(lex.ToolOpen)
	for _, v := range []*xmlcall.Value{{Name: "server_name", Text: c.Server}, {Name: "tool_name", Text: c.Tool}} {
		if err := e.leaf("", v); err != nil {
			return err.within(v.Name)
		}
	}
	if err := e.element(&xmlcall.Value{Name: "arguments", Children: arguments.Children}, "", 0); err != nil {
		return err
	}
	e.dst = append(e.dst, lex.ToolClose...)
	return nil
}

// arguments returns the tree of a call's arguments.
func (e *encoder) arguments(v any) (*xmlcall.Value, error) {
	tree, ok := v.(*xmlcall.Value)
	switch {
	case v == nil || ok && tree == nil:
		return &xmlcall.Value{}, nil
	case ok:
		return tree, nil
	}
	return Arguments(v, Options{ItemName: e.itemName})
}

// children writes the children of v.
func (e *encoder) children(v *xmlcall.Value, indent string, depth int) *Error {
	for i, c := range v.Children {
		if err := e.element(c, indent, depth); err != nil {
			return err.within(e.step(v, i, depth == 1))
		}
	}
	return nil
}

func (e *encoder) element(v *xmlcall.Value, indent string, depth int) *Error {
	switch {
	case v == nil:
		return fail("a nil *Value")
	case !tree.IsName(v.Name):
		return fail("%q is not a valid element name", v.Name)
	case len(v.Children) == 0:
		return e.leaf(indent, v)
	case depth > xmlcall.MaxDepth:
		return fail("nested deeper than %d elements", xmlcall.MaxDepth)
	}
	space := tagSpace(v.Name)
	e.line(indent, "<", v.Name, space, ">")
	if err := e.children(v, indent+"  ", depth+1); err != nil {
		return err
	}
	e.line(indent, "</", v.Name, space, ">")
	return nil
}

func (e *encoder) leaf(indent string, v *xmlcall.Value) *Error {
	if offset, reason := tree.BadChar(v.Text); reason != "" {
		return &Error{at: offset + 1, Reason: reason}
	}
	space := tagSpace(v.Name)
	e.dst = append(append(append(append(append(e.dst, indent...), '<'), v.Name...), space...), '>')
	e.dst = e.method.appendLeaf(e.dst, v.Text, v.Literal)
	e.line("</", v.Name, space, ">")
	return nil
}

// tagSpace returns the space that keeps the tags of a name from being one of the
// reserved sequences, or "".
func tagSpace(name string) string {
	if name == "tool" || name == "thinking" {
		return " "
	}
	return ""
}

// Lines returns the children of v as lines of XML, each indented by indent and two more
// spaces a level, without a newline at the end. Leaves are written as by [Append] with the method
// [Automatic]; the second and later lines of a value are not indented. The error is an *[Error], as that of Append.
func Lines(v *xmlcall.Value, indent string) (string, error) {
	e := encoder{itemName: tree.ItemName(nil)}
	if err := e.children(v, indent, 1); err != nil {
		return "", err
	}
	return strings.TrimSuffix(string(e.dst), "\n"), nil
}
