package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts/intent"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var cdataEndInText = &Rule{
	Code:     "cdata-end-in-text",
	Severity: Error,
	Summary:  `The characters ]]> outside a CDATA section`,
	Explanation: `XML does not allow \']]>\' in text, because it looks like the end of a CDATA
section. The runtime's parser refuses the call.

At the end of a field it mostly is what is left of a section whose opener was forgotten or
misspelt (\'[CDATA[\').`,
	FixSafety: `
Escaping is certain in the middle of code, with something before and after it on its line. A
misspelt opener is certain where it is the first thing in the field, this is the last, and
nothing between them needs another correction. A \']]>\' at the end of a field without any
opener is a guess: it may be part of the value, or the opener was forgotten.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>if a[b[0]]> 1 {}</content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>if a[b[0]]&gt; 1 {}</content>
</arguments>
</tool>`,
	Check: checkCdataEndInText,
}

func checkCdataEndInText(p *Pass) {
	p.problems(func(problem xmlcall.Problem) {
		fix := replace("Escape as ]]&gt;", problem.Span, "]]&gt;")
		n := note{
			message: "`]]>` outside of CDATA: write `]]&gt;`; the call is refused",
			fixes:   p.escapeFixes([]xmlcall.Problem{problem}, fix),
		}
		e := &p.b.Elements[problem.Element]
		before := xmlcall.Span{Start: e.Start.End, End: problem.Span.Start}
		switch content := e.Content(); {
		case !content.Contains(problem.Span):
		case strings.TrimSpace(p.b.Slice(xmlcall.Span{Start: problem.Span.End, End: content.End})) != "":
			// Code follows: it is not the end of a section.
		default:
			if at, ok := intent.BrokenOpener(p.b.Slice(before)); ok {
				opener := xmlcall.Span{Start: before.Start + at.Start, End: before.Start + at.End}
				n.message = "`]]>` after `" + Clip(p.b.Slice(opener)) + "`, which opens no CDATA section: write `<![CDATA[`"
				n.fixes = append([]Fix{replace("Write <![CDATA[", opener, "<![CDATA[")}, n.fixes...)
			} else if _, ok := asSection(p.b.Slice(before)); ok && strings.Count(p.b.Slice(content), "]]>") == 1 && before.Len() > 0 {
				n.fixes = append(n.fixes, insert("Insert <![CDATA[ before the value", before.Start, "<![CDATA["), replace("Remove ]]>", problem.Span, ""))
			}
		}
		p.report(problem.Span, n)
	}, xmlcall.CDATAEndInText)
}
