package rules

import (
	"strconv"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var cdataEndsEarly = &Rule{
	Code:     "cdata-ends-early",
	Severity: Error,
	Group:    Safety,
	Summary:  `The characters ]]> inside what was meant as one CDATA section`,
	Explanation: `A CDATA section ends at the first \']]>\', whatever was meant. What follows is read
as markup, and the runtime's parser refuses the call. This happens with shell
tests (\'[[ -f a ]]>out\'), with nested indexes, and when XML that has CDATA sections
of its own is quoted.

The rule reports it where another \']]>\' comes right before the end of the field.`,
	FixSafety: `
Splitting the section is certain where the rest up to the last \']]>\' of the field is clearly
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
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.CDATAEndsEarly}},
	Check: checkCdataEndsEarly,
}

func checkCdataEndsEarly(p *Pass) {
	for problem := range p.Problems() {
		fixes := []Fix{replace("Split as `"+encode.SplitCDATAEnd+"`", problem.Span, encode.SplitCDATAEnd)}
		if t, ok := p.TokenAt(problem.Span.Start); ok && t.Kind() == xmlcall.CDATA {
			whole := p.sharedFix(sharedKey{t.Element(), strconv.Itoa(t.Span().Start)}, func() Fix {
				return sectionAsEscapes(t.Span(), p.Block.Slice(t.Inner()))
			})
			if len(whole.Edits) > 0 {
				fixes = append(fixes, whole)
			}
		}
		p.report(problem.Span, Report{
			Message: "`]]>` ends the CDATA section too early; write `" + encode.SplitCDATAEnd + "`",
			Note:    "What follows is read as markup, and the runtime refuses the call",
			Fixes:   fixes,
		})
	}
}
