package rules

import (
	"fmt"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidCharacter = &Rule{
	Code:     "invalid-character",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A character that XML does not allow`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidCharacter}},
	Check:    checkInvalidCharacter,
}

func checkInvalidCharacter(p *Pass) {
	for problem := range p.Problems() {
		r, _ := utf8.DecodeRuneInString(p.Block.Slice(problem.Span))
		fixes := []Fix{replace(fmt.Sprintf("Remove `U+%04X`", r), problem.Span, "")}
		if r < 0x20 {
			picture := string(0x2400 + r)
			fixes = append(fixes, replace("Replace with `"+picture+"`", problem.Span, picture))
		}
		p.report(problem.Span, Report{
			Message: fmt.Sprintf("Invalid character `U+%04X`; remove it", r),
			Note:    "XML does not allow it, not even in CDATA, so the runtime refuses the call",
			Fixes:   fixes,
		})
	}
}
