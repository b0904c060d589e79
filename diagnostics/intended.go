package diagnostics

import (
	"slices"
	"strings"
	"unicode"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// intend makes of the findings from index from on those of an intended bad
// example.
func intend(findings []Finding, from int, how Intended) []Finding {
	if how == IntendedOff {
		return findings[:from]
	}
	for i := from; i < len(findings); i++ {
		findings[i].Intended = true
		findings[i].Severity = Hint
	}
	return findings
}

// intended reports whether a call is introduced as a bad example in the text of its
// file. The
// nearest place that says good or bad decides: a comment in the call, what
// stands before it in its code block, the paragraph before that, the heading
// above.
func intended(b *xmlcall.Block, lead *document.Lead) bool {
	if lead == nil {
		return false
	}
	if says := commentsSay(b); says != nothing {
		return says == bad
	}
	for i, text := range []string{lead.Inside, lead.Before, lead.Heading} {
		text = text[max(0, len(text)-maxLead):]
		says := judgeLead(text)
		if i == 2 && ambiguous(text) {
			return false // "good and bad examples"
		}
		if says != nothing {
			return says == bad
		}
	}
	return false
}

// maxLead bounds how much of a long text before a block is looked at, in bytes.
const maxLead = 2000

// commentsSay returns what the comments say that stand in the call beside its
// elements. One inside a value is content.
func commentsSay(b *xmlcall.Block) saying {
	arguments, _ := b.Child(b.Envelope(), "arguments")
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Kind() == xmlcall.Comment && (t.Element() == b.Envelope() || t.Element() == arguments) {
			if says := judgeLead(b.Slice(t.Inner())); says != nothing {
				return says
			}
		}
	}
	return nothing
}

// A saying is what a text says about the example after it.
type saying uint8

const (
	nothing saying = iota
	good
	bad
)

var sayings = map[string]saying{
	"❌": bad, "wrong": bad, "bad": bad, "incorrect": bad,
	"✅": good, "correct": good, "good": good,
}

// prohibitions are texts that say bad if they are all that is said. Inside a
// sentence the same words mostly are about something else.
var prohibitions = []string{"don't", "don’t", "do not", "avoid", "never", "don't do this", "don’t do this", "do not do this", "avoid this", "never do this"}

// judgeLead returns what a text makes of the example after it: the last sentence
// decides, if it is a label, and otherwise the last word that is about examples.
func judgeLead(text string) saying {
	if says := judgeLabel(text); says != nothing && sayingOf(lastSentence(text)) == nothing {
		return says
	}
	return sayingOf(text)
}

// sayingOf returns what the last word of a text that says anything says: "Bad
// calls are refused. A good one:" introduces a good one.
func sayingOf(text string) saying {
	last, negated := nothing, false
	for word := range wordsOf(text) {
		says := sayings[word]
		switch {
		case says == nothing:
		case negated:
			last = good + bad - says
		default:
			last = says
		}
		negated = word == "not" || strings.HasSuffix(word, "n't")
	}
	if last == nothing && slices.Contains(prohibitions, plain(text)) {
		return bad
	}
	return last
}

// ambiguous reports whether a text says both.
func ambiguous(text string) bool {
	var says [bad + 1]bool
	for word := range wordsOf(text) {
		says[sayings[word]] = true
	}
	return says[good] && says[bad]
}

// wordsOf yields the words of a text in lower case, and the marks among the
// sayings, which need no space around them.
func wordsOf(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for text != "" {
			i := strings.IndexFunc(text, func(r rune) bool { return isWordRune(r) || r == '❌' || r == '✅' })
			if i < 0 {
				return
			}
			text = text[i:]
			n := strings.IndexFunc(text, func(r rune) bool { return !isWordRune(r) })
			switch {
			case n == 0:
				n = len("❌")
			case n < 0:
				n = len(text)
			}
			// Quotation marks and emphasis are no part of a word.
			if !yield(strings.ToLower(strings.Trim(text[:n], "'_-"))) {
				return
			}
			text = text[n:]
		}
	}
}

// isWordRune reports whether a character is part of a word: bad_example and
// bad-example are names, and no word of a sentence.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == '\''
}

// plain returns a text in lower case without the marks of Markdown and
// punctuation around it.
func plain(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, " \t\r\n#>*_:.!-`/<")), " "))
}
