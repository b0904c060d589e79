package config

import "bytes"

// tooDeep returns the offset of the first bracket or brace of a TOML text that is
// nested deeper than maxDepth, or -1. The parser would recurse for each. Brackets in
// strings and comments are ignored.
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

// end returns the offset of the last byte of the next mark after i, or the end of the
// text.
func end(text []byte, i int, mark string) int {
	if at := bytes.Index(text[i:], []byte(mark)); at >= 0 {
		return i + at + len(mark) - 1
	}
	return len(text)
}

// stringEnd returns the offset of the last byte of the string that begins at i. An
// unclosed string ends with its line.
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
