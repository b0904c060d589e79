package source

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A Language is the language of a program.
type Language uint8

const (
	// Go is Go.
	Go Language = iota
	// JavaScript is JavaScript and TypeScript, with JSX.
	JavaScript
	// Python is Python 3.
	Python
	// YAML is YAML 1.2.
	YAML
	// TOML is TOML 1.1.
	TOML
)

// A Span is a range of bytes.
type Span struct{ Start, End int }

// A String is a string in a program.
type String struct {
	// Text is the string, with its mapping to the file. Parts that the program computes
	// are represented by placeholders.
	Text *literal.Text
	// Holes are the placeholders in Text by position.
	Holes []Span
	// Start and End delimit the string in the file, quotes included.
	Start, End int
	// Line is the start of its first line, after the indentation: a place for a
	// comment. It is -1 if a token that starts on an earlier line ends on it.
	Line int
}

// A File is the result of reading a program.
type File struct {
	// Invalid reports whether a YAML or TOML file is invalid: it has no strings then.
	Invalid bool
	// Strings are the strings by position. Those in the computed parts of another
	// string come after it.
	Strings []String
	// Comments are the comments by position.
	Comments []Span
}

const (
	bom    = "\ufeff"
	breaks = "\r\n"
)

// lineLen returns the length of the first line of text, without its line end.
func lineLen(text string) int {
	if n := strings.IndexAny(text, breaks); n >= 0 {
		return n
	}
	return len(text)
}

// breakLen returns the length of the line end that text starts with.
func breakLen(text string) int {
	if strings.HasPrefix(text, breaks) {
		return len(breaks)
	}
	return min(1, len(text))
}
