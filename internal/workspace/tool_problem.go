package workspace

import "fmt"

// A ToolProblem is an error in a file that defines tools.
type ToolProblem struct {
	// Path is the displayed path of the file.
	Path string
	// Line and Column are 1-based, and 0 if the file cannot be read. Columns count
	// UTF-16 code units.
	Line, Column int
	// Pointer is a JSON pointer to the wrong value, or "".
	Pointer string
	// Message describes the error; it names the file if Line is 0.
	Message string
	// Unreadable reports whether the file or folder cannot be read.
	Unreadable bool
}

// Error returns the message prefixed with its place.
func (p *ToolProblem) Error() string {
	switch {
	case p.Line == 0:
		return p.Message
	case p.Pointer == "":
		return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s (at %s)", p.Path, p.Line, p.Column, p.Message, p.Pointer)
}

// atMost returns the first problems, and the number of the others: each is shown to a
// person.
func atMost(problems []ToolProblem) []ToolProblem {
	more := len(problems) - maxToolProblems
	if more <= 0 {
		return problems
	}
	last := problems[maxToolProblems]
	last.Pointer, last.Message = "", fmt.Sprintf("%d more mistakes follow in the definitions of tools", more)
	if last.Line == 0 {
		last.Message = last.Path + ": " + last.Message
	}
	return append(problems[:maxToolProblems:maxToolProblems], last)
}
