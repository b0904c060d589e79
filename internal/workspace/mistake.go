package workspace

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// A Mistake is an error in a configuration file or in a file that defines tools, with
// its place.
type Mistake struct {
	// Path is the absolute path of the file.
	Path string
	// Message describes the error, and the correction. It does not name the file.
	Message string

	line         int    // from 0
	before, word string // the wrong word or the quoted text, and the line up to it
}

// Range returns the range of the wrong word or of the quoted text, as start and end,
// both 0-based.
func (m *Mistake) Range(enc text.Encoding) (start, end text.Position) {
	line := text.New(m.before + m.word)
	start, end = line.Position(len(m.before), enc), line.Position(len(m.before+m.word), enc)
	start.Line += m.line
	end.Line += m.line
	return start, end
}

// String returns the mistake prefixed with its place, which is 1-based and in UTF-16.
func (m *Mistake) String() string {
	at, _ := m.Range(text.UTF16)
	return fmt.Sprintf("%s:%d:%d: %s", m.Path, at.Line+1, at.Column+1, m.Message)
}

// wordAt returns the quoted text or the word at the start of a text.
func wordAt(s string) string {
	if s == "" {
		return s
	}
	if s[0] == '"' || s[0] == '\'' {
		if end := strings.IndexAny(s[1:], string(s[0])+"\r\n"); end >= 0 && s[1+end] == s[0] {
			return s[:end+2]
		}
	}
	if end := strings.IndexAny(s[1:], " \t\r\n,:=[]{}()\"'"); end >= 0 {
		return s[:end+1]
	}
	return s
}

// mistakesIn returns the problems of a file with the given content that have a place.
func mistakesIn(content text.Text, problems []*config.Problem) []Mistake {
	var found []Mistake
	for _, p := range problems {
		if p.Line > 0 {
			from := content.Offset(text.Position{Line: p.Line - 1, Column: p.Column - 1}, text.UTF16)
			at, all := content.Position(from, text.UTF8), content.String()
			found = append(found, Mistake{
				Path: absolute(filepath.FromSlash(p.File)), Message: p.Text(),
				line: at.Line, before: all[from-at.Column : from], word: wordAt(all[from:]),
			})
		}
	}
	return found
}

// problemsIn describes errors of definitions in a file with the given content.
func problemsIn(content text.Text, errs []*toolspec.Error) (problems []*config.Problem) {
	for _, e := range errs {
		offset := content.Offset(text.Position{Line: max(e.Line, 1) - 1, Column: max(e.Column, 1) - 1}, text.UTF8)
		at := content.Position(offset, text.UTF16)
		problems = append(problems, &config.Problem{
			Place: config.Place{File: e.File, Line: at.Line + 1, Column: at.Column + 1}, Pointer: e.Pointer, Message: e.Reason,
		})
	}
	return problems
}
