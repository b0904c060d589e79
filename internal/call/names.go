package call

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// wrappers are names, in addition to those of [WrapsValue], that other formats
// give to the element around a whole value: elsewhere they are markup of some language.
var wrappers = map[string]bool{"code": true, "input": true, "data": true, "content": true, "body": true, "object": true, "json": true, "pre": true}

// classify determines the argument that the tool reads in each element, and the
// scalars.
func (c *call) classify() {
	b := c.b
	c.known = c.tool.Elements(b)
	c.scalars = make([]xmlcall.ElementID, b.NumElements())
	for i, e := range b.Elements() {
		c.scalars[i] = xmlcall.NoElement
		if e.Parent() == xmlcall.NoElement {
			continue
		}
		if around := c.scalars[e.Parent()]; around != xmlcall.NoElement {
			c.scalars[i] = around
			continue
		}
		if c.isScalar(i) {
			c.scalars[i] = i
		}
	}
}

// isScalar reports whether the runtime reads only the text of an element. If the tool
// is not known, an element without children may be one.
func (c *call) isScalar(element xmlcall.ElementID) bool {
	b := c.b
	e := b.Element(element)
	if e.Parent() == b.Envelope() {
		return e.Local() == "tool_name" || e.Local() == "server_name"
	}
	if !c.inArguments(element) {
		return false
	}
	if c.tool != nil {
		a := c.known[element]
		return a != nil && (a.Element().Kind.Scalar() || a.Kind == toolspec.Any && !c.hasChildren(element))
	}
	return !c.hasChildren(element)
}

// isLeaf reports whether an element is a scalar, or one of which the tool reads nothing and that
// has no elements: it may be a scalar in the wrong place.
func (c *call) isLeaf(element xmlcall.ElementID) bool {
	return c.scalars[element] == element ||
		c.scalars[element] == xmlcall.NoElement && c.inArguments(element) && !c.isContainer(element) && !c.hasChildren(element)
}

// kind returns how the runtime reads a scalar.
func (c *call) kind(scalar xmlcall.ElementID) toolspec.Kind {
	if a := c.known[scalar].Element(); a != nil && a.Kind != toolspec.Any {
		return a.Kind
	}
	return toolspec.String
}

// isTight reports whether a value is one word or one line, around which white space is
// insignificant: a path, a name, a number, one of a list of values.
func (c *call) isTight(scalar xmlcall.ElementID) bool {
	e := c.b.Element(scalar)
	if e.Parent() == c.b.Envelope() {
		return true
	}
	a := c.known[scalar]
	if a == nil {
		return false
	}
	return c.kind(scalar) != toolspec.String || a.Tight() || len(a.Enum) > 0 || a.Item != nil && a.Item.Tight()
}

func (c *call) inArguments(element xmlcall.ElementID) bool {
	return c.b.Element(c.arguments).Content().Contains(c.b.Element(element).Start())
}

func (c *call) hasChildren(element xmlcall.ElementID) bool {
	return c.b.Element(element).HasChildren()
}

func (c *call) children(element xmlcall.ElementID) []xmlcall.ElementID {
	var list []xmlcall.ElementID
	for i := range c.b.Children(element) {
		list = append(list, i)
	}
	return list
}

// scalarAround returns the scalar in whose content a span is.
func (c *call) scalarAround(span xmlcall.Span) (scalar xmlcall.ElementID, ok bool) {
	tokens := c.b.Tokens
	k := sort.Search(len(tokens), func(i int) bool { return tokens[i].Span().End > span.Start })
	if k == len(tokens) {
		return xmlcall.NoElement, false
	}
	scalar = c.scalars[tokens[k].Element()]
	return scalar, scalar != xmlcall.NoElement && c.b.Element(scalar).Content().Contains(span)
}

// path returns the names that lead to an element from the arguments, with a number for
// one of several elements of its name. Paths are computed on request: for nested
// elements all paths together are quadratic.
func (c *call) path(element xmlcall.ElementID) string {
	if c.numbers == nil {
		c.number()
	}
	var names []string // innermost first
	for e := element; !c.isTop(e); e = c.b.Element(e).Parent() {
		name := c.b.Element(e).Local()
		if n := c.numbers[e]; n > 0 {
			name += "[" + strconv.Itoa(n) + "]"
		}
		names = append(names, name)
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// isTop reports whether an element is the one from which paths start.
func (c *call) isTop(element xmlcall.ElementID) bool {
	return element == c.arguments || element == c.b.Envelope() || c.b.Element(element).Parent() == xmlcall.NoElement
}

// number computes for each element the number of preceding siblings with the same name.
func (c *call) number() {
	type place struct {
		parent xmlcall.ElementID
		name   string
	}
	before := map[place]int{}
	c.numbers = make([]int, c.b.NumElements())
	for i, e := range c.b.Elements() {
		if !c.isTop(i) {
			at := place{e.Parent(), e.Local()}
			c.numbers[i] = before[at]
			before[at]++
		}
	}
}

// toolNames returns the names of all elements that are known in the call: those of the
// envelope and of the tool's arguments, items and members.
func (c *call) toolNames() map[string]bool {
	if c.names != nil {
		return c.names
	}
	c.names = map[string]bool{"tool": true, "thinking": true}
	for _, n := range forge.Envelope {
		c.names[n] = true
	}
	if c.tool != nil {
		everyArgument(c.tool, func(a *toolspec.Argument) { c.names[a.Name] = true })
	}
	for i, e := range c.b.Elements() {
		if c.scalars[i] == i || c.scalars[i] == xmlcall.NoElement {
			c.names[e.Local()] = true
		}
	}
	return c.names
}

// maxDepth is the number of levels of members and items that are examined: a schema may
// contain itself.
const maxDepth = 9

// everyArgument calls a function for the arguments of a tool, with their members and items.
func everyArgument(tool *toolspec.Tool, do func(*toolspec.Argument)) {
	for i := range tool.Arguments {
		eachIn(&tool.Arguments[i], maxDepth, do)
	}
}

func eachIn(a *toolspec.Argument, depth int, do func(*toolspec.Argument)) {
	if a == nil || depth < 0 {
		return
	}
	do(a)
	for i := range a.Members {
		eachIn(&a.Members[i], depth-1, do)
	}
	eachIn(a.Item, depth-1, do)
}
