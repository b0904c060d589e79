package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var cdataEndInText = &Rule{
	Code:     "cdata-end-in-text",
	Severity: Error,
	Group:    Syntax,
	Summary:  `The characters ]]> outside a CDATA section`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.CDATAEndInText}},
	Check:    checkCdataEndInText,
}

func checkCdataEndInText(p *Pass) {
	for problem := range p.Problems() {
		fix := replace("Escape as `]]&gt;`", problem.Span, "]]&gt;")
		opener, stray := strayEnd(p, problem)
		if stray && opener.Len() == 0 {
			fix = replace("Remove `]]>`", problem.Span, "")
		}
		n := Report{
			Message: "Unescaped `]]>` outside of CDATA; write `]]&gt;`",
			Note:    refused,
			Fixes:   escapeFixes(p, []xmlcall.Problem{problem}, fix),
		}
		e := p.Block.Element(problem.Element)
		before := xmlcall.Span{Start: e.Start().End, End: problem.Span.Start}
		switch content := e.Content(); {
		case !content.Contains(problem.Span):
		case strings.TrimSpace(p.Block.Slice(xmlcall.Span{Start: problem.Span.End, End: content.End})) != "":
			// Code follows: it is not the end of a section.
		default:
			if at, ok := call.BrokenOpener(p.Block.Slice(before)); ok {
				opener := xmlcall.Span{Start: before.Start + at.Start, End: before.Start + at.End}
				n.Message = "`]]>` without a CDATA section; write `<![CDATA[` instead of `" + Clip(p.Block.Slice(opener)) + "`"
				n.Fixes = append([]Fix{replace("Write `<![CDATA[`", opener, "<![CDATA[")}, n.Fixes...)
			} else if stray {
				n.Message = "`]]>` at the end of a value without a CDATA section; write `<![CDATA[` before the value, or remove it"
				n.Fixes = append(n.Fixes, replace("Escape as `]]&gt;`", problem.Span, "]]&gt;"))
			}
		}
		p.report(problem.Span, n)
	}
}
