package call

import (
	"iter"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// ArgumentsElement returns the arguments element, or [xmlcall.NoElement].
func (c *Call) ArgumentsElement() xmlcall.ElementID {
	if c.argumentsAt == 0 {
		c.argumentsAt = c.Block.Arguments()
	}
	return c.argumentsAt
}

// IsArguments reports whether an element is the arguments of the call, or one of
// several of that name.
func (c *Call) IsArguments(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	return e.Parent() == c.Block.Envelope() && e.Local() == "arguments"
}

// InArguments reports whether an element is inside the arguments: a value, or part of
// one, rather than part of the envelope.
func (c *Call) InArguments(element xmlcall.ElementID) bool {
	arguments := c.ArgumentsElement()
	return c.Block.Element(arguments).Content().Contains(c.Block.Element(element).Start())
}

// Arguments returns, for each element of the block, the argument that the call's tool
// reads in it, or nil. It returns nil if the tool is not known.
func (c *Call) Arguments() []*toolspec.Argument {
	if c.knownAsked {
		return c.known
	}
	c.knownAsked = true
	if c.Tool != nil && c.ArgumentsElement() != xmlcall.NoElement {
		c.known = c.Tool.Elements(c.Block)
	}
	return c.known
}

// Scalars yields each element that the runtime decodes as a scalar, with its kind.
// There are none if the tool is not known.
func (c *Call) Scalars() iter.Seq2[xmlcall.ElementID, toolspec.Kind] {
	return func(yield func(xmlcall.ElementID, toolspec.Kind) bool) {
		for i, a := range c.Arguments() {
			if a != nil && a.Kind.Scalar() && !yield(xmlcall.ElementID(i), a.Kind) {
				return
			}
		}
	}
}

// HasChildren reports whether an element has child elements.
func (c *Call) HasChildren(element xmlcall.ElementID) bool {
	return c.Block.Element(element).HasChildren()
}
