package ls

import (
	"fmt"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxDescribed bounds the description of a call, in elements.
const maxDescribed = 200

// A receivedCall is what the tool of a call receives or, if the call does not run, would receive: after its fixes
// where these are certain, and otherwise as it is meant.
type receivedCall struct {
	*reception
	of     *Place // of the call
	at     *Place // of the call with its fixes
	values []ReceivedValue
	left   int // elements that are not described
}

// received returns all that the tool of the call at the place receives.
func (p *Place) received() *receivedCall {
	at, runs := p, p.call.Outcome() < diagnostics.Refused
	if fix := p.Fix(); !runs && fix != nil {
		if fixed := p.after(fix); fixed.call != nil && fixed.call.Outcome() < diagnostics.Refused {
			at = fixed
		}
	}
	block := at.call.Received()
	c := &receivedCall{reception: receptionOf(at.call.Call, block, at.doc.Options().Toolset().Of(block)), of: p, at: at}
	c.listed, c.withheld = true, !runs
	if arguments := block.Arguments(); arguments != xmlcall.NoElement {
		c.children(arguments, "", false, 0)
	}
	return c
}

// ReceivedText returns what happens to the call at the place and what its tool receives.
func (p *Place) ReceivedText(f Format) string {
	m := newMarkup(f)
	p.received().write(m, inHover)
	return m.content()
}

// children adds what becomes of the children of an element, which are the items of a list or the
// members of an object, and of what is in them. outer is the prefix of their names.
func (c *receivedCall) children(id xmlcall.ElementID, outer string, list bool, depth int) {
	n := 0
	for child, element := range c.block.Children(id) {
		name := outer + element.Local()
		if list {
			name = fmt.Sprintf("%s[%d]", outer, n)
			n++
		}
		if len(c.values) == maxDescribed {
			c.left++
			continue
		}
		v := c.value(child, name)
		v.Depth = depth
		c.values = append(c.values, v)
		switch {
		case v.Kind == kindList:
			c.children(child, name, true, depth+1)
		case v.Kind == kindObject:
			c.children(child, name+".", false, depth+1)
		}
	}
}

// write writes what happens to the call, and all that its tool receives, of each value what the
// limit allows.
func (c *receivedCall) write(m *markup, limit limit) {
	m.paragraph(m.strong(callName(c.of.call.Received())))
	m.items(c.of.verdicts(m))
	switch {
	case c.withheld && len(c.values) == 0:
		m.paragraph(nothing, ".")
	case c.withheld:
		m.paragraph(c.heading(), ":")
	}
	for i := range c.values {
		c.describe(m, &c.values[i], limit)
	}
	m.paragraph(c.rest())
}

// rest returns a sentence on what the values leave out; "" for nothing.
func (c *receivedCall) rest() string {
	switch {
	case len(c.values) == 0:
		return "The call has no arguments."
	case c.left > 0:
		return "… " + thousands.Count(c.left, "element") + " more"
	}
	return ""
}
