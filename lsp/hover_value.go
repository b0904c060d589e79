package lsp

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

// describeValue writes what happens to the content of the element at the place: for the name
// of the tool the tool, for an argument the value that the tool receives.
func (p *place) describeValue(m *markup) bool {
	element, r := p.block.Element(p.element), p.reception()
	if element.Parent() == xmlcall.NoElement || isArguments(p.block, p.element) {
		return false
	}
	if element.Parent() == p.block.Envelope() {
		switch element.Local() {
		case "tool_name":
			return p.describeName(m)
		case "server_name":
			m.paragraph(plainly(m, envelopeText["server_name"]))
			return true
		}
	}
	v := r.value(p.element, element.Local())
	r.describe(m, &v, inHover)
	return true
}

// describeName writes which tool the call names.
func (p *place) describeName(m *markup) bool {
	switch name := p.block.ToolName(); {
	case p.tool != nil:
		m.tool(p.tool, p.sn.path())
	case name == "" || len(p.doc.Options().Toolset().Tools()) == 0:
		return false
	default:
		m.paragraph("There is no tool ", m.code(name), ".")
	}
	return true
}
