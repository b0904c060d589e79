package lsp

import (
	"fmt"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// What is described of a call: so many elements, and those in so many others in its
// arguments.
const (
	maxDescribed      = 200
	maxDescribedDepth = 10
)

// received writes what happens to the call at the place, and all that its tool receives, of
// each value what the limit allows.
func (p *place) received(m *markup, limit limit) {
	m.paragraph(m.strong(callName(p.block)))
	m.verdict(p.call, p.block, p.line)
	arguments, ok := p.block.Child(p.block.Envelope(), "arguments")
	if !ok || !p.block.Element(arguments).HasChildren() {
		m.paragraph("The call has no arguments.")
		return
	}
	d := describer{m: m, r: p.reception(), limit: limit, left: maxDescribed}
	d.r.listed = true
	d.children(arguments, "", 0)
	if d.left < 0 {
		m.paragraph("… ", counted(-d.left, "element"), " more")
	}
}

// A describer writes what becomes of elements.
type describer struct {
	m     *markup
	r     *reception
	limit limit
	left  int // how many more are described
}

// children writes what becomes of the children of an element, and of those of lists and
// objects. outer is how the names of what is in the element start.
func (d *describer) children(id xmlcall.ElementID, outer string, depth int) {
	a := d.r.argument(id)
	list := a != nil && a.Kind == toolspec.List
	n := 0
	for child, element := range d.r.block.Children(id) {
		name := outer + element.Local()
		if list {
			name = fmt.Sprintf("%s[%d]", outer, n)
			n++
		}
		if d.left--; d.left < 0 {
			continue
		}
		if f := d.r.fate(child); f != arrives {
			d.r.explain(d.m, child, f)
			continue
		}
		switch v := d.r.describe(d.m, child, name, d.limit); {
		case depth == maxDescribedDepth:
		case v.list:
			d.children(child, name, depth+1)
		case v.object:
			d.children(child, name+".", depth+1)
		}
	}
}
