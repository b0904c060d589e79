package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
)

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
	comments, pos := sections{open: finder{text: text, want: "<!--"}, end: finder{text: text, want: "-->"}}, 0
	tags := tagsAhead{text: text}
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

// Relevant reports whether a text of a kind may contain anything to report on: a tag named tool,
// escaped or not, a comment addressed to this program, in what agents write a call in the text format of another model, or,
// in JSON, a native one.
func Relevant(text string, kind Kind) bool {
	if kind.Labelled() && (transcript.Candidate(text) >= 0 || strings.Contains(text, `"name"`)) {
		return true
	}
	if kind == JSON {
		return transcript.Candidate(text) >= 0 || transcript.HasNative(text)
	}
	return transcript.HasTool(text) || strings.Contains(text, directiveMark)
}
