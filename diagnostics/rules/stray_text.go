package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var strayText = &Rule{
	Code:     "stray-text",
	Severity: Warning,
	Summary:  "Text where the runtime expects elements",
	Explanation: `
The runtime reads elements. Text between the elements of a call, between its arguments or
between the items of a list has no effect. Prose belongs before the call, a value in an
element of its name.

In \'<arguments>\' the text may have been a value, which the tool does not get: that is an
error, also where text or a CDATA section is all there is. JSON in that place has a rule of
its own (\'json-arguments\'), and so has a section around elements
(\'cdata-around-structure\'). Three dots that stand for what an example leaves out are not
reported.
`,
	Otherwise: `**error** in \'<arguments>\', where data is lost`,
	FixSafety: `
Removing text from between the elements of the call changes nothing that runs; it is still a
guess, because nobody can tell that the text was not meant to reach a tool.
`,
	Bad: `<tool>
Calling:
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `Calling:
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Check: checkStrayText,
}

func checkStrayText(p *Pass) {
	p.notes(func(n xmlcall.Note) {
		text := p.b.Slice(n.Span)
		if isEllipsis(text) {
			return
		}
		p.report(n.Span, p.stray(n.Span, n.Element == p.argumentsElement()))
	}, xmlcall.StrayText)
	if !p.readable() || p.payload.kind != noPayload {
		return
	}
	if at := p.argumentsElement(); at >= 0 && !hasChildren(p.b, at) {
		span := trim(p.b, p.b.Elements[at].Content())
		text := strings.TrimSpace(p.b.Value(at).Text)
		if text != "" && !isEllipsis(text) && !p.holdsStructure(at) {
			p.report(span, p.stray(span, true))
		}
	}
	known := p.arguments()
	for i := range p.b.Tokens {
		t := &p.b.Tokens[i]
		if known == nil || t.Kind != xmlcall.Text && t.Kind != xmlcall.CDATA {
			continue
		}
		if shapeOf(known[t.Element]) == nil || !hasChildren(p.b, t.Element) {
			continue
		}
		span := trim(p.b, t.Span)
		if text := p.b.Slice(span); text != "" && !isEllipsis(text) {
			p.report(span, p.stray(span, true))
		}
	}
}

// stray returns what to report about text where elements belong.
func (p *Pass) stray(span xmlcall.Span, lost bool) note {
	n := note{
		message: "Text between elements: \"" + Clip(p.b.Slice(span)) + "\"; it has no effect",
		fixes:   []Fix{replace("Remove the text", span, "")},
	}
	if lost {
		n.message = "Text outside of any argument: \"" + Clip(p.b.Slice(span)) + "\"; no tool gets it"
		n.severity = Error
	}
	return n
}
