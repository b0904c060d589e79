package lsp

import (
	"fmt"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Limits on the description of a call: elements, and elements inside others in its
// arguments.
const (
	maxDescribed      = 200
	maxDescribedDepth = 10
)

// received writes the outcome of the call at the place, and all values that its tool
// receives, each up to the limit.
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

// A describer writes what happens to elements.
type describer struct {
	m     *markup
	r     *reception
	limit limit
	left  int // the number of further elements to describe
}

// children writes what happens to the children of an element, and to those of lists and
// objects. outer is the prefix of the names of elements in it.
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
