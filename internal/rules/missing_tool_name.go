package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var missingToolName = &Rule{
	Code:     "missing-tool-name",
	Severity: Error,
	Group:    Envelope,
	Summary:  `A call that names no tool`,
	Explanation: `Without a \'tool_name\', or with an empty one, the runtime answers "tool_name is required
in tool call". Names of elements are case-sensitive: \'<Tool_Name>\' is not \'<tool_name>\'.`,
	FixSafety: `
Renaming the only element with another format's name for it, such as \'<name>\', is certain where it
holds the name of a known tool that accepts the call. Otherwise the tools that read all the given
arguments are offered, if one of them fits best; that is a guess.
`,
	Bad: `<tool>
<server_name>local</server_name>
<arguments>
  <path>a.txt</path>
  <content>hi</content>
</arguments>
</tool>`,
	Good: callTo + "write_file" + withArguments + `
  <path>a.txt</path>
  <content>hi</content>
` + endOfCall,
	Needs: facts.Needs{Facts: facts.Envelope},
	Check: checkMissingToolName,
}

func checkMissingToolName(p *Pass) {
	b := p.Block
	if p.Empty || p.Payload.Kind == facts.CallPayload || b.Delimiters == xmlcall.Unclosed || b.Delimiters == xmlcall.Escaped || b.Rest().Len() > 0 || p.HasProblem(xmlcall.UnclosedCall) {
		return
	}
	root := b.Envelope()
	if p.Elided() {
		return
	}
	name, given := b.Child(root, "tool_name")
	if given && b.Element(name).Text() != "" {
		return
	}
	if _, ok := facts.CallInSection(b); ok {
		return // which another rule reports
	}
	n := Report{
		Message: "Missing `<tool_name>` in `<tool>`; write the name of the tool",
		Note:    "The runtime refuses a call that names no tool",
	}
	span := b.Element(root).Start()
	if given {
		span = b.Element(name).Span()
		n.Message = "Empty `<tool_name>`; write the name of the tool"
	} else if i, ok := p.Misnamed("tool_name"); ok {
		e := b.Element(i)
		n.Message = "Expected `<tool_name>`, found `<" + Clip(e.Name()) + ">`"
		n.Fixes = append(n.Fixes, Fix{Title: Titled("Rename `<", e.Name(), ">` to `<tool_name>`"), Edits: rename(p, i, "tool_name")})
	}
	if len(n.Fixes) == 0 && nameAttribute(p) == "" { // which another rule offers
		n.Fixes = nameChoices(p, span, given)
	}
	p.report(span, n)
}
