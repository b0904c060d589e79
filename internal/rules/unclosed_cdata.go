package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unclosedCdata = &Rule{
	Code:     "unclosed-cdata",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A CDATA section that is never closed`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.CallEndInContent, xmlcall.UnclosedCDATA}},
	Check:    checkUnclosedCdata,
}

func checkUnclosedCdata(p *Pass) {
	note := refused
	if p.Outcome() != xmlcall.Refused {
		note = "The section goes on to a later `]]>`, and the call runs with other values than were written"
	}
	var cut []Fix // if a </tool> in the section is the cause, its fixes fix both
	for problem := range p.ProblemsOf(xmlcall.CallEndInContent) {
		cut = fixCut(p, problem)
	}
	for problem := range p.ProblemsOf(xmlcall.UnclosedCDATA) {
		fixes, message := cut, "Missing `]]>` for this `<![CDATA[`; write it before the end tag"
		if at, ok := problem.At(); ok {
			fixes = nil
			section := xmlcall.Span{Start: problem.Span.Start, End: at}
			value := p.Block.Slice(xmlcall.Span{Start: problem.Span.End, End: at})
			end := xmlcall.Span{Start: at, End: at + len(problem.Want)}
			title := "Insert `]]>` before the end tag"
			if n := brokenEnd(value); n > 0 && problem.Want == "" {
				tail := xmlcall.Span{Start: at - n, End: at}
				fixes = append(fixes, replace(Titled("Replace `", p.Block.Slice(tail), "` with `]]>`"), tail, "]]>"))
			}
			if problem.Want != "" {
				title = Titled("Replace `", problem.Want, "` with `]]>`")
				section.End = end.End
			}
			fixes = append(fixes, replace(title, end, "]]>"))
			fixes = append(fixes, sectionAsEscapes(section, value))
		} else if len(cut) > 0 {
			message = "`</tool>` cuts this `<![CDATA[` section off; write the value with escapes instead"
		}
		p.report(problem.Span, Report{
			Message: message,
			Note:    note,
			Fixes:   fixes,
		})
	}
}
