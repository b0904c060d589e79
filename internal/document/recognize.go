package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
)

// Recognize returns how a text without a name is read, such as one that somebody pastes: as
// JSON, Reply or Prose. A part of the text from its start may be enough.
//
// An agent's reply ends with its call. What has headings and goes on after a call, or has
// calls in code blocks, is text about calls.
func Recognize(text string) Kind {
	if json.IsJSON(text) {
		return JSON
	}
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
