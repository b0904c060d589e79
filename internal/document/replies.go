package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
)

// Replies returns the number of messages of agents in a text, whether they have calls or not, and whether it is a
// transcript: whether the authors of its messages are known.
func Replies(text string, kind Kind, formats *json.Set) (n int, transcript bool) {
	switch {
	case kind == JSON && json.IsLines(text):
		return LineReplies(text, formats)
	case kind == JSON:
		return repliesIn(formats.Outline(), text)
	case kind == Prose && !MayBeTranscript(text[:min(len(text), HeadSize)]), kind == Document, kind.Source():
		return 0, false
	}
	list, fenced := marksOutside(text)
	labels := count(text, list, fenced)
	if kind == Prose && DetectProse(text[:min(len(text), HeadSize)], labels) == Transcript {
		kind = Transcript
	}
	rules := labels.rules(kind)
	for _, m := range list {
		if m, ok := rules.accept(m); ok && m.who == agent {
			n++
		}
	}
	if !rules.named && kind == Reply {
		return 1, false
	}
	return n, rules.named && kind != Prose
}

// LineReplies is [Replies] for JSON with one record per line, or for some of its lines.
func LineReplies(text string, formats *json.Set) (n int, transcript bool) {
	outline := formats.Outline()
	for line := range strings.Lines(text) {
		of, named := repliesIn(outline, line)
		n, transcript = n+of, transcript || named
	}
	return n, transcript
}

// repliesIn is Replies for a document or a line.
func repliesIn(outline *json.Outline, text string) (n int, transcript bool) {
	outline.Entries(text, func(e *json.Entry) {
		if e.Role == Agent {
			n++
		}
		transcript = transcript || e.Role != Unknown
	})
	return n, transcript
}
