package diagnostics

import (
	"slices"
	"strings"
	"unicode"
)

// A cue is what a text says of the example after it.
type cue uint8

const (
	noCue     cue = iota
	weakCue       // it may be wrong on purpose
	strongCue     // it is wrong on purpose
	rightCue      // it is as it should be
	formerCue     // it is wrong on purpose, if all other words are about a format
)

// cues are the marks, words and phrases that are cues, in lower case.
var cues = tableOf(map[cue]string{
	strongCue: "✗,❌,✘,🚫,👎,wrong,bad,incorrect,invalid,malformed,broken,anti-pattern,anti-patterns,antipattern,antipatterns,pitfall,pitfalls," +
		"unescaped,unclosed,mistake,mistakes,don'ts,not to do,not like this,don't do this,do not do this,never do this,avoid this",
	weakCue: "never,don't,do not,avoid,fails,fail,rejects,rejected,refuses,refused,problem,problems,issue,issues,before,instead of,rather than",
	rightCue: "✓,✔,✅,👍,correct,right,good,valid,after,do this,fixed,corrected,repaired,recommended,preferred,better,instead,new,newer,new-style,current," +
		"updated,now",
	formerCue: "old,older,old-style,legacy,deprecated,obsolete,outdated,previous,previously,former,formerly,no longer",
})

// formatWords may stand beside a former cue: "The old JSON format:", "Legacy (ADR-0002)".
var formatWords = strings.Fields(`a an the this that these is are was were in of our as for style way one ones format formats syntax notation schema
	shape payload payloads layout envelope version approach convention example examples xml json yaml html forge adr tool tools call calls
	use using used supported accepted not don't do never avoid which runtime refuses rejects since prompt step`)

// circumstances make a sentence one about something else: "If the path is invalid, call:".
var circumstances = strings.Fields("if when whenever unless until once should for so then while fix fixes instead rather how")

// conditions start a sentence whose last clause is about the example.
var conditions = strings.Fields("to if when whenever unless until once while")

// prohibitions are the weak cues that are strong on their own: "Avoid:", "## Don't".
var prohibitions = strings.Fields("never don't avoid do not")

// references start a sentence about what is after it: "This is wrong."
var references = strings.Fields("this these such here what")

func tableOf(words map[cue]string) map[string]cue {
	table := map[string]cue{}
	for c, list := range words {
		for word := range strings.SplitSeq(list, ",") {
			table[word] = c
		}
	}
	return table
}

// judge returns what the text before an example says of it, and the words that say it: its last
// sentence, or else a label at the start of that sentence or of the text.
func judge(text string) (found cue, words string) {
	text = strings.TrimSpace(plainQuotes(text))
	sentence := lastSentence(text)
	introduces := strings.HasSuffix(strings.TrimRight(text, "*_`|-> \t"), ":")
	first, _, _ := strings.Cut(text, "\n")
	list := tokensOf(sentence)
	refers := len(list) > 0 && slices.Contains(references, list[0])
	switch {
	case hasMark(sentence), introduces, startsMarked(strings.TrimSpace(sentence)), len(list) <= 3 && first == text, isShort(list) && refers:
		if found, words = judgeLabel(sentence, introduces); found != noCue {
			return found, words
		}
	}
	for _, text := range []string{sentence, first} {
		// "**Wrong**: the ampersand is not escaped."
		if n := strings.IndexAny(text, ":—–"); n > 0 || hasMark(text) {
			if found, words = judgeLabel(text[:max(n, 0)], false); n < 0 {
				found, words = markOf(text)
			}
			if found == strongCue || found == rightCue {
				return found, words
			}
		}
	}
	return noCue, ""
}

// judgeHeadings returns what the nearest heading with a cue says: one below it without a cue
// changes nothing.
func judgeHeadings(headings string) (cue, string) {
	lines := strings.Split(plainQuotes(headings), "\n")
	for _, line := range slices.Backward(lines) {
		if found, words := judgeLabel(line, len(tokensOf(line)) <= 2); found != noCue {
			return found, words
		}
	}
	return noCue, ""
}

// judgeLabel returns what a label says: a mark, or its last cue that is no weak one. introduces
// reports whether its weak cues count.
func judgeLabel(text string, introduces bool) (found cue, words string) {
	if found, words = markOf(text); found != noCue {
		return found, words
	}
	list := tokensOf(text)
	if len(list) > 1 && strings.Trim(list[0], "0123456789") == "" {
		list = list[1:] // of a list
	}
	if len(list) > 0 && slices.Contains(conditions, list[0]) {
		// "If a call was refused, call again:", but not "When it is raw, it fails:"
		list = tokensOf(text[strings.LastIndexByte(text, ',')+1:])
	}
	var all [formerCue + 1]string // the last cue of each kind
	about, formal, joined, negated := !isShort(list), true, false, false
	for len(list) > 0 {
		n, c := cueAt(list)
		word := strings.Join(list[:n], " ")
		if negated && (c == strongCue || c == rightCue) {
			c = strongCue + rightCue - c // "not correct"
		}
		all[c] = word
		if c == strongCue || c == rightCue || c == formerCue {
			found = c
		}
		about = about || (c == noCue || c == weakCue) && slices.Contains(circumstances, list[0])
		formal = formal && (c == formerCue || slices.Contains(formatWords, word) || strings.Trim(strings.TrimPrefix(word, "adr-"), "v0123456789") == "")
		joined = joined || word == "and" || word == "or" || word == "vs"
		negated = word == "not" || word == "isn't" || word == "aren't"
		list = list[n:]
	}
	switch {
	case joined && all[rightCue] != "" && (all[strongCue] != "" || all[formerCue] != "" || all[weakCue] == "before"):
		return noCue, "" // "Good and bad examples"
	case found == formerCue && formal:
		return strongCue, all[formerCue]
	case found == rightCue && !about:
		return rightCue, all[rightCue]
	case found == strongCue && !about:
		return strongCue, all[strongCue]
	case found == strongCue && introduces:
		return weakCue, all[strongCue]
	case found == noCue && all[weakCue] != "" && !slices.ContainsFunc(tokensOf(text), func(w string) bool { return !slices.Contains(prohibitions, w) }):
		return strongCue, all[weakCue]
	case all[weakCue] != "" && introduces:
		return weakCue, all[weakCue]
	}
	return noCue, ""
}

// cueAt returns the number of words of the longest cue at the start of a list of words, and the
// cue; 1 and noCue if there is none.
func cueAt(words []string) (n int, c cue) {
	for n := min(4, len(words)); n > 0; n-- {
		if c := cues[strings.Join(words[:n], " ")]; c != noCue {
			return n, c
		}
	}
	return 1, noCue
}

// markOf returns what the last mark in a text says, such as ❌.
func markOf(text string) (found cue, mark string) {
	for _, r := range text {
		if c := cues[string(r)]; r > unicode.MaxLatin1 && c != noCue {
			found, mark = c, string(r)
		}
	}
	return found, mark
}

func hasMark(text string) bool {
	found, _ := markOf(text)
	return found != noCue
}

// isShort reports whether there are no more words than a label has.
func isShort(words []string) bool { return len(words) <= 8 }

// plainQuotes replaces the curly apostrophe of "don’t".
func plainQuotes(text string) string { return strings.ReplaceAll(text, "’", "'") }

// tokensOf returns the words of a text in lower case, without punctuation. bad_example is a name,
// and one word.
func tokensOf(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' && r != '\''
	})
	for i, w := range words {
		words[i] = strings.Trim(w, "_-'")
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// lastSentence returns the last sentence of a text, or its last line if that is a
// heading, a list item, a comment, or follows one of these.
func lastSentence(text string) string {
	text = strings.TrimRightFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ')' && cues[string(r)] == noCue
	})
	if i := lastEnd(text); i >= 0 {
		text = text[i:]
	}
	lines := strings.Split(text, "\n")
	first := len(lines) - 1
	for ; first > 0; first-- {
		line, before := strings.TrimSpace(lines[first]), strings.TrimSpace(lines[first-1])
		if before == "" || strings.HasSuffix(before, ":") || startsMarked(line) || startsMarked(before) && !strings.HasPrefix(before, ">") {
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
	return line != "" && strings.IndexByte("#-*_+>/<|`", line[0]) >= 0 || len(line) > 1 && line[1] == '.' && unicode.IsDigit(rune(line[0]))
}
