package json

import "strings"

// A Layout is how the values of a file are laid out.
type Layout uint8

const (
	// Shown: the text shows it.
	Shown Layout = iota
	// Lines: a record a line.
	Lines
	// Document: one value.
	Document
)

// Start returns the state at the start of a file, or of a line of one with a record a line.
func (l Layout) Start() State {
	switch l {
	case Lines:
		return State{shape: lines}
	case Document:
		return State{shape: document}
	}
	return State{}
}

// LayoutOf returns how a file is laid out: its first line is a record of it, or the start of
// a document. line returns the line that starts at an offset, or its [Ends], and where the
// next one starts, -1 after the last. What is between the ends of the first two lines that
// are not blank, and after them, has no part in it.
func LayoutOf(line func(at int) (ends string, next int)) Layout {
	first, next := notBlank(line, 0, bom)
	second, _ := notBlank(line, next, "")
	switch {
	case first == "" || strings.IndexByte("{[\"", first[0]) < 0:
		return Lines // of which the first is not JSON
	case second == "":
		return Document // one line is a document
	case closes(first), first[0] == '{' && second[0] == '{' && strings.IndexByte("{[,:", first[len(first)-1]) < 0:
		return Lines // the first of which is perhaps cut off
	}
	return Document
}

// notBlank returns the first line from an offset on that is not blank, without a prefix and
// the blanks at its end, and where the next one starts.
func notBlank(line func(at int) (string, int), at int, prefix string) (ends string, next int) {
	for next = at; next >= 0; prefix = "" {
		ends, next = line(next)
		if ends = strings.TrimPrefix(ends, prefix); strings.TrimSpace(ends) != "" {
			return strings.TrimRight(ends, " \t\r"), next
		}
	}
	return "", -1
}

// maxEnd bounds what [LayoutOf] looks at of each end of a line, in bytes.
const maxEnd = 1 << 10

// Ends returns what [LayoutOf] looks at of a line, given its length without the line end,
// and its bytes.
func Ends(length int, bytes func(from, to int) string) string {
	if length <= 2*maxEnd {
		return bytes(0, length)
	}
	return bytes(0, maxEnd) + bytes(length-maxEnd, length)
}

// linesOf is what [LayoutOf] asks for, of a text.
func linesOf(text string) func(at int) (ends string, next int) {
	return func(at int) (string, int) {
		line, next := text[at:], -1
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], at+n+1
		}
		return Ends(len(line), func(from, to int) string { return line[from:to] }), next
	}
}

// IsLines reports whether a file that starts with a text has a record a line.
func IsLines(text string) bool { return LayoutOf(linesOf(text)) == Lines }

// look returns the state at the start of a text with the start of a file, by what the text
// shows of that.
func (f *File) look(text string, part bool) State {
	end := 0 // of what shows it
	layout := LayoutOf(func(at int) (string, int) {
		ends, next := linesOf(text)(at)
		if end = next; next < 0 {
			end = len(text)
		}
		return ends, next
	})
	f.bind(0, end, len(text), part)
	return layout.Start()
}

const bom = "\ufeff"

// closes reports whether a line ends with the bracket that it starts with.
func closes(line string) bool {
	last := line[len(line)-1]
	return line[0] == '{' && last == '}' || line[0] == '[' && last == ']' || line[0] == '"' && last == '"'
}
