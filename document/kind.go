package document

import (
	"path/filepath"
	"strings"
)

// KindOf returns how a file of this name is read when nobody says. Names are
// compared without regard to case.
//
//	Reply     "-" (standard input) and the captures of one reply:
//	          .reply .response
//	Prose     Markdown and text: .md .markdown .txt
//	Auto      what may be captures or logs, or any program's file, which only
//	          the text shows: .xml .log .out .transcript
//	JSON      transcripts in JSON: .json .jsonl .ndjson
//	Go, JavaScript, Python
//	          programs: .go, .js .jsx .ts .tsx .mjs .cjs .mts .cts, .py .pyi
//	Document  everything else: templates (.tmpl .j2 .mustache), .mdx, other
//	          source code, and names without an extension
//
// Text inside JSON is encoded, with <tool> often written \u003ctool\u003e.
func KindOf(name string) Kind {
	if name == "-" {
		return Reply
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".reply", ".response":
		return Reply
	case ".json", ".jsonl", ".ndjson":
		return JSON
	case ".go":
		return Go
	case ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts":
		return JavaScript
	case ".py", ".pyi":
		return Python
	case ".md", ".markdown", ".txt":
		return Prose
	case ".xml", ".log", ".out", ".transcript":
		return Auto
	}
	return Document
}

// Sniff returns what a text of the kind Auto is: a Log if the shape of a call
// follows one of its <tool> tags, else a Document. Many programs have an element
// of that name.
func Sniff(text string) Kind {
	kind, _ := SniffTo(text)
	return kind
}

// SniffTo is [Sniff], which also returns how far it looked: what is at or after that
// offset has no part in the answer.
func SniffTo(text string) (kind Kind, reach int) {
	comments, pos := sections{open: finder{text: text, want: "<!--"}, end: finder{text: text, want: "-->"}}, 0
	shaped := func(t tag, end int) bool {
		if t.start < 0 {
			return false
		}
		_, to, ok := shapeOf(text, t.end, end)
		reach = max(reach, to)
		return ok
	}
	// A tag that the runtime does not recognize may be anything, so its block
	// reaches no further than it must; see openers.
	none := tag{start: -1}
	loose, literal := none, none
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		if shaped(loose, t.start) || t.literal && shaped(literal, t.start) {
			return Log, max(reach, t.end)
		}
		if loose = none; t.literal {
			literal = none
		}
		if t.closing {
			continue
		}
		var commented bool
		var to int
		pos, to, commented = comments.around(pos, t.start)
		reach = max(reach, to)
		switch {
		case commented:
		case t.literal:
			literal = t
		default:
			loose = t
		}
	}
	if shaped(loose, len(text)) || shaped(literal, len(text)) {
		return Log, len(text)
	}
	return Document, len(text)
}

// of returns the kind itself, or what Auto or Prose is for a text.
func (k Kind) of(text string) Kind {
	switch k {
	case Auto:
		return Sniff(text)
	case Prose:
		return shownBy(text)
	}
	return k
}
