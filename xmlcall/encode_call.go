package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/internal/forge"
	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"
)

// A Call is a call to be written. It shares nothing with the text that
// [AppendCall] makes of it.
type Call struct {
	// Server is the server_name; empty means "local", as it does for the
	// runtime.
	Server string
	// Tool is the tool_name. The runtime does not trim it.
	Tool string
	// Arguments are the arguments: a *[Value] whose children are written in
	// order (its own name and text are not), or anything that [ArgumentsOf]
	// converts. nil means none.
	Arguments any
}

// An EncodeOption changes how calls are written, and how lists are told from
// objects where JSON is involved.
type EncodeOption func(*encoder)

// WithMethod chooses between escapes and CDATA sections. The default is
// [Automatic].
func WithMethod(m Method) EncodeOption { return func(e *encoder) { e.method = m } }

// WithItemName sets the function that names the items of a list, given the
// name of the list. The default, which nil means too, is [ItemName].
func WithItemName(item func(list string) string) EncodeOption {
	if item == nil {
		item = ItemName
	}
	return func(e *encoder) { e.itemName = item }
}

// WithMaxSize sets the size in bytes above which a call is not written, for a
// runtime that reads no larger ones; 0 or less means [MaxSize].
func WithMaxSize(size int) EncodeOption { return func(e *encoder) { e.maxSize = size } }

// Encode returns the call as a <tool> block; see [AppendCall].
func (c Call) Encode(opts ...EncodeOption) (string, error) {
	text, err := AppendCall(nil, c, opts...)
	return string(text), err
}

// AppendCall appends the call to dst as a <tool> block, without a newline at
// its end, and returns the extended slice. dst is returned unchanged with an
// *[EncodeError], which names the place: for a character that XML cannot
// carry, for a name that no element can have, for a call without a tool name,
// and for a block of more than [MaxSize] bytes, or of what [WithMaxSize] sets.
//
// What is written decodes to the same values, through the strict parser of
// every view of the runtime and without its fallback (runtime.md): "]]>" never
// ends a section, a CR is a reference, and <tool>, </tool>, <thinking> and
// </thinking>, which the runtime looks for in CDATA sections too, are nowhere
// literal but for the call's own two tags. (Arguments of the names tool and
// thinking are written with a space in their tags, <tool >, which XML reads
// alike and the search does not find.)
//
// Every element of the envelope and every argument stands on a line of its
// own, children two spaces deeper than their parent. White space is only put
// between elements, never into an element without children. The Text of a
// [Value] with children is not written: the format has no mixed content.
func AppendCall(dst []byte, c Call, opts ...EncodeOption) ([]byte, error) {
	e := newEncoder(opts)
	e.dst = dst
	if err := e.call(c); err != nil {
		return dst, err
	}
	if size, limit := len(e.dst)-len(dst), forge.Limit(e.maxSize); size > limit {
		return dst, encodeError("%d bytes, more than the %d that the runtime reads", size, limit)
	}
	return e.dst, nil
}

// An encoder appends to dst. Every line it writes ends with a newline.
type encoder struct {
	method   Method
	itemName func(string) string
	lenient  bool // write what can be written, as Lines does
	maxSize  int
	dst      []byte
	ends     []int // offsets in dst behind the lines
}

func newEncoder(opts []EncodeOption) *encoder {
	e := &encoder{itemName: ItemName}
	for _, o := range opts {
		if o != nil {
			o(e)
		}
	}
	return e
}

func (e *encoder) line(parts ...string) {
	for _, s := range parts {
		e.dst = append(e.dst, s...)
	}
	e.endLine()
}

func (e *encoder) endLine() {
	e.dst = append(e.dst, '\n')
	if e.lenient {
		e.ends = append(e.ends, len(e.dst)-1)
	}
}

// The result of call is not of type error: a nil *EncodeError in one would not
// be nil.
func (e *encoder) call(c Call) error {
	arguments, err := e.arguments(c.Arguments)
	if err != nil {
		return err
	}
	if c.Tool == "" {
		return encodeError("a call needs the name of a tool").within("tool_name")
	}
	if c.Server == "" {
		c.Server = "local"
	}
	e.line(toolOpen)
	for _, v := range []*Value{{Name: "server_name", Text: c.Server}, {Name: "tool_name", Text: c.Tool}} {
		if err := e.leaf("", v); err != nil {
			return err.within(v.Name)
		}
	}
	if err := e.argumentLines(arguments); err != nil {
		return err
	}
	e.dst = append(e.dst, toolClose...)
	return nil
}

// arguments returns the tree of a call's arguments.
func (e *encoder) arguments(v any) (*Value, error) {
	switch v := v.(type) {
	case nil:
		return &Value{}, nil
	case *Value:
		if v == nil {
			return &Value{}, nil
		}
		return v, nil
	}
	c := converter{e.itemName}
	tree, err := c.root(v)
	if err != nil {
		return nil, err
	}
	return tree, nil
}

func (e *encoder) argumentLines(v *Value) *EncodeError {
	if v == nil || len(v.Children) == 0 {
		e.line("<arguments></arguments>")
		return nil
	}
	e.line("<arguments>")
	if err := e.children(v, "  ", 1); err != nil {
		return err
	}
	e.line("</arguments>")
	return nil
}

// children writes the children of v.
func (e *encoder) children(v *Value, indent string, depth int) *EncodeError {
	for i, c := range v.Children {
		if err := e.element(c, indent, depth); err != nil {
			return err.within(e.step(v, i, depth == 1))
		}
	}
	return nil
}

func (e *encoder) element(v *Value, indent string, depth int) *EncodeError {
	switch {
	case v == nil:
		return encodeError("a nil *Value")
	case !isArgumentName(v.Name) && !e.lenient:
		return encodeError("%q cannot be the name of an element", v.Name)
	case len(v.Children) == 0:
		return e.leaf(indent, v)
	case depth > MaxDepth:
		return encodeError("nested deeper than %d elements", MaxDepth)
	}
	space := tagSpace(v.Name)
	e.line(indent, "<", v.Name, space, ">")
	if err := e.children(v, indent+"  ", depth+1); err != nil {
		return err
	}
	e.line(indent, "</", v.Name, space, ">")
	return nil
}

func (e *encoder) leaf(indent string, v *Value) *EncodeError {
	text := v.Text
	if offset, reason := badChar(text); reason != "" {
		if !e.lenient {
			return &EncodeError{Offset: offset, Reason: reason}
		}
		text = ""
	}
	space := tagSpace(v.Name)
	e.dst = append(append(append(append(append(e.dst, indent...), '<'), v.Name...), space...), '>')
	e.dst = e.method.appendLeaf(e.dst, text, v.Literal)
	e.line("</", v.Name, space, ">")
	return nil
}

// tagSpace returns what is put behind a name in its tags, so that they are not
// among the reserved sequences.
func tagSpace(name string) string {
	if name == "tool" || name == "thinking" {
		return " "
	}
	return ""
}

// isArgumentName reports whether an argument of this name is read back under
// it: the runtime drops a prefix.
func isArgumentName(name string) bool {
	// isName takes it that all bytes can stand in a name.
	return lex.NameEnd(name, 0) == len(name) && lex.IsName(name) && !strings.Contains(name, ":")
}

// isList reports whether the children of v are the items of a list: they all
// have one name, and are several or have the name of its items.
func isList(v *Value, itemName func(string) string) bool {
	if len(v.Children) == 0 || v.Children[0] == nil {
		return false
	}
	item := v.Children[0].Name
	for _, c := range v.Children[1:] {
		if c == nil || c.Name != item {
			return false
		}
	}
	return len(v.Children) > 1 || item == itemName(v.Name)
}

// Lines returns the children of v as lines of XML, each indented by indent
// and two more spaces a level. Leaves are written as by [AppendCall] with the
// method [Automatic]; a leaf of several lines is one string with newlines. A
// value that XML cannot carry is left empty, and names are not checked; use
// AppendCall for values that come from outside.
func (v *Value) Lines(indent string) []string {
	if v == nil {
		return nil
	}
	e := newEncoder(nil)
	e.lenient = true
	_ = e.children(v, indent, 1) // only of trees too deep to be written
	return e.lines()
}

// lines returns what a lenient encoder has written.
func (e *encoder) lines() []string {
	all := string(e.dst)
	lines := make([]string, 0, len(e.ends))
	from := 0
	for _, end := range e.ends {
		lines = append(lines, all[from:end])
		from = end + 1
	}
	return lines
}
