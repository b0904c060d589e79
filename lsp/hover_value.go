package lsp

import (
	"fmt"
	"strconv"
	"strings"

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
	f := r.fate(p.element)
	if f == arrives {
		r.describe(m, p.element, element.Local(), inHover)
	}
	r.explain(m, p.element, f)
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

// describe writes the value that the tool receives for an element, which has a name there,
// and returns it.
func (r *reception) describe(m *markup, id xmlcall.ElementID, name string, limit limit) received {
	v := r.of(id)
	if r.argument(id) == nil {
		v.typ += ", inferred"
	}
	about := m.strong(name) + " (" + v.typ + ")"
	receives := ": the tool receives "
	switch refused := r.block.Verdict().Outcome == xmlcall.Refused; {
	case r.tool == nil:
		receives = ": it is read as "
	case refused && r.listed:
		receives = ": the tool would receive "
	case refused:
		receives = ": the reader refuses the call; as it was meant, the tool would receive "
	}
	text := r.text(id)
	switch value := v.value.(type) {
	case string:
		r.describeString(m, id, about+receives, value, limit)
	case nil:
		switch {
		case v.reason != "":
			m.paragraph(about, ": the tool refuses it: ", m.code(inShort(text)), " ", v.reason)
		case v.list:
			m.paragraph(about, receives, counted(v.items, "item"))
		case v.object:
			m.paragraph(about, receives, counted(v.items, "member"))
		case strings.TrimSpace(text) == "":
			m.paragraph(about, receives, "nothing: it is empty")
		default:
			m.paragraph(about, receives, m.code("null"))
		}
	default:
		m.paragraph(about, receives, m.code(scalarText(value)))
	}
	if text != r.block.Element(id).Text() {
		m.paragraph("The repair of the call changes ", m.code("&"), " in a CDATA section to ", m.code("&amp;"), ".")
	}
	if r.block.Element(id).HasChildren() && !v.list && !v.object {
		m.paragraph("The elements in it are left out.")
	}
	return v
}

// maxInline is the maximum size in bytes of a string that is shown inline.
const maxInline = 80

// describeString writes a string as a code block, or inline if it is short and without a
// language.
func (r *reception) describeString(m *markup, id xmlcall.ElementID, about, value string, limit limit) {
	language := r.language(id)
	switch {
	case value == "":
		m.paragraph(about, "an empty string")
	case language == "" && len(value) <= maxInline && value == strings.Join(strings.Fields(value), " "):
		m.paragraph(about, m.code(value))
	default:
		m.paragraph(about, counted(len(value), "byte"), ":")
		m.block(language, value, limit)
	}
}

// scalarText returns a number or a boolean in JSON notation.
func scalarText(value any) string {
	if f, ok := value.(float64); ok {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return fmt.Sprint(value)
}
