package rules

import (
	"fmt"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidUtf8 = &Rule{
	Code:     "invalid-utf8",
	Severity: Error,
	Group:    Syntax,
	Summary:  `Bytes that are not UTF-8`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidUTF8}},
	Check:    checkInvalidUtf8,
}

func checkInvalidUtf8(p *Pass) {
	for problem := range p.Problems() {
		severity := Severity(0)
		if p.Reason.Fine() {
			severity = Information // it is between elements
		}
		p.report(problem.Span, Report{
			Severity: severity,
			Message:  "Invalid UTF-8 `" + hexBytes(p.Block.Slice(problem.Span)) + "`; write the character in UTF-8",
			Note:     "Read from a file, the call is refused; in a reply, each such byte arrives as U+FFFD",
			Fixes: []Fix{
				replace("Replace with `U+FFFD`", problem.Span, "\uFFFD"),
				replace("Remove the bytes", problem.Span, ""),
			},
		})
	}
}

// hexBytes writes the first few bytes of s in hexadecimal.
func hexBytes(s string) string {
	const most = 8
	if len(s) > most {
		return fmt.Sprintf("% X …", s[:most])
	}
	return fmt.Sprintf("% X", s)
}
