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
//	Auto      what may be captures or logs, or any program's file, which only
//	          the text shows: .xml .log .out .transcript
//	JSON      transcripts in JSON: .json .jsonl .ndjson
//	Go, JavaScript, Python
//	          programs: .go, .js .jsx .ts .tsx .mjs .cjs .mts .cts, .py .pyi
//	Document  everything else: Markdown (.md .markdown .mdx), text (.txt),
//	          templates (.tmpl .j2 .mustache), other source code, and names
//	          without an extension
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
	case ".xml", ".log", ".out", ".transcript":
		return Auto
	}
	return Document
}

// of returns the kind itself, or what Auto is for a text.
func (k Kind) of(text string) Kind {
	if k == Auto {
		return Sniff(text)
	}
	return k
}
