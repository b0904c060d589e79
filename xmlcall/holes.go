package xmlcall

import "strings"

// filled returns a text of the same length in which letters stand for each hole that could be taken for
// markup, or for a part of it. A hole that is the name of a tag becomes a name of one letter, so that
// <{{ .Key }}> and </{{.Key}}> are the tags of one element.
func filled(text string, holes []Span) string {
	to := []byte(nil)
	for _, h := range holes {
		if h.Start < 0 || h.End > len(text) || h.Len() <= 0 || h.Start > 0 && isApart(text[h.Start-1]) && isPlain(text[h.Start:h.End]) {
			continue
		}
		if to == nil {
			to = []byte(text)
		}
		before := text[:h.Start]
		isName := (strings.HasSuffix(before, "<") || strings.HasSuffix(before, "</")) && h.End < len(text) && strings.IndexByte("> \t\r\n/", text[h.End]) >= 0
		for i := h.Start; i < h.End; i++ {
			switch {
			case to[i] == '\n': // messages have the number of a line
			case isName && i > h.Start:
				to[i] = ' '
			default:
				to[i] = 'x'
			}
		}
	}
	if to == nil {
		return text
	}
	return string(to)
}

// isApart reports whether a byte ends what a hole after it could be a part of: a name or a reference.
func isApart(b byte) bool { return strings.IndexByte("> \t\r\n", b) >= 0 }

// isPlain reports whether a text consists of printable ASCII and line ends, none of which is markup.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < ' ' || c > '~') && c != '\t' && c != '\n' || strings.IndexByte(`<>&]"'-/`, c) >= 0 {
			return false
		}
	}
	return true
}
