package markdown

import "strings"

// A Fence is the row of characters that starts or ends a code block; one of size 0 is none.
type Fence struct {
	Char byte
	Size int
}

// FenceOf returns the fence that a line without the blanks around it starts with, and the text after it.
func FenceOf(line string) (f Fence, info string) {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return Fence{}, ""
	}
	info = strings.TrimLeft(line, line[:1])
	if f = (Fence{line[0], len(line) - len(info)}); f.Size < 3 || f.Char == '`' && strings.Contains(info, "`") {
		return Fence{}, ""
	}
	return f, strings.TrimLeft(info, " \t")
}

// Ends reports whether a fence with some text after it ends the code block that another one has started.
func (f Fence) Ends(open Fence, info string) bool {
	return f.Size > 0 && f.Char == open.Char && f.Size >= open.Size && info == ""
}

// Escaped reports whether a character is after an odd number of backslashes.
func Escaped(text string, at int) bool {
	n := at - len(strings.TrimRight(text[:at], `\`))
	return n%2 == 1
}

// CodeLen returns the length of the code span that text starts with: from a row of backquotes to the
// next of that length. Otherwise it is that of the row, and ok is false.
func CodeLen(text string) (n int, ok bool) {
	run := len(text) - len(strings.TrimLeft(text, "`"))
	for at := run; ; {
		next := strings.IndexByte(text[at:], '`')
		if next < 0 {
			return run, false
		}
		at += next
		end := len(text) - len(strings.TrimLeft(text[at:], "`"))
		if end-at == run {
			return end, run > 0
		}
		at = end
	}
}
