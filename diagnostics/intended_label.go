package diagnostics

import (
	"strings"
	"unicode"
)

// Words such as "old" and "before" label an example only with little other text:
// "Before:", "The old JSON format", "## Deprecated (ADR-0002)". In a sentence they are
// usually about something else: "before you call it", "unlike the old format". So all
// words of a label must be known.

// labels are the words that label an example as obsolete, or as current.
var labels = map[string]saying{
	"old": bad, "older": bad, "old-style": bad, "before": bad, "previously": bad, "formerly": bad,
	"legacy": bad, "deprecated": bad, "obsolete": bad, "outdated": bad,
	"new": good, "newer": good, "new-style": good, "after": good, "now": good, "current": good, "updated": good,
	"recommended": good, "preferred": good, "instead": good,
}

// fillers are the other words allowed in a label.
var fillers = wordSet(`
	a an the this that these is are was were here here's there's our what as in of for since with and or
	below above following example examples sample samples snippet usage version variant
	format formats syntax style way form schema notation approach convention encoding payload shape layout structure
	xml json yaml html forge adr api tool tools call calls envelope block prompt prompts one ones
	no longer supported accepted valid works refused rejected removed use using used do don't not never avoid
`)

// changes are the words that a label may have after "before" and "after". A call is not
// among them: "Before the call:" is advice.
var changes = wordSet("change changes fix fixes migration update upgrade refactoring refactor rewrite release patch commit")

// articles may precede them.
var articles = wordSet("the this that our a")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// judgeLabel returns the label that the last sentence of a text gives to the example
// after it, if the sentence is a label.
func judgeLabel(text string) saying {
	line := lastSentence(text)
	main, aside := line, ""
	if i := strings.IndexByte(line, '('); i >= 0 {
		if n := strings.IndexByte(line[i:], ')'); n >= 0 {
			main, aside = line[:i]+line[i+n+1:], line[i+1:i+n]
		}
	}
	parts := strings.FieldsFunc(main, func(r rune) bool { return r == ':' || r == '—' || r == '–' || r == '|' })
	if len(parts) == 0 {
		return judgePhrase(aside)
	}
	// "The old format, which the runtime refuses"
	first, rest, _ := strings.Cut(parts[0], ",")
	if word, _, _ := strings.Cut(strings.TrimSpace(rest), " "); rest != "" && word != "which" && word != "that" && word != "as" {
		first = parts[0]
	}
	if judged := judgePhrase(first); judged != nothing {
		// "Deprecated: use the new format" introduces the new one.
		for _, part := range parts[1:] {
			for word := range wordsOf(part) {
				if labels[word] == good || word == "use" {
					return nothing
				}
			}
		}
		return judged
	}
	if judged := judgePhrase(parts[len(parts)-1]); judged != nothing {
		return judged
	}
	return judgePhrase(aside)
}

// maxSentence bounds the search for the last sentence of a text, in bytes.
const maxSentence = 200

// lastSentence returns the last sentence of a text, or its last line if that is a
// heading, a list item, a comment, or follows one of these.
func lastSentence(text string) string {
	text = strings.TrimRightFunc(text, func(r rune) bool { return !isWordRune(r) && r != ')' })
	if len(text) > maxSentence {
		text = text[len(text)-maxSentence:]
	}
	if i := lastEnd(text); i >= 0 {
		text = text[i:]
	}
	lines := strings.Split(text, "\n")
	first := len(lines) - 1
	for ; first > 0; first-- {
		line, before := strings.TrimSpace(lines[first]), strings.TrimSpace(lines[first-1])
		if before == "" || strings.HasSuffix(before, ":") || startsMarked(line) || startsMarked(before) && !isQuote(before) {
			break
		}
	}
	return strings.Join(lines[first:], " ")
}

// lastEnd returns the start of the last sentence of a text that is preceded by another
// one, or -1.
func lastEnd(text string) int {
	for i := len(text) - 2; i > 0; i-- {
		if strings.IndexByte(".!?", text[i]) >= 0 && (text[i+1] == ' ' || text[i+1] == '\n') && !unicode.IsDigit(rune(text[i-1])) {
			return i + 1
		}
	}
	return -1
}

// startsMarked reports whether a line starts with a mark rather than a word.
func startsMarked(line string) bool {
	return line != "" && strings.IndexByte("#-*+>/<|`", line[0]) >= 0 || len(line) > 1 && line[1] == '.' && unicode.IsDigit(rune(line[0]))
}

func isQuote(line string) bool { return strings.HasPrefix(line, ">") }

// judgePhrase returns the label that a few words express, if they are one.
func judgePhrase(phrase string) saying {
	const most = 12 // words
	var judged saying
	words := make([]string, 0, most)
	for word := range wordsOf(phrase) {
		switch {
		case word == "": // a dash
		case len(words) == most:
			return nothing
		default:
			words = append(words, word)
		}
	}
	negated, used := false, false
	for i, word := range words {
		label := labels[word]
		switch {
		case word == "no" && i+1 < len(words) && words[i+1] == "longer":
			label = bad
		case word == "not" || word == "don't" || word == "never":
			negated = true
		case word == "use" || word == "using":
			used = true
		case word == "now" && len(words) > 1: // "Now call the tool:"
			return nothing
		case label == nothing && !fillers[word] && !isNumber(word):
			return nothing
		case (word == "before" || word == "after") && i+1 < len(words):
			return judgeTime(label, words[:i], words[i+1:])
		}
		if label == nothing {
			continue
		}
		if judged != nothing && judged != label {
			return nothing // "Old and new"
		}
		judged = label
	}
	if negated && !(used && judged == bad) {
		return nothing // "not deprecated"
	}
	return judged
}

// judgeTime is judgePhrase for "before" or "after" with words around it: "The call
// before this change".
func judgeTime(label saying, before, after []string) saying {
	for _, word := range before {
		if !fillers[word] || word == "not" {
			return nothing
		}
	}
	named := false
	for _, word := range after {
		switch {
		case changes[word] || isNumber(word):
			named = true
		case !articles[word] && word != "version" && word != "adr":
			return nothing
		}
	}
	if !named {
		return nothing
	}
	return label
}

// isNumber reports whether a word is a number or a version: 2, v2, 0019, adr-0019.
func isNumber(word string) bool {
	word = strings.TrimPrefix(strings.TrimPrefix(word, "adr-"), "v")
	return word != "" && strings.Trim(word, "0123456789") == ""
}
