package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:     "cdata-ends-early",
	Severity: Error,
	Summary:  `The characters ]]> inside what was meant as one CDATA section`,
	Explanation: `A CDATA section ends at the first \']]>\', whatever was meant. What follows is read
as markup, and the runtime's parser refuses the call. This happens with shell
tests (\'[[ -f a ]]>out\'), with nested indexes, and when XML that has CDATA sections
of its own is quoted.

The rule reports it where another \']]>\' stands right before the end of the field.`,
	FixSafety: `
Splitting the section is certain where the rest up to the last \']]>\' of the field is plainly
one text: adjacent sections are read as one value. With a second opener in it, or text after
the last \']]>\', there is more than one reading, and both fixes are guesses.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.sh</path>
  <content><![CDATA[[[ -f a ]]>/dev/null]]></content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.sh</path>
  <content><![CDATA[[[ -f a ]]]]><![CDATA[>/dev/null]]></content>
</arguments>
</tool>`,
	check: checkCdataEndsEarly,
})

func checkCdataEndsEarly(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		fixes := []Fix{replace("Split the section: "+encode.SplitCDATAEnd, problem.Span, encode.SplitCDATAEnd)}
		if t := p.tokenAt(problem.Span.Start); t != nil && t.Kind == xmlcall.CDATA {
			fixes = append(fixes, p.sectionAsEscapes(t.Span, p.b.Slice(t.Inner), true)...)
		}
		p.report(problem.Span, note{
			message: "`]]>` inside a CDATA section: split the section here; it ends too early, and the call is refused",
			fixes:   fixes,
		})
	}, xmlcall.CDATAEndsEarly)
}
