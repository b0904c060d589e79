package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
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
	if named == JSON && json.Begins(text) {
		return JSON // maybe damaged
	}
	likeness := json.Other
	if !named.Source() || json.Starts(text) {
		likeness = json.LikenessOf(text)
	}
	switch {
	case likeness == json.Transcript, likeness == json.Value && !named.Source() && !captured(name):
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

// captured reports whether a file has one reply by its name: the runtime finds a call in JSON, too.
func captured(name string) bool { return name != "-" && KindOf(name) == Reply }

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
	headings, fence, calls := 0, "", 0
	for rest := text; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		trimmed := strings.TrimLeft(line, " \t>")
		if start := strings.Index(line, "<tool"); start >= 0 {
			if fence != "" {
				return Prose
			}
			calls++
			_, end, closed := strings.Cut(rest[start:], "</tool>")
			if !closed {
				return Reply // it is cut off
			}
			if headings > 0 && strings.TrimSpace(end) != "" {
				return Prose
			}
			rest = end
			continue
		}
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case strings.HasPrefix(trimmed, "#"):
			headings++
		}
		rest = after
	}
	if calls == 0 {
		return Prose
	}
	return Reply
}

// Extension returns the extension of files of the kind, such as ".reply"; the first if there
// are several. It is "" for a kind that is not determined by a name.
func (k Kind) Extension() string {
	if int(k) < len(kinds) && len(kinds[k].endings) > 0 {
		return kinds[k].endings[0]
	}
	return ""
}
