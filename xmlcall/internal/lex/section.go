package lex

import "strings"

// What CDATA sections start and end with.
const (
	SectionOpen  = "<![CDATA["
	SectionClose = "]]>"
)

// SectionEnd returns the offset of the "]]>" at or after i, -1 if there is none.
func SectionEnd(s string, i int) int {
	if n := strings.Index(s[i:], SectionClose); n >= 0 {
		return i + n
	}
	return -1
}

// PlainSection returns the offset of the "]]>" that ends the CDATA section whose
// content starts at i, if nothing comes first that keeps encoding/xml from
// reading it or that cuts the block: a character that XML cannot carry, or
// </tool>. It returns -1 otherwise. endTags reports that the content holds "</".
func PlainSection(s string, i int) (end int, endTags bool) {
	for {
		i = SkipTo(s, i, len(s), Odd|Bracket|Less)
		if i == len(s) {
			return -1, endTags
		}
		switch s[i] {
		case ']':
			if strings.HasPrefix(s[i:], SectionClose) {
				return i, endTags
			}
			i++
		case '<':
			if strings.HasPrefix(s[i:], "</") {
				if strings.HasPrefix(s[i:], ToolClose) {
					return -1, true
				}
				endTags = true
			}
			i++
		default:
			at := i
			if i = skipGood(s, i, len(s)); i == at {
				return -1, endTags
			}
		}
	}
}

// SectionOpener returns the length of the opener of a CDATA section at s[i:], be
// it as it should be or not, 0 where there is none.
func SectionOpener(s string, i int) int {
	if strings.HasPrefix(s[i:], SectionOpen) {
		return len(SectionOpen)
	}
	return MalformedSection(s, i)
}

// MalformedSection returns the length of something at s[i:] that was meant to be
// "<![CDATA[" and is not: <![cdata[, <! [CDATA[, <[CDATA[, <!CDATA[, <CDATA[,
// <![[CDATA[, <![CDTA[, <![CDATA. It returns 0 where there is none.
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
	// Without the '!' a slip in the word could be any name: <data[0].
	if strings.EqualFold(word, "CDATA") || bang && brackets > 0 && Near("CDATA", strings.ToUpper(word)) {
		return end + 1 - i
	}
	return 0
}

// NearSectionEnd returns the length of something at the end of content that was
// most likely meant to be "]]>", 0 where there is none.
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
