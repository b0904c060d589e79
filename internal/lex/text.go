package lex

import "strings"

// PlainText returns the length of the prefix of the character data at s[i:] that is
// free of problems, as an offset: that of the first '<' at or after i, of the first
// problem before it ("]]>", an '&' that does not start a reference, a reference to a
// surrogate, a character that XML cannot carry), or of the end.
//
// It finds "]]>" by its '>', which is rarer than ']' in escaped text.
func PlainText(s string, i int) int {
	start := i
	for {
		i = SkipTo(s, i, len(s), Odd|Ampersand|Greater|Less)
		if i == len(s) {
			return i
		}
		switch c := s[i]; {
		case c == '<':
			return i
		case c == '&':
			end := plainReference(s, i)
			if end < 0 {
				return i
			}
			i = end
		case c == '>':
			i++
			if strings.HasSuffix(s[start:i], SectionClose) {
				return i - len(SectionClose)
			}
		default:
			at := i
			if i = skipGood(s, i, len(s)); i == at {
				return i
			}
		}
	}
}

// plainReference returns the offset after the reference at s[i:], or -1 if it is a
// problem.
func plainReference(s string, i int) int {
	if i+4 <= len(s) && s[i+3] == ';' && s[i+2] == 't' && (s[i+1] == 'l' || s[i+1] == 'g') {
		return i + 4
	}
	kind, end, text := Reference(s, i)
	if kind != RefValid || text == "\uFFFD" {
		return -1
	}
	return end
}
