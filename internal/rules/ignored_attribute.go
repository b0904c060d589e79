package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
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
		// The white space before the first attribute is also removed.
		before := p.Block.Text[e.Start().Start:n.Span.Start]
		span := xmlcall.Span{Start: e.Start().Start + len(strings.TrimRight(before, " \t\r\n")), End: n.Span.End}
		result := Report{
			Message: "Attribute `" + text + "` of `<" + Clip(e.Name()) + ">` is ignored; remove it",
			Note:    "The runtime reads elements and their text, never attributes",
			Fixes:   []Fix{replace(Titled("Remove `", text, "`"), span, "")},
		}
		if child, ok := attributesAsElements(p, n.Element, span); ok {
			result.Fixes = append([]Fix{child}, result.Fixes...)
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

// attributesAsElements returns the fix that converts the attributes under span to
// elements: children of an element with structure, siblings of an argument without. ok
// is false if the tool would not read them, or one is also given as an element.
func attributesAsElements(p *Pass, element xmlcall.ElementID, span xmlcall.Span) (fix Fix, ok bool) {
	b := p.Block
	e := b.Element(element)
	inside, ok := p.AttributesInside(element)
	if !ok {
		return Fix{}, false
	}
	parent := element
	if !inside {
		parent = e.Parent()
	}
	var texts []string
	attributes := b.Element(element).Attributes()
	for _, a := range attributes {
		if _, given := b.Child(parent, b.Slice(a.Name)); given || !p.ReadsAttribute(element, inside, a) {
			return Fix{}, false
		}
		texts = append(texts, call.AsElement(b.Slice(a.Name), b.Slice(a.Value)))
	}
	fix.Title = Titled("Write as `<", b.Slice(attributes[len(attributes)-1].Name), ">`")
	if len(texts) > 1 {
		fix.Title = "Write the attributes as elements"
	}
	if inside && e.SelfClosing() {
		span.End = e.Start().End
		fix.Edits = []Edit{{Span: span, Text: ">" + strings.Join(texts, "") + "</" + e.Name() + ">"}}
		return fix, true
	}
	at, line := e.End().End, ""
	if inside {
		at = e.Start().End
		if e.HasChildren() { // whose first child is the next element
			at = b.Element(element + 1).Start().Start
		}
	} else if indent, first := p.Indent(e.Start().Start); first {
		line = p.LineEnds("\n" + indent)
	}
	text := line + strings.Join(texts, line)
	if indent, first := p.Indent(at); inside && first && at > e.Start().End {
		line = p.LineEnds("\n" + indent)
		text = strings.Join(texts, line) + line
	}
	fix.Edits = []Edit{{Span: span, Text: ""}, {Span: xmlcall.Span{Start: at, End: at}, Text: text}}
	return fix, true
}
