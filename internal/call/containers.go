package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// argumentWords are names in other formats for the element around one argument, whose
// name is an attribute, or around all of them.
var argumentWords = []string{"parameter", "parameters", "param", "params", "arg", "args", "argument"}

// allWords are names for the element around all arguments only: a value may have an
// element of its own with that name.
var allWords = []string{"arguments", "input", "inputs"}

// valueWords are names for the element around a value or a list.
var valueWords = []string{
	"value", "values", "text", "string", "str", "item", "items", "list", "array", "element", "entry",
}

// WrapsValue reports whether other formats use a name for the element around a value or
// a list. Whether an element of that name in a value was intended as structure is
// ambiguous.
func WrapsValue(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(valueWords, name) || slices.Contains(argumentWords, name)
}

// IsContainer reports whether a child of the arguments has one of these names, and the
// tool has no argument of that name.
func (c *Call) IsContainer(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	word := toolspec.Fold(e.Local())
	return e.Parent() == c.ArgumentsElement() && !e.SelfClosing() && !e.Unclosed() &&
		(slices.Contains(argumentWords, word) || slices.Contains(allWords, word)) && (c.Tool == nil || c.Tool.Argument(e.Local()) == nil)
}

// Wraps reports whether a child of the arguments that the tool does not read holds arguments of the tool,
// which it then does not get: a container, an element with the name of the tool, or any other one
// around an argument that is not given outside of it.
func (c *Call) Wraps(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	if c.Tool == nil || e.Parent() != c.ArgumentsElement() || e.SelfClosing() || e.Unclosed() || c.Tool.Argument(e.Local()) != nil {
		return false
	}
	if c.IsContainer(element) || toolspec.Fold(e.Local()) == toolspec.Fold(c.Tool.Name) {
		return c.HoldsArguments(element)
	}
	for _, in := range c.Block.Children(element) {
		if c.Tool.Argument(in.Local()) == nil {
			continue
		}
		if _, given := c.Block.Child(e.Parent(), in.Local()); !given {
			return true
		}
	}
	return false
}

// HoldsArguments reports whether an element contains an argument of the call's tool.
func (c *Call) HoldsArguments(element xmlcall.ElementID) bool {
	if c.Tool == nil {
		return false
	}
	for _, e := range c.Block.Children(element) {
		if c.Tool.Argument(e.Local()) != nil {
			return true
		}
	}
	return false
}
