package lsp

import (
	"fmt"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxDescribed bounds how many elements of a call are described.
const maxDescribed = 200

// received writes what happens to the call at the place, and all that its tool receives.
func (p *place) received(m *markup) {
	m.paragraph(m.strong(callName(p.block)))
	m.verdict(p.call, p.block, p.line)
	arguments, ok := p.block.Child(p.block.Envelope(), "arguments")
	if !ok || !p.block.Element(arguments).HasChildren() {
		m.paragraph("The call has no arguments.")
		return
	}
	d := describer{m: m, r: p.reception(), left: maxDescribed}
	d.r.listed = true
	d.children(arguments, "")
	if d.left < 0 {
		m.paragraph("… ", counted(-d.left, "element"), " more")
	}
}

// A describer writes what becomes of elements.
type describer struct {
	m    *markup
	r    *reception
	left int // how many more are described
}

// children writes what becomes of the children of an element, and of those of lists and
// objects. outer is how the names of what is in the element start.
func (d *describer) children(id xmlcall.ElementID, outer string) {
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
		d.r.describe(d.m, child, name, inDocument)
		if v := d.r.of(child); v.list {
			d.children(child, name)
		} else if v.object {
			d.children(child, name+".")
		}
	}
}
