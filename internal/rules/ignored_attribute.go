package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
)

var ignoredAttribute = &Rule{
	Code: "ignored-attribute", Severity: Warning, Group: Envelope,
	Needs: noted(call.IgnoredAttributes),
	Check: checkIgnoredAttribute,
}

func checkIgnoredAttribute(p *Pass) {
	for n := range p.Notes() {
		if !p.Reads(n.Element) {
			continue
		}
		e := p.Block.Element(n.Element)
		text := Clip(p.Block.Slice(n.Span))
		result := Report{
			Message: "Attribute `" + text + "` of `<" + Clip(e.Name()) + ">` is ignored; remove it",
			Note:    "The runtime reads elements and their text, never attributes",
			Fixes:   []Fix{replace(Titled("Remove `", text, "`"), p.Attributes(n.Element), "")},
		}
		if edits := p.AttributesAsElements(n.Element); edits != nil {
			title, all := "Write the attributes as elements", e.Attributes()
			if len(all) == 1 {
				title = Titled("Write as `<", p.Block.Slice(all[0].Name), ">`")
			}
			result.Fixes = append([]Fix{{title, edits}}, result.Fixes...)
		}
		if value, ok := p.ValueAttribute(n.Element); ok {
			element := call.AsElement(e.Local(), p.Block.Slice(value))
			result.Severity = Error
			result.Message = "Value of `<" + Clip(e.Name()) + ">` as an attribute; write `" + Clip(element) + "`"
			result.Note = "The runtime never reads attributes, so the tool gets an empty value"
			result.Fixes = []Fix{replace("Write the value as text", e.Span(), element)}
		} else if name := p.AttributeArgument(n.Element); name != "" {
			result.Severity = Error
			result.Message = "Argument `" + Clip(name) + "` as an attribute of `<" + Clip(e.Name()) + ">`; write `<" + Clip(name) + ">`"
			result.Note = "The runtime never reads attributes, so the tool does not get it"
		}
		p.reportAnyway(n.Span, result)
	}
}
