package source

import "github.com/entrhq/forge-lsp/internal/literal"

// readConfig reads a configuration file, as scan finds its strings. The library that reads the
// language determines which there are and what they mean; a string is accepted only if the
// mapping to the file yields exactly that.
func (r *finder) readConfig(scan func()) {
	if scan(); r.file.Invalid {
		r.file.Strings = nil
		return
	}
	r.places()
	// Text outside values can contain comments.
	at := 0
	for _, v := range r.values {
		if at < v.Start {
			r.file.Comments = append(r.file.Comments, Span{at, v.Start})
		}
		at = max(at, v.End)
	}
	r.file.Comments = append(r.file.Comments, Span{at, len(r.text)})
}

// aligned adds a string between two offsets that is not written back, whose notation is between two others.
func (r *finder) aligned(value string, start, end, from, to int) {
	text, _, ok := literal.Aligned(r.text[from:to], from, value)
	if ok {
		r.found(text, value, start, end)
	}
	r.file.Invalid = r.file.Invalid || !ok
}

// found adds a string between two offsets, if it has the expected value.
func (r *finder) found(text *literal.Text, want string, start, end int) {
	if text.String() != want {
		r.file.Invalid = true
		return
	}
	r.file.Strings = append(r.file.Strings, String{Text: text, Start: start, End: end})
}
