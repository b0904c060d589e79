package transcript

import (
	"slices"
	"strings"
)

// Cut returns the end of the part of a document that starts at an offset, on a level, and the level after it: the
// part ends after an item of a list of messages, as soon as it has a number of bytes. It is one only if the
// document is valid up to there.
func Cut(text string, at int, from Level, least int) (end int, after Level) {
	level, depth, key := from, 0, ""
	begin := at
	if at == 0 {
		begin = documentStart(text)
	}
	for i := begin; i < len(text); i++ {
		switch within := level != ""; text[i] {
		case '"':
			end := stringEnd(text, i)
			if !within && depth == 1 {
				key = text[i+1 : max(i+1, end-1)]
			}
			i = end - 1
		case '{':
			depth++
		case '[':
			switch {
			case !within && depth == 0:
				level = items
			case !within && depth == 1 && slices.Contains(lists, key):
				level, depth = Level(key), 0
			default:
				depth++
			}
		case '}', ']':
			switch {
			case depth > 0:
				depth--
			case level != "" && level != items:
				level, depth = "", 1
			default:
				level = ""
			}
		case ',':
			if within && depth == 0 && i+1-at >= least {
				return i + 1, level
			}
		}
	}
	return len(text), ""
}

// stringEnd returns the end of the string that starts at an offset.
func stringEnd(text string, at int) int {
	for i := at + 1; ; {
		n := strings.IndexByte(text[i:], '"')
		if n < 0 {
			return len(text)
		}
		i += n + 1
		before := text[at+1 : i-1]
		if slashes := len(before) - len(strings.TrimRight(before, `\`)); slashes%2 == 0 {
			return i
		}
	}
}
