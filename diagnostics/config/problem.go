package config

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// A Place is where something is said.
type Place struct {
	// File is the path of a file as it is shown, or where Line is 0 the name of
	// something else, such as a flag. It is empty for what nobody has said.
	File string
	// Line and Column are 1-based. Columns count UTF-16 code units, as those of
	// all reports do: a place is only ever shown, so there is no offset.
	Line, Column int
}

// String returns the place as it is shown: "default" for the zero value.
func (p Place) String() string {
	switch {
	case p == Place{}:
		return "default"
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// A Problem is a mistake in a configuration.
type Problem struct {
	Place
	// Message says what is wrong, and what would be right.
	Message string
}

// Error returns the message with its place in front, as file:line:column where
// it is in a file.
func (p *Problem) Error() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// didYouMean returns the end of a message about a name that is none of words.
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

// clipped returns text for a message: a whole file may stand between two quotes.
func clipped(text string) string {
	const longest = 60 // characters
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}
