package document

// Read reads a file's text as the given kind. For [Auto] and [Prose] see [Resolve].
func Read(text string, kind Kind) *File { return ReadWith(text, kind, ReadOptions{}) }

// ReadWith is like [Read] with options for transcripts.
func ReadWith(text string, kind Kind, options ReadOptions) *File {
	return ReadIn(text, kind, Context{ReadOptions: options})
}

// ReadIn reads a text, or a chunk of one, in its context. Offsets in the result are relative to the text.
func ReadIn(text string, kind Kind, in Context) *File {
	var f *File
	in.Foreign = in.Foreign || kind == Auto
	switch resolved := Resolve(kind, text); {
	case resolved == Document:
		f = readDocument(text, nil, &in)
	case resolved == JSON:
		f = readJSON(text, &in)
	case resolved.Source():
		f = readSource(text, resolved, &in)
	default:
		f = readReply(text, resolved, &in)
	}
	in.Outline, in.marks = nil, nil // they do not know another version of the text
	f.asked, f.from = kind, in
	return f
}

// Reread reads another version of the file's text in the same way as f was read.
func (f *File) Reread(text string) *File { return ReadIn(text, f.asked, f.from) }

// Resolve returns the kind itself, or the kind of the text for Auto and Prose.
func Resolve(k Kind, text string) Kind {
	switch k {
	case Auto:
		return Detect(text)
	case Prose:
		return shownBy(text)
	}
	return k
}

// Detect returns what a text of the kind Auto is: a Log if the shape of a call follows
// one of its <tool> tags, otherwise a Document. Many programs have an element of that
// name. Commented-out text is ignored.
func Detect(text string) Kind {
	comments, pos := sectionsIn(text, "<!--", "-->"), 0
	tags := tagsIn(text)
	for t, ok := tags.at(0); ok; t, ok = tags.next() {
		if t.closing {
			continue
		}
		next, inside := comments.around(pos, t.start)
		if pos = next; inside {
			continue
		}
		if _, ok := shapeOf(text, t.end, tags.blockEnd()); ok {
			return Log
		}
	}
	return Document
}

// maxGuess is the number of bytes of a text that a guess reads.
const maxGuess = 256 << 10

// GuessLabels returns an estimate, from the start of a text, where prompts are, of the labels of the whole.
func GuessLabels(text string, kind Kind) *Labels {
	start := text[:min(len(text), maxGuess)]
	if kind != JSON {
		return labelsOf(start)
	}
	return ReadIn(start, JSON, Context{}).Labels()
}
