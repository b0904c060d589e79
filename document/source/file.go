package source

import "github.com/entrhq/forge-lsp/document/literal"

// A Language is what a program is written in.
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

// A Span is a stretch of bytes.
type Span struct{ Start, End int }

// A String is what a program writes as one string.
type String struct {
	// Text is the string, with the way back to the file. What the program computes is
	// in it as a placeholder.
	Text *literal.Text
	// Holes are the placeholders in Text by position.
	Holes []Span
	// Start and End are where the string is in the file, quotes included.
	Start, End int
	// Line is where its first line starts, behind the blanks before it: a place for a
	// comment. It is -1 where a token starts on a line before that and ends on it.
	Line int
}

// A File is what was found in a program.
type File struct {
	// Invalid reports that a file of YAML or TOML is not one: it has no strings then.
	Invalid bool
	// Strings are the strings by position. Those in what a program computes for another
	// string come after that one.
	Strings []String
	// Comments are the comments by position.
	Comments []Span
	// Seams are the starts of the lines on which a declaration starts that does not
	// depend on what is before it, by position.
	Seams []int
}

// Read reads a program. relevant reports whether a stretch of it may have in it what is
// looked for; other strings are left out.
func Read(text string, language Language, relevant func(string) bool) *File {
	r := &reader{text: text, relevant: relevant, file: &File{}}
	switch language {
	case Go:
		r.scanGo()
	case JavaScript:
		r.scanJavaScript()
	case Python:
		r.scanPython()
	case YAML:
		r.file.Invalid = !r.readConfig((*configReader).scanYAML)
	case TOML:
		r.file.Invalid = !r.readConfig((*configReader).scanTOML)
	}
	r.strings(0, len(r.tokens))
	r.sort()
	return r.file
}
