package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/document/literal"
	"github.com/entrhq/forge-lsp/internal/document/source"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Passage is a text that a file of documents consists of: the file, a string of a program, or a system message
// of a transcript in JSON.
type Passage struct {
	Text    string
	literal *literal.Text // nil for the file
}

// minPassage is the size in bytes from which a string of a program is a text rather than a name.
const minPassage = 40

// Passages returns the texts of a file of documents, by position; none of another transcript.
func Passages(text string, kind Kind) (list []Passage) {
	if kind == JSON {
		read := json.Read(text, json.State{}, false, nil)
		for i := range read.Messages {
			if m := &read.Messages[i]; m.Role == json.System {
				list = append(list, Passage{m.Text().String(), m.Text()})
			}
		}
		return list
	}
	if kind.Source() {
		read := source.Read(text, kinds[kind].language, func(raw string) bool { return len(raw) >= minPassage && strings.ContainsAny(raw, " \n") })
		if !read.Invalid {
			for i := range read.Strings {
				list = append(list, Passage{read.Strings[i].Text.String(), read.Strings[i].Text})
			}
			return list
		}
		kind = Document
	}
	if kind == Document {
		list = []Passage{{Text: text}}
	}
	return list
}

// Place returns a span of the passage as one of the file.
func (p *Passage) Place(s xmlcall.Span) xmlcall.Span {
	if p.literal == nil {
		return s
	}
	return xmlcall.Span{Start: p.literal.Offset(s.Start), End: p.literal.End(s.End)}
}
