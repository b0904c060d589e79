package document

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// Markdown and text are mostly about calls: prompts, with examples of sessions in them,
// and documentation. Some are the transcript of a session. A text is taken for one if
// labels of one form name a person and an agent, and only a title and data about the
// session precede the first of them. In doubt it is a document: calls with their shape
// are found there too, and examples are not read as messages.

// headSize is the number of bytes at the start of a text that show whether it may be a transcript.
const headSize = 4 << 10

// shownBy returns what a text of the kind [Prose] is, Transcript or Document, by its start and the labels of all
// of it.
func shownBy(text string) Kind {
	needed := openings(text[:min(len(text), headSize)])
	if needed == [forms]int32{} {
		return Document // its labels do not matter
	}
	labels := cmp.Or(labelsOf(text), &Labels{})
	for f, times := range needed {
		if times > 0 && labels.counts[f].exchanges(times) {
			return Transcript
		}
	}
	return Document
}

// labelsOf counts the labels of a text.
func labelsOf(text string) *Labels { return scanLabels(text, Reply, markdown.Fence{}).labels() }

// openings returns how often an agent has to be named in labels of each form: once if the text starts with the first of them,
// twice after a title, data about the session, or the system's message; 0 after any other text.
func openings(head string) (list [forms]int32) {
	if strings.Contains(head, "{{") || strings.Contains(head, "{%") {
		return list // templates
	}
	scan := scanLabels(head, Reply, markdown.Fence{})
	for _, m := range scan.marks {
		if m.who == Tool || m.who == Unknown || !opensTranscript(m.form) || list[m.form] != 0 || m.fenced {
			continue
		}
		before := head[:m.at]
		switch {
		case strings.TrimSpace(withoutData(before)) == "" && m.who != System:
			list[m.form] = 1
		case titlesSession(before):
			list[m.form] = 2
		default:
			return list // later labels have more text before them
		}
	}
	return list
}

var comment = lazy(`(?s)<!--.*?-->`)

// withoutData returns a text without the front matter and the comments in it.
func withoutData(text string) string {
	text = strings.TrimPrefix(text, bom)
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		if _, after, ok := strings.Cut(rest, "\n---\n"); ok {
			text = after
		}
	}
	return comment().ReplaceAllLiteralString(text, "")
}

// talk are words that announce examples, or instruct an agent.
var talk = lazy(`(?i)\b(examples?|prompts?|templates?|instructions?|few-shot|formats?|samples?|you are|must|should|never|always)\b`)

// titlesSession reports whether the text before the first label is a title and data
// about the session, such as "_Exported on 2026-09-14_" and "Model: x". Prose, more
// headings and words of prompts make it that of a document.
func titlesSession(before string) bool {
	if _, ok := nextTag(before, 0); ok || talk().MatchString(before) {
		return false
	}
	titles := 0
	for line := range strings.Lines(withoutData(before)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			titles++
		} else if !isData(line) {
			return false
		}
	}
	return titles <= 1
}

// isData reports whether a line is blank, a rule, or, with at most 120 bytes, emphasized as a whole or a key with
// its value.
func isData(line string) bool {
	line = strings.TrimLeft(line, ">-*+_=~| ")
	if strings.Trim(line, "*_ ") == "" {
		return true
	}
	if len(line) > 120 {
		return false
	}
	if last := line[len(line)-1]; last == '_' || last == '*' {
		return true
	}
	name, value, ok := strings.Cut(line, ":")
	return ok && strings.TrimSpace(value) != "" && len(strings.Fields(name)) <= 3 && !strings.ContainsAny(name, ".,;")
}

// Replies returns the number of messages of agents in a text, whether they have calls or not, and whether it is a
// transcript: whether the authors of its messages are known.
func Replies(text string, kind Kind) (n int, attributed bool) {
	if kind == Prose {
		kind = shownBy(text)
	}
	switch {
	case kind == JSON && transcript.IsLines(text):
		return LineReplies(text)
	case kind == JSON:
		return repliesIn(slices.Values([]string{text}))
	case kind == Document, kind.Source():
		return 0, false
	}
	scan := scanLabels(text, kind, markdown.Fence{})
	rules := scan.labels().rules(kind)
	for _, m := range scan.marks {
		if m, ok := rules.accept(m); ok && m.who == Agent {
			n++
		}
	}
	if !rules.named && kind == Reply {
		return 1, false
	}
	return n, rules.named
}

// LineReplies is [Replies] for JSON with one record per line, or for some of its lines.
func LineReplies(text string) (n int, attributed bool) { return repliesIn(strings.Lines(text)) }

// repliesIn is Replies for texts in JSON.
func repliesIn(texts iter.Seq[string]) (n int, attributed bool) {
	outline := transcript.NewOutline()
	for text := range texts {
		outline.Messages(text, func(m *transcript.OutlineMessage) {
			if m.Role == Agent {
				n++
			}
			attributed = attributed || m.Role != Unknown
		})
	}
	return n, attributed
}
