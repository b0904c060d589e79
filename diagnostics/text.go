package diagnostics

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// maxQuote is how many bytes of the text a message quotes, maxTitle how many a
// title has.
const (
	maxQuote = 40
	maxTitle = 40
)

// clip returns s, or its beginning where it is too long for a message. Line
// breaks become spaces.
func clip(s string) string { return clipAt(s, maxQuote) }

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

func clipAt(s string, most int) string {
	if strings.ContainsAny(s[:min(len(s), most+1)], "\r\n\t") {
		s = oneLine.Replace(s[:min(len(s), 4*most)])
	}
	if len(s) <= most {
		return s
	}
	end := most
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// quoteChar names a character in a title: by its number where it would not
// show.
func quoteChar(char string) string {
	if r, size := utf8.DecodeRuneInString(char); size == len(char) && (unicode.IsSpace(r) || !unicode.IsGraphic(r)) {
		return fmt.Sprintf("U+%04X", r)
	}
	return char
}

// escapeMinimal escapes only what XML requires to be escaped in text.
func escapeMinimal(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(s)
}

// escapeMarkup escapes text in which markup was meant literally but
// references were meant as references.
func escapeMarkup(s string) string {
	s = xmlcall.Repair(s)
	return strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(s)
}

// hasReferences reports whether text holds a reference that XML can read.
func hasReferences(text string) bool {
	return xmlcall.Repair(text) != strings.ReplaceAll(text, "&", "&amp;")
}

// lineEnds gives text the line ends of the file.
func (p *pass) lineEnds(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	if p.crlf == unknown {
		p.crlf = no
		if i := strings.IndexByte(p.b.Text, '\n'); i > 0 && p.b.Text[i-1] == '\r' {
			p.crlf = yes
		}
	}
	if p.crlf == yes {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// tokenAt returns the token that starts at or spans offset, nil where there is
// none.
func (p *pass) tokenAt(offset int) *xmlcall.Token {
	lo, hi := 0, len(p.b.Tokens)
	for lo < hi {
		mid := (lo + hi) / 2
		if p.b.Tokens[mid].Span.End <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(p.b.Tokens) && p.b.Tokens[lo].Span.Start <= offset {
		return &p.b.Tokens[lo]
	}
	return nil
}

// has reports whether the block has a problem of the given kind.
func (p *pass) has(kind xmlcall.ProblemKind) bool {
	for _, problem := range p.b.Problems {
		if problem.Kind == kind {
			return true
		}
	}
	return false
}

// sectionAsEscapes returns the fix that writes the CDATA section under span,
// meant to hold value, as escapes. There is none where the value holds
// characters that no call can carry.
func (p *pass) sectionAsEscapes(span xmlcall.Span, value string, safe bool) []Fix {
	return []Fix{replace("Write the section as escapes", span, encode.Escape(value))}
}

// inScalar reports whether an element is a value rather than part of the
// call's structure: it stands inside the arguments.
func (p *pass) inScalar(element int) bool {
	return p.inArguments(element)
}

// escapeTags returns the fix that makes text of an element inside a value by
// escaping its tags.
func (p *pass) escapeTags(element int) []Fix {
	e := &p.b.Elements[element]
	if e.Parent < 0 || !p.inScalar(e.Parent) {
		return nil
	}
	edits := []Edit{{xmlcall.Span{Start: e.Start.Start, End: e.Start.Start + 1}, "&lt;"}}
	if e.End.Len() > 0 {
		edits = append(edits, Edit{xmlcall.Span{Start: e.End.Start, End: e.End.Start + 1}, "&lt;"})
	}
	return []Fix{{Title: "Escape the tags of <" + clip(e.Name) + ">", Edits: edits}}
}

// asSection returns value as a CDATA section. ok is false where no section can
// hold it, because of a </tool> or because of the thinking tags, which the live
// runtime removes from sections, too.
func asSection(value string) (section string, ok bool) {
	if strings.Contains(value, "<thinking>") || strings.Contains(value, "</thinking>") {
		return "", false
	}
	return encode.Section(value)
}
