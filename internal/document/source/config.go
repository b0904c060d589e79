package source

import (
	"github.com/entrhq/forge-lsp/internal/literal"
)

// A configReader finds the strings of a configuration file. The library that reads the
// language determines which there are and what they mean; a string is accepted only if the
// mapping to the file yields exactly that.
type configReader struct {
	*finder
	valid bool // whether the file is valid, as far as strings are concerned
}

// readConfig reads a configuration file. ok is false if it is not valid.
func (r *finder) readConfig(scan func(*configReader)) (ok bool) {
	c := &configReader{finder: r, valid: true}
	if scan(c); !c.valid {
		r.file.Strings = nil
		return false
	}
	r.places()
	// Text outside values can contain comments.
	at := 0
	for _, v := range c.values {
		if at < v.Start {
			r.file.Comments = append(r.file.Comments, Span{at, v.Start})
		}
		at = max(at, v.End)
	}
	r.file.Comments = append(r.file.Comments, Span{at, len(r.text)})
	return true
}

// aligned adds a string between two offsets that is not written back, whose notation is between two others.
func (c *configReader) aligned(value string, start, end, from, to int) {
	text, _, ok := literal.Aligned(c.text[from:to], from, value)
	if c.valid = c.valid && ok; ok {
		c.found(text, value, start, end)
	}
}

// found adds a string between two offsets, if it has the expected value.
func (c *configReader) found(text *literal.Text, want string, start, end int) {
	if text.String() != want {
		c.valid = false
		return
	}
	c.file.Strings = append(c.file.Strings, String{Text: text, Start: start, End: end})
}
