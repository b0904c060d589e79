package rules

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var invalidComment = &Rule{
	Code:     "invalid-comment",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A comment that contains -- or is never closed`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidComment}},
	Check:    checkInvalidComment,
}

func checkInvalidComment(p *Pass) {
	for problem := range p.Problems() {
		text := p.Block.Slice(problem.Span)
		if text == "<!--" {
			p.report(problem.Span, Report{
				Message: "Missing `-->` for `<!--`; write it, or `&lt;!--` for text",
				Note:    refused,
				Fixes:   []Fix{replace("Escape as `&lt;!--`", problem.Span, "&lt;!--")},
			})
			continue
		}
		fixes := []Fix{replace("Write `-`", problem.Span, "-")}
		if t, ok := p.TokenAt(problem.Span.Start); ok && p.ScalarsOf()[t.Element()] != xmlcall.NoElement {
			fixes = slices.Insert(fixes, 0, replace("Escape as text", t.Span(), encode.Escape(p.Block.Slice(t.Span()))))
		}
		p.report(problem.Span, Report{
			Message: "`--` in a comment; write `-`",
			Note:    refused,
			Fixes:   fixes,
		})
	}
}
