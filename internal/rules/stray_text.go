package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var strayText = &Rule{
	Code:     "stray-text",
	Severity: Warning,
	Group:    Safety,
	Summary:  "Text where the runtime expects elements",
	Explanation: `
The runtime reads elements. Text between the elements of a call, between its arguments or
between the items of a list has no effect. Prose belongs before the call, a value in an
element of its name.

In \'<arguments>\' the text may have been a value, which the tool does not get: that is an error, even
where text or a CDATA section is the only content. JSON in that place has its own rule
(\'json-arguments\'), and so does a section around elements (\'cdata-around-structure\'). Three dots for
what an example leaves out are not reported.
`,
	Otherwise: `**error** in \'<arguments>\', where data is lost`,
	FixSafety: `
Moving the text out of the call, or removing it, does not change what runs. It is still a guess, because
the text may have been meant to reach a tool.
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
	Needs: facts.Needs{Notes: []notes.Kind{notes.StrayText}, Facts: facts.Values},
	Check: checkStrayText,
}

func checkStrayText(p *Pass) {
	for n := range p.Notes() {
		if n.Element != p.ArgumentsElement() && !facts.IsEllipsis(p.Block.Slice(n.Span)) {
			p.report(n.Span, stray(p, n.Span, false))
		}
	}
	for span := range p.LostText() {
		p.report(span, stray(p, span, true))
	}
}

// stray returns the report about text in place of elements.
func stray(p *Pass, span xmlcall.Span, lost bool) Report {
	n := Report{
		Message: "Text `" + Clip(p.Block.Slice(span)) + "` between elements; remove it",
		Note:    "The runtime ignores it",
	}
	if text := p.Block.Slice(span); !strings.ContainsAny(text, "<") {
		indent, first := p.Indent(p.Block.Span.Start)
		line := " "
		if first {
			line = p.LineEnds("\n" + indent)
		}
		n.Fixes = []Fix{
			{Title: "Move the text before the call", Edits: []Edit{{Span: xmlcall.Span{Start: p.Block.Span.Start, End: p.Block.Span.Start}, Text: text + line}, {Span: span, Text: ""}}},
			replace("Remove the text", span, ""),
		}
	}
	if lost {
		n.Message = "Text `" + Clip(p.Block.Slice(span)) + "` outside of any argument; put it in an element or remove it"
		n.Note = toolLacks
		n.Severity = Error
	}
	return n
}
