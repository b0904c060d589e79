package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "unsupported-xml-declaration",
	Severity: Error,
	Summary:  `An XML declaration that the runtime does not read`,
	Explanation: `Even inside a value, \'<?xml ... ?>\' is read as an XML declaration. With a version other
than 1.0, or an encoding other than UTF-8, the runtime's parser refuses the call.

Inside a value, escaping it is safe: the text is what stands there.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.xml</path>
  <content><?xml version="1.0" encoding="ISO-8859-1"?></content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.xml</path>
  <content>&lt;?xml version="1.0" encoding="ISO-8859-1"?&gt;</content>
</arguments>
</tool>`,
	check: checkUnsupportedXMLDeclaration,
})

func checkUnsupportedXMLDeclaration(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		text := p.b.Slice(problem.Span)
		fixes := []Fix{replace("Escape as text", problem.Span, xmlcall.Escape(text))}
		if !p.inScalar(problem.Element) {
			fixes = []Fix{replace("Remove the declaration", problem.Span, "")}
		}
		p.report(problem.Span, note{
			message: "The runtime reads only XML 1.0 in UTF-8 and refuses the call at this declaration",
			fixes:   fixes,
		})
	}, xmlcall.InvalidDeclaration)
}
