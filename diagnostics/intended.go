package diagnostics

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// intend converts the findings from index from on to those of an intended bad example.
func intend(findings []Diagnostic, from int, how Intended) []Diagnostic {
	if how == IntendedOff {
		return findings[:from]
	}
	for i := from; i < len(findings); i++ {
		d := *findings[i].Description
		d.Intended, d.Severity = true, Hint
		findings[i].Advice = &Advice{&d, findings[i].Fixes}
	}
	return findings
}

// intended reports whether a call with some findings is a bad example: in a test, or where the
// text of its file tells.
func intended(b *xmlcall.Block, lead *document.LeadIn, findings []Diagnostic, purpose document.Purpose) bool {
	page := purpose == document.Page || purpose == document.Archived
	switch {
	case lead == nil:
		return false
	case purpose == document.Test, page && lead.Record.Retired:
		return true
	}
	if label := labelOf(b, lead); label != nothing {
		return label == bad
	}
	return page && cued(b, lead, findings, purpose)
}

// labelOf returns the label of a call. The nearest place that labels it as good or bad decides: a
// comment in the call, the text before it in its code block, the paragraph before that, the
// heading above.
func labelOf(b *xmlcall.Block, lead *document.LeadIn) saying {
	if label := commentsSay(b); label != nothing {
		return label
	}
	for i, text := range []string{lead.Inside, lead.Before, lead.Heading} {
		text = text[max(0, len(text)-maxLead):]
		label := judgeLead(text)
		if i == 2 && ambiguous(text) {
			return nothing // "good and bad examples"
		}
		if label != nothing {
			return label
		}
	}
	return nothing
}

// maxLead bounds the part of a long text before a block that is examined, in bytes.
const maxLead = 2000

// commentsSay returns the label in the comments of the call beside its elements. A
// comment inside a value is content.
func commentsSay(b *xmlcall.Block) saying {
	arguments := b.Arguments()
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Kind() == xmlcall.Comment && (t.Element() == b.Envelope() || t.Element() == arguments) {
			if label := judgeLead(b.Slice(t.Inner())); label != nothing {
				return label
			}
		}
	}
	return nothing
}

// A saying is the label that a text gives to the example after it.
type saying uint8

const (
	nothing saying = iota
	good
	bad
)

// sayingOfWord returns the label that a word in lower case is.
func sayingOfWord(word string) saying {
	switch word {
	case "❌", "wrong", "bad", "incorrect":
		return bad
	case "✅", "correct", "good":
		return good
	}
	return nothing
}

// prohibitions are texts that mean bad on their own. Inside a sentence the same words
// are usually about something else.
var prohibitions = []string{"don't", "don’t", "do not", "avoid", "never", "don't do this", "don’t do this", "do not do this", "avoid this", "never do this"}

// judgeLead returns the label that a text gives to the example after it: the last
// sentence decides, if it is a label, and otherwise the last word that is about
// examples.
func judgeLead(text string) saying {
	if label := judgeLabel(text); label != nothing && sayingOf(lastSentence(text)) == nothing {
		return label
	}
	return sayingOf(text)
}

// sayingOf returns the label of the last word of a text that is one: "Bad calls are
// refused. A good one:" introduces a good one.
func sayingOf(text string) saying {
	last, negated := nothing, false
	for word := range wordsOf(text) {
		label := sayingOfWord(word)
		switch {
		case label == nothing:
		case negated:
			last = good + bad - label
		default:
			last = label
		}
		negated = word == "not" || strings.HasSuffix(word, "n't")
	}
	if last == nothing && prohibits(text) {
		return bad
	}
	return last
}

// ambiguous reports whether a text contains both labels.
func ambiguous(text string) bool {
	var label [bad + 1]bool
	for word := range wordsOf(text) {
		label[sayingOfWord(word)] = true
	}
	return label[good] && label[bad]
}

// wordsOf yields the words of a text in lower case, and the marks among the
// sayings, which need no space around them.
func wordsOf(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for at := 0; at < len(text); {
			n := wordLen(text[at:])
			if n == 0 {
				r, size := utf8.DecodeRuneInString(text[at:])
				if r != '❌' && r != '✅' {
					at += size
					continue
				}
				n = size
			}
			// Quotation marks and emphasis are not part of the word that they start or end.
			if !yield(strings.ToLower(strings.Trim(text[at:at+n], "'_-"))) {
				return
			}
			at += n
		}
	}
}

// wordLen returns the number of bytes of a text before the first character that is not part
// of a word.
func wordLen(text string) int {
	if n := strings.IndexFunc(text, func(r rune) bool { return !isWordRune(r) }); n >= 0 {
		return n
	}
	return len(text)
}

// isWordRune reports whether a character is part of a word: bad_example and bad-example
// are names rather than words of a sentence.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == '\''
}

// prohibits reports whether a text is one of the prohibitions, apart from case, the marks
// of Markdown and punctuation around it.
func prohibits(text string) bool {
	const most = 4 // the words of the longest
	var words []string
	for word := range strings.FieldsSeq(strings.Trim(text, " \t\r\n#>*_:.!-`/<")) {
		if len(words) == most {
			return false
		}
		words = append(words, word)
	}
	return slices.Contains(prohibitions, strings.ToLower(strings.Join(words, " ")))
}
