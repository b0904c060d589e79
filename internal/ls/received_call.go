package ls

import (
	"fmt"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxDescribed bounds how many elements of a call are described.
const maxDescribed = 200

// received returns all that the tool of the call at the place receives.
func (p *Place) received() *reception {
	at, runs := p, p.call.Outcome() < diagnostics.Refused
	if !runs {
		if fixed := p.fixed(); fixed != nil && fixed.call.Outcome() < diagnostics.Refused {
			at = fixed
		}
	}
	block := at.call.Received()
	c := at.reception(block)
	c.of, c.withheld = p, !runs
	if arguments := block.Arguments(); arguments != xmlcall.NoElement {
		c.children(arguments, "", false, 0)
	}
	return c
}

// ReceivedText returns what happens to the call at the place and what its tool receives, in plain text.
func (p *Place) ReceivedText() string {
	m := &markup{}
	p.received().write(m, inHover)
	return m.content()
}

// children adds what becomes of the children of an element, which are the items of a list or the
// members of an object, and of what is in them. outer is the prefix of their names.
func (r *reception) children(id xmlcall.ElementID, outer string, list bool, depth int) {
	n := 0
	for child, element := range r.block.Children(id) {
		name := outer + element.Local()
		if list {
			name = fmt.Sprintf("%s[%d]", outer, n)
			n++
		}
		if len(r.values) == maxDescribed {
			r.left++
			continue
		}
		v := r.value(child, name)
		v.Depth = depth
		r.values = append(r.values, v)
		switch {
		case v.Kind == kindList:
			r.children(child, name, true, depth+1)
		case v.Kind == kindObject:
			r.children(child, name+".", false, depth+1)
		}
	}
}

// write writes what happens to the call, and all that its tool receives, of each value what the
// limit allows.
func (r *reception) write(m *markup, limit limit) {
	m.paragraph(m.strong(callName(r.of.call.Received())))
	m.items(r.of.verdicts(m))
	switch {
	case r.withheld && len(r.values) == 0:
		m.paragraph(nothing, ".")
	case r.withheld:
		m.paragraph(r.heading(), ":")
	}
	for i := range r.values {
		r.describe(m, &r.values[i], limit)
	}
	m.paragraph(r.rest())
}

// rest returns a sentence on what the values leave out; "" for nothing.
func (r *reception) rest() string {
	switch {
	case len(r.values) == 0:
		return "The call has no arguments."
	case r.left > 0:
		return "… " + thousands.Count(r.left, "element") + " more"
	}
	return ""
}
