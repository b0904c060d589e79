package source

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A configReader finds the strings of a configuration file. The library that reads the
// language determines which there are and what they mean; a string is accepted only if the
// mapping to the file yields exactly that.
type configReader struct {
	*reader
	values []Span // all of the values, quotes included
	valid  bool   // whether the file is valid, as far as strings are concerned
}

// readConfig reads a configuration file. ok is false if it is not valid.
func (r *reader) readConfig(scan func(*configReader)) (ok bool) {
	c := &configReader{reader: r, valid: true}
	if scan(c); !c.valid {
		r.file.Strings = nil
		return false
	}
	slices.SortFunc(c.values, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	r.sort()
	begin, at := 0, 0
	for i := range r.file.Strings {
		s := &r.file.Strings[i]
		// A line may hold any number of strings.
		if n := strings.LastIndexAny(r.text[at:s.Start], breaks); n >= 0 {
			begin = at + n + 1
		}
		at = s.Start
		s.Line = c.line(begin)
	}
	// Text outside values can contain comments.
	at = 0
	for _, v := range c.values {
		if at < v.Start {
			r.file.Comments = append(r.file.Comments, Span{at, v.Start})
		}
		at = max(at, v.End)
	}
	r.file.Comments = append(r.file.Comments, Span{at, len(r.text)})
	return true
}

// found adds a string between two offsets, if it has the expected value.
func (c *configReader) found(text *literal.Text, want string, start, end int) {
	if text.String() != want {
		c.valid = false
		return
	}
	c.file.Strings = append(c.file.Strings, String{Text: text, Start: start, End: end})
}

// line returns [String.Line] for a string on the line that begins at an offset: a comment
// cannot precede a line that starts in a value.
func (c *configReader) line(begin int) int {
	i, _ := slices.BinarySearchFunc(c.values, begin, func(v Span, at int) int { return v.Start - at })
	if i > 0 && c.values[i-1].End > begin {
		return -1
	}
	return begin + len(c.text[begin:]) - len(strings.TrimLeft(c.text[begin:], " \t"))
}
