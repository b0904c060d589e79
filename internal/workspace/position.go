package workspace

import (
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// problemsIn describes errors in a file with the given content.
func problemsIn(content string, errs []*toolspec.Error) []ToolProblem {
	if len(errs) == 0 {
		return nil
	}
	lines := text.New(content)
	problems := make([]ToolProblem, len(errs))
	for i, e := range errs {
		problems[i] = ToolProblem{Path: e.File, Line: 1, Column: 1, Pointer: e.Pointer, Message: e.Reason}
		if e.Line >= 1 {
			offset := lines.Offset(text.Position{Line: e.Line - 1, Column: e.Column - 1}, text.UTF8)
			at := lines.Position(offset, text.UTF16)
			problems[i].Line, problems[i].Column = at.Line+1, at.Column+1
		}
	}
	return problems
}
