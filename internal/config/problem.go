package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// A Place is the place of a setting.
type Place struct {
	// File is the displayed path of a file, or if Line is 0 the name of something else,
	// such as a flag. It is empty for a default.
	File string `json:"path"`
	// Line and Column are 1-based. Columns count UTF-16 code units, as in all reports:
	// a place is only displayed, so it has no offset.
	Line   int `json:"line"`
	Column int `json:"column"`
}

// String returns the place for display: "default" for the zero value.
func (p Place) String() string {
	switch {
	case p == Place{}:
		return "default"
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// A Problem is a mistake in a configuration, or in a file that it names.
type Problem struct {
	Place
	// Pointer is a JSON pointer to the wrong value in a definition of tools, or "".
	Pointer string `json:"pointer"`
	// Message describes the mistake, and the correction. Without a place it names the file.
	Message string `json:"message"`
}

// Error returns the message prefixed with its place, as file:line:column if it is in a
// file.
func (p *Problem) Error() string {
	switch {
	case p.Place == Place{}:
		return p.Text()
	case p.Line == 0:
		return p.File + ": " + p.Text()
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Text())
}

// Text returns the message, with the pointer if there is one.
func (p *Problem) Text() string {
	if p.Pointer == "" {
		return p.Message
	}
	return fmt.Sprintf("%s (at %s)", p.Message, p.Pointer)
}

// problems are the mistakes that something has found.
type problems []*Problem

func (p *problems) problem(at Place, format string, args ...any) {
	*p = append(*p, &Problem{Place: at, Message: fmt.Sprintf(format, args...)})
}

// maxProblems is the maximum number of mistakes of a file that are shown.
const maxProblems = 100

// AtMost returns the first hundred problems, and the number of the others: each is shown to a
// person. in completes that sentence, such as "this file".
func AtMost(problems []*Problem, in string) []*Problem {
	more := len(problems) - maxProblems
	if more <= 0 {
		return problems
	}
	last := &Problem{Place: problems[maxProblems].Place, Message: fmt.Sprintf("%d more mistakes follow in %s", more, in)}
	return append(problems[:maxProblems:maxProblems], last)
}

// didYouMean returns the end of a message about a name that is not one of words.
func didYouMean(name string, words []string) string {
	if near := toolspec.Nearest(name, words); len(near) > 0 {
		return fmt.Sprintf("; did you mean %q?", near[0])
	}
	return ""
}

// listed returns words as the end of a sentence: a, b or c.
func listed(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// clipped returns text for a message: a quoted string may span a whole file.
func clipped(text string) string {
	const longest = 60 // characters
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}

// quoted returns a name as it is shown in a message.
func quoted(name string) string { return strconv.Quote(clipped(name)) }
