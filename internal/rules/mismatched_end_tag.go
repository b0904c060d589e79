package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var mismatchedEndTag = &Rule{
	Code:     "mismatched-end-tag",
	Severity: Error,
	Group:    Syntax,
	Summary:  `An end tag that does not match the open element`,
	Explanation: `An end tag must repeat exactly the name of the element that is open:
names are case-sensitive. The runtime's parser refuses the call.`,
	FixSafety: `
Writing the name that is open is certain where that element is not closed further below, a tag
of the call follows, and the wrong name is a slip of the right one, not a name of the tool, or
that of a neighbor already closed. After a text of several lines, where the tag may be part of
the value, it is a guess. So it is for an unknown tool if the wrong name is the likelier one, as
in ` + "`<PATH>a.go</path>`" + `.
`,
	Bad:   callTo + "converse" + withArguments + "\n  <message>hi</Message>\n" + endOfCall,
	Good:  callTo + "converse" + withArguments + "\n  <message>hi</message>\n" + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.MismatchedEndTag}},
	Check: checkMismatchedEndTag,
}

func checkMismatchedEndTag(p *Pass) {
	for problem := range p.Problems() {
		if isSpaced(p, problem.Element) {
			continue
		}
		want := "</" + problem.Want + ">"
		fixes := []Fix{replace(Titled("Write `", want, "`"), problem.Span, want)}
		e := p.Block.Element(problem.Element)
		if name := p.EndName(problem.Element); p.Tool == nil && e.End() == problem.Span && p.InArguments(problem.Element) && name != problem.Want && syntax.IsElementName(name) {
			fixes = append(fixes, Fix{Title: Titled("Write `<", name, ">`"), Edits: rename(p, problem.Element, name)[:1]})
		}
		p.report(problem.Span, Report{
			Message: "Expected `</" + Clip(problem.Want) + ">`, found `" + Clip(p.Block.Slice(problem.Span)) + "`",
			Note:    refused,
			Fixes:   fixes,
		})
	}
}
