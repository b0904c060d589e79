package config

import "bytes"

// tooDeep returns the offset of the first bracket or brace of a TOML text that is
// nested deeper than maxDepth, -1 if none is. The parser would call itself for each.
// What is in strings and comments does not count.
func tooDeep(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '[', '{':
			if depth++; depth > maxDepth {
				return i
			}
		case ']', '}':
			depth = max(0, depth-1)
		case '#':
			i = end(text, i, "\n")
		case '"', '\'':
			i = stringEnd(text, i)
		}
	}
	return -1
}

// end returns where a mark ends that is next after i: its last byte, or the end of
// the text.
func end(text []byte, i int, mark string) int {
	if at := bytes.Index(text[i:], []byte(mark)); at >= 0 {
		return i + at + len(mark) - 1
	}
	return len(text)
}

// stringEnd returns the offset of the last byte of the string that begins at i. One
// that is not closed ends with its line.
func stringEnd(text []byte, i int) int {
	quote := text[i]
	if mark := bytes.Repeat([]byte{quote}, 3); bytes.HasPrefix(text[i:], mark) {
		i += 3
		for quote == '"' && i < len(text) && !bytes.HasPrefix(text[i:], mark) {
			if text[i] == '\\' {
				i++
			}
			i++
		}
		return end(text, min(i, len(text)), string(mark))
	}
	for i++; i < len(text) && text[i] != quote && text[i] != '\n'; i++ {
		if text[i] == '\\' && quote == '"' {
			i++
		}
	}
	return i
}
