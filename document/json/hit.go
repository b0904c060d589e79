package json

import "strings"

// Hit returns the offset of the first place at which the JSON of a text may have a tag
// named tool, in any of the ways in which JSON can write it; -1 if there is none.
func Hit(text string) int {
	first := -1
	for _, word := range [...]string{"ool", "OOL"} {
		within := text
		if first >= 0 {
			within = text[:first+len(word)]
		}
		for at := 0; ; {
			n := strings.Index(within[at:], word)
			if n < 0 {
				break
			}
			at += n
			if opens(text[:at]) {
				first = at
				break
			}
			at += len(word)
		}
	}
	return first
}

// opens reports whether a text ends with the start of a tag and a "t".
func opens(text string) bool {
	n := len(text) - 1
	if n < 0 || text[n]|0x20 != 't' {
		return false
	}
	text = text[:n]
	if rest, ok := strings.CutSuffix(text, "/"); ok {
		text = strings.TrimSuffix(rest, `\`)
	} else if n := len(text) - len(`\u002f`); n >= 0 && strings.EqualFold(text[n:], `\u002f`) {
		text = text[:n]
	}
	if strings.HasSuffix(text, "<") {
		return true
	}
	n = len(text) - len(`u003c`) // with one backslash, or with more in a string in a string
	return n > 0 && text[n-1] == '\\' && strings.EqualFold(text[n:], `u003c`)
}
