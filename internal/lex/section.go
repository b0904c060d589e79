package lex

import (
	"regexp"
	"strings"
	"sync"
)

// Delimiters of CDATA sections.
const (
	SectionOpen  = "<![CDATA["
	SectionClose = "]]>"
)

// SectionOpener returns the length of the opener of a CDATA section at s[i:],
// well-formed or malformed, or 0.
func SectionOpener(s string, i int) int {
	if strings.HasPrefix(s[i:], SectionOpen) {
		return len(SectionOpen)
	}
	return MalformedSection(s, i)
}

// MalformedSection returns the length of something at s[i:] that was meant to be
// "<![CDATA[" and is not: <![cdata[, <! [CDATA[, <[CDATA[, <!CDATA[, <CDATA[,
// <![[CDATA[, <![CDTA[, <![CDATA. It returns 0 if there is none.
func MalformedSection(s string, i int) int {
	if i >= len(s) || s[i] != '<' {
		return 0
	}
	j := SkipSpace(s, i+1)
	bang := j < len(s) && s[j] == '!'
	if bang {
		j = SkipSpace(s, j+1)
	}
	brackets := 0
	for brackets < 2 && j < len(s) && s[j] == '[' {
		brackets++
		j = SkipSpace(s, j+1)
	}
	end := NameEnd(s, j)
	word := s[j:end]
	end = SkipSpace(s, end)
	if end == len(s) || s[end] != '[' {
		if bang && brackets == 1 && len(word) >= 5 && strings.EqualFold(word[:5], "CDATA") {
			return j + 5 - i // the second bracket is missing
		}
		return 0
	}
	if s[i:end+1] == SectionOpen {
		return 0
	}
	// Without the '!' a misspelled word could be any name: <data[0].
	if strings.EqualFold(word, "CDATA") || bang && brackets > 0 && Near("CDATA", strings.ToUpper(word)) {
		return end + 1 - i
	}
	return 0
}

// NearSectionEnd returns the length of something at the end of content that was most
// likely meant to be "]]>", or 0.
func NearSectionEnd(content string) int {
	rest := strings.TrimRight(content, " \t")
	rest = strings.TrimSuffix(strings.TrimSuffix(rest, "&gt;"), ">")
	marks := strings.TrimRight(rest, "]) \t")
	tail := rest[len(marks):]
	if !strings.HasPrefix(strings.TrimLeft(tail, " \t"), "]") || len(rest) == len(content) && strings.Count(tail, "]") != 2 {
		return 0
	}
	return len(content) - len(marks) - (len(tail) - len(strings.TrimLeft(tail, " \t")))
}

// Patterns of what was meant to be <![CDATA[ and ]]>. Few texts are compared with them.
var (
	looseOpener = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)<?\s*!?\s*\[\s*!?\s*CDATA(?:[ \t]*\[)?|<\s*!?\s*\[?\s*CDATA\s*\[`)
	})
	looseEnd = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\]\s*(?:\]|&gt;|\)?\s*>)\s*$`)
	})
)

// looseSpace is the number of bytes around the word or at the end of a text that are compared.
const looseSpace = 32

// LooseSection returns the first text at or after from that opens a CDATA section or
// was meant to: those that [MalformedSection] recognizes, and others that occur in a
// value, such as "[CDATA[" and "<![CDATA". ok is false if there is none.
func LooseSection(s string, from int) (opener Span, ok bool) {
	const word = "CDATA"
	for k := from; ; k++ {
		n := strings.IndexAny(s[k:], "cC")
		if n < 0 {
			return Span{}, false
		}
		k += n
		if k+len(word) > len(s) || !strings.EqualFold(s[k:k+len(word)], word) {
			continue
		}
		start := max(from, k-looseSpace)
		if at := looseOpener().FindStringIndex(s[start:min(len(s), k+looseSpace)]); at != nil {
			return Span{start + at[0], start + at[1]}, true
		}
	}
}

// EndsLikeSection reports whether s ends with what may have been meant to be "]]>":
// "]]", "]>", "])>", "]&gt;", with white space anywhere in it.
func EndsLikeSection(s string) bool {
	return looseEnd().MatchString(s[max(0, len(s)-looseSpace):])
}
