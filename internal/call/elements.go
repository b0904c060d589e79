package call

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An element is what is known of one element of a call.
type element struct {
	argument *toolspec.Argument
	scalar   xmlcall.ElementID
	twin     xmlcall.ElementID // the sibling of its name before it, or NoElement
	number   int               // of preceding siblings of its name that have a path
	problems []xmlcall.Problem // see ProblemsIn
}

// walk determines what the elements are. scalar returns the scalar that an element is or is part of, given that
// of its parent.
func (c *Call) walk(scalar func(element, around xmlcall.ElementID) xmlcall.ElementID) {
	b := c.Block
	c.arguments = b.Arguments()
	c.elements = make([]element, b.NumElements())
	for i, a := range c.Tool.Elements(b) {
		c.elements[i].argument = a
	}
	for i, e := range b.Elements() { // parents before their children
		c.elements[i].scalar = scalar(i, c.Scalar(e.Parent()))
	}
	for _, p := range b.Problems {
		if p.Element >= 0 {
			c.elements[p.Element].problems = append(c.elements[p.Element].problems, p)
		}
	}
}

// Argument returns the argument, item or member that the call's tool reads in an element, or nil.
func (c *Call) Argument(element xmlcall.ElementID) *toolspec.Argument {
	if element == xmlcall.NoElement {
		return nil
	}
	return c.elements[element].argument
}

// Scalar returns the scalar that is or contains an element, or [xmlcall.NoElement]: the element of which the runtime
// reads only the text, and drops child elements. If the call's tool is known, so are its scalars; otherwise an element
// counts as one if its content is clearly markup of another language.
func (c *Call) Scalar(element xmlcall.ElementID) xmlcall.ElementID {
	if element == xmlcall.NoElement {
		return element
	}
	return c.elements[element].scalar
}

// readScalars returns the scalars that the runtime reads, for [Call.walk].
func (c *Call) readScalars() func(i, around xmlcall.ElementID) xmlcall.ElementID {
	var holds []bool
	if c.Tool == nil {
		holds = holdsMarkup(c.Block)
	}
	return func(i, around xmlcall.ElementID) xmlcall.ElementID {
		switch {
		case !c.InArguments(i), c.Tool == nil && isPlural(c.Block.Element(i).Local()):
			return xmlcall.NoElement // a list of items is structure even if its tool is not known
		case around == xmlcall.NoElement && (c.reads(i) && c.Argument(i).Kind.Scalar() || c.Tool == nil && holds[i]):
			return i
		}
		return around
	}
}

// Scalars yields each element that the runtime decodes as a scalar, with its kind. There are none if the
// tool is not known.
func (c *Call) Scalars() iter.Seq2[xmlcall.ElementID, toolspec.Kind] {
	return func(yield func(xmlcall.ElementID, toolspec.Kind) bool) {
		for i := range c.Block.Elements() {
			if a := c.Argument(i); a != nil && a.Kind.Scalar() && !yield(i, a.Kind) {
				return
			}
		}
	}
}

// reads reports whether the call's tool reads an argument, or part of one, in an element.
func (c *Call) reads(element xmlcall.ElementID) bool { return c.Argument(element) != nil }

// isWordByte reports whether a '<' after a byte may belong to a program: List<string>.
func isWordByte(c byte) bool {
	return isUpper(c) || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_'
}

// near reports whether two names differ by at most one slip: by case, or by one letter, and are long enough to tell.
func near(a, b string) bool {
	return strings.EqualFold(a, b) || min(len(a), len(b)) >= 2 && max(len(a), len(b)) >= 3 && lex.OneSlip(a, b)
}

// isScalar reports whether the author of a call wrote an element as text alone. If the tool is not known, an element
// without children may be one.
func (c *stage) isScalar(element xmlcall.ElementID) bool {
	e, a := c.Block.Element(element), c.Argument(element)
	switch {
	case e.Parent() == c.Block.Envelope():
		return e.Local() == "tool_name" || e.Local() == "server_name"
	case !c.InArguments(element) || c.Tool != nil && a == nil:
		return false
	}
	return c.Tool != nil && a.Element().Kind.Scalar() || (c.Tool == nil || a.Kind == toolspec.Any) && !e.HasChildren()
}

// isLeaf reports whether an element is a scalar, or one of which the tool reads nothing and that
// has no elements: it may be a scalar in the wrong place.
func (c *stage) isLeaf(element xmlcall.ElementID) bool {
	return c.Scalar(element) == element ||
		c.Scalar(element) == xmlcall.NoElement && c.InArguments(element) && !c.isContainer(element) && !c.HasChildren(element)
}

// isContainer reports whether an element contains elements and no text.
func (c *stage) isContainer(element xmlcall.ElementID) bool {
	a := c.Argument(element)
	return element == c.arguments || element == c.Block.Envelope() || a != nil && (a.Kind == toolspec.Object || a.Kind == toolspec.List && !a.Repeated)
}

// kind returns how the runtime reads a scalar.
func (c *stage) kind(scalar xmlcall.ElementID) toolspec.Kind {
	if a := c.Argument(scalar).Element(); a != nil && a.Kind != toolspec.Any {
		return a.Kind
	}
	return toolspec.String
}

// isTight reports whether a value is one word or one line, around which white space is
// insignificant: a path, a name, a number, one of a list of values.
func (c *stage) isTight(scalar xmlcall.ElementID) bool {
	if c.Block.Element(scalar).Parent() == c.Block.Envelope() {
		return true
	}
	a := c.Argument(scalar)
	return a != nil && (c.kind(scalar) != toolspec.String || a.Tight() || len(a.Enum) > 0 || a.Item != nil && a.Item.Tight())
}

// childrenOf returns the child elements of an element.
func (c *Call) childrenOf(element xmlcall.ElementID) []xmlcall.ElementID {
	var list []xmlcall.ElementID
	for i := range c.Block.Children(element) {
		list = append(list, i)
	}
	return list
}

// scalarAround returns the scalar in whose content a span is.
func (c *stage) scalarAround(span xmlcall.Span) (scalar xmlcall.ElementID, ok bool) {
	t, ok := c.TokenAt(span.Start)
	if !ok {
		return xmlcall.NoElement, false
	}
	scalar = c.Scalar(t.Element())
	return scalar, scalar != xmlcall.NoElement && c.Block.Element(scalar).Content().Contains(span)
}

// path returns the names that lead to an element from the arguments, with a number for one of several
// elements of its name. Paths are computed on request: for nested elements all paths together are quadratic.
func (c *stage) path(element xmlcall.ElementID) string {
	var names []string // innermost first
	for e := element; !c.isTop(e); e = c.Block.Element(e).Parent() {
		name := c.Block.Element(e).Local()
		if n := c.elements[e].number; n > 0 {
			name += "[" + strconv.Itoa(n) + "]"
		}
		names = append(names, name)
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// isTop reports whether an element is the one from which paths start.
func (c *stage) isTop(element xmlcall.ElementID) bool {
	return element == c.arguments || element == c.Block.Envelope() || c.Block.Element(element).Parent() == xmlcall.NoElement
}

// number determines the twins of the elements, and their numbers.
func (c *stage) number() {
	type place struct {
		parent xmlcall.ElementID
		name   string
	}
	last := map[place]xmlcall.ElementID{}
	for i, e := range c.Block.Elements() {
		at := place{e.Parent(), e.Local()}
		twin, ok := last[at]
		switch {
		case !ok:
			twin = xmlcall.NoElement
		case !c.isTop(twin):
			c.elements[i].number = c.elements[twin].number + 1
		}
		c.elements[i].twin, last[at] = twin, i
	}
}

// toolNames returns the names of all elements that are known in the call: those of the envelope and of the
// tool's arguments, items and members.
func (c *stage) toolNames() map[string]bool {
	if c.names != nil {
		return c.names
	}
	c.names = map[string]bool{"tool": true, "thinking": true}
	for _, n := range forge.Envelope {
		c.names[n] = true
	}
	everyArgument(c.Tool, func(a *toolspec.Argument) { c.names[a.Name] = true })
	for i, e := range c.Block.Elements() {
		if c.Scalar(i) == i || c.Scalar(i) == xmlcall.NoElement {
			c.names[e.Local()] = true
		}
	}
	return c.names
}

// everyArgument calls a function for the arguments of a tool, if it is known, with their members and items: ten levels of them,
// since a schema that contains itself is cut off after some more, and what is there has any shape.
func everyArgument(tool *toolspec.Tool, do func(*toolspec.Argument)) {
	for i := 0; tool != nil && i < len(tool.Arguments); i++ {
		eachIn(&tool.Arguments[i], 10, do)
	}
}

func eachIn(a *toolspec.Argument, levels int, do func(*toolspec.Argument)) {
	if a == nil || levels == 0 {
		return
	}
	do(a)
	for i := range a.Members {
		eachIn(&a.Members[i], levels-1, do)
	}
	eachIn(a.Item, levels-1, do)
}
