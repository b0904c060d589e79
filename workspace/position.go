package workspace

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/toolspec"
)

// problemsIn describes errors in a file with the given text.
func problemsIn(text string, errs []*toolspec.Error) []ToolProblem {
	if len(errs) == 0 {
		return nil
	}
	starts := []int{0} // of the lines that errors count, which end at LF
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	problems := make([]ToolProblem, len(errs))
	offsets := make([]int, len(errs))
	for i, e := range errs {
		problems[i] = ToolProblem{Path: e.File, Line: 1, Column: 1, Pointer: e.Pointer, Message: e.Reason}
		if e.Line >= 1 && e.Line <= len(starts) {
			offsets[i] = min(starts[e.Line-1]+e.Column-1, len(text))
		}
	}
	place(text, offsets, problems)
	return problems
}

// place sets the lines and columns of problems at byte offsets, in one pass over
// the text: a file may be one long line with many problems. A line ends at LF,
// CR LF or CR.
func place(text string, offsets []int, problems []ToolProblem) {
	order := make([]int, len(offsets))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return offsets[a] - offsets[b] })
	at, line, column := 0, 1, 1
	for _, i := range order {
		for at < offsets[i] {
			r, size := utf8.DecodeRuneInString(text[at:])
			if at+size > offsets[i] {
				break
			}
			at += size
			switch {
			case r == '\n', r == '\r' && !strings.HasPrefix(text[at:], "\n"):
				line, column = line+1, 1
			case r >= 0x10000:
				column += 2 // UTF-16 code units
			default:
				column++
			}
		}
		problems[i].Line, problems[i].Column = line, column
	}
}
