package facts

import (
	"iter"

	"github.com/entrhq/forge-lsp/toolspec"
)

// ArgumentsElement returns the index of the arguments element, -1 where there
// is none.
func (c *Call) ArgumentsElement() int {
	if c.argumentsAt == 0 {
		c.argumentsAt = c.Block.Child(c.Block.Envelope(), "arguments")
	}
	return c.argumentsAt
}

// IsArguments reports whether an element is the arguments of the call, or one of
// several of that name.
func (c *Call) IsArguments(element int) bool {
	e := c.Block.Element(element)
	return e.Parent() == c.Block.Envelope() && e.Local() == "arguments"
}

// InArguments reports whether an element is inside the arguments: whether it is a
// value, or part of one, rather than part of the envelope.
func (c *Call) InArguments(element int) bool {
	arguments := c.ArgumentsElement()
	return arguments >= 0 && element > arguments && c.Block.Element(arguments).Content().Contains(c.Block.Element(element).Start())
}

// Arguments returns what the call's tool reads in each element of the block, nil
// for elements that it does not read. It returns nil where the tool is not known.
func (c *Call) Arguments() []*toolspec.Argument {
	if c.knownAsked {
		return c.known
	}
	c.knownAsked = true
	b := c.Block
	at := c.ArgumentsElement()
	if at < 0 || c.Tool == nil {
		return nil
	}
	c.known = make([]*toolspec.Argument, b.NumElements())
	for i := at + 1; i < b.NumElements(); i++ {
		e := b.Element(i)
		switch {
		case e.Parent() == at:
			c.known[i] = c.Tool.Argument(e.Local())
		case e.Parent() > at && c.known[e.Parent()] != nil:
			c.known[i] = c.known[e.Parent()].Child(e.Local())
		}
	}
	return c.known
}

// Scalars yields each element that the runtime decodes as a scalar, with its kind.
// There are none where the tool is not known.
func (c *Call) Scalars() iter.Seq2[int, toolspec.Kind] {
	return func(yield func(int, toolspec.Kind) bool) {
		for i, a := range c.Arguments() {
			if a != nil && a.Kind.Scalar() && !yield(i, a.Kind) {
				return
			}
		}
	}
}

// HasChildren reports whether an element has child elements.
func (c *Call) HasChildren(element int) bool { return c.Block.Element(element).HasChildren() }
