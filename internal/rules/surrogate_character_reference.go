package rules

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var surrogateCharacterReference = &Rule{
	Code:     "surrogate-character-reference",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A reference to half of a UTF-16 pair`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.SurrogateReference}},
	Check:    checkSurrogateCharacterReference,
}

func checkSurrogateCharacterReference(p *Pass) {
	spans := map[int]xmlcall.Problem{} // by start
	for problem := range p.Problems() {
		spans[problem.Span.Start] = problem
	}
	var fix []Fix // of the pair whose first half came last
	for problem := range p.Problems() {
		fixes := fix
		fix = nil
		if next, ok := spans[problem.Span.End]; ok && fixes == nil {
			high, _ := lex.Number(p.Block.Slice(problem.Span))
			low, _ := lex.Number(p.Block.Slice(next.Span))
			if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
				fixes = []Fix{{Title: "Replace with `" + string(r) + "`", Edits: []Edit{{Span: problem.Span, Text: string(r)}, {Span: next.Span, Text: ""}}}}
				fix = fixes
			}
		}
		p.report(problem.Span, Report{
			Message: "`" + Clip(p.Block.Slice(problem.Span)) + "` is half a character; write the whole character",
			Note:    "The tool gets U+FFFD in its place",
			Fixes:   fixes,
		})
	}
}
