package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// Recognize returns how a text is read, as [Read] takes it. Its content decides; the name of its file, which
// may be "", tells the language of a program or a configuration, and a document from a capture. A part of the
// text from its start may be enough.
//
// A text without a name, such as one that somebody pastes, is a program that its first lines show, a reply or
// prose. An agent's reply ends with its call. What has headings and goes on after a call, or has calls in code
// blocks, is text about calls.
func Recognize(name, text string) Kind {
	named := KindOf(name)
	if named == JSON && transcript.Begins(text) {
		return JSON // maybe damaged
	}
	likeness := transcript.Other
	if !named.Source() || transcript.Starts(text) {
		likeness = transcript.LikenessOf(text)
	}
	switch {
	case likeness == transcript.Transcript, likeness == transcript.Value && !named.Source() && (name == "-" || named != Reply): // the runtime finds a call in the JSON of a reply, too
		return JSON
	case name == "" || named == JSON:
		if language := languageOf(text); language != Auto {
			return language
		}
		return replyOrProse(text)
	case name == "-":
		if language := languageOf(text); language != Auto {
			return language
		}
	case named == Document, named.Source() && isSession(text):
		return Prose // which may be a transcript
	}
	return named
}

// isSession reports whether a text is a transcript, and no program.
func isSession(text string) bool {
	text = strings.TrimPrefix(text, bom)
	return text != "" && strings.IndexByte("#/", text[0]) < 0 && shownBy(text) == Transcript && languageOf(text) == Auto
}

// replyOrProse returns Reply or Prose.
func replyOrProse(text string) Kind {
	if shownBy(text) == Transcript {
		return Prose
	}
	blocks, calls := newBlockReader(text, 0, markdown.Fence{}), 0
	for at := 0; at < len(text); {
		end := nextLine(text, at)
		start := strings.Index(text[at:end], "<tool")
		if start < 0 {
			blocks.read(at, end, text[at:end])
			at = end
			continue
		}
		_, after, closed := strings.Cut(text[at+start:], "</tool>")
		headed := slices.ContainsFunc(blocks.leaves, func(l leaf) bool { return l.level > 0 })
		switch {
		case blocks.open == fencedCode:
			return Prose
		case !closed:
			return Reply // it is cut off
		case headed && strings.TrimSpace(after) != "":
			return Prose
		}
		at, calls = len(text)-len(after), calls+1
	}
	if calls > 0 {
		return Reply
	}
	if others, _ := textCalls(text, nil, taught, nil, nil); len(others) > 0 && strings.TrimSpace(text[others[len(others)-1].Whole.End:]) == "" {
		return Reply // of another runtime
	}
	return Prose
}
