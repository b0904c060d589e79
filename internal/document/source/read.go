package source

// Read reads a program. relevant reports whether a stretch of it may contain relevant
// text; other strings are omitted.
func Read(text string, language Language, relevant func(string) bool) *File {
	r := &finder{text: text, relevant: relevant, file: &File{}}
	switch language {
	case YAML:
		r.readConfig(r.scanYAML)
	case TOML:
		r.readConfig(r.scanTOML)
	default:
		r.grammar = grammars[language]
		r.scan(0, len(text), false)
		r.places()
	}
	return r.file
}

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
