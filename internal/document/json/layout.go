package json

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// A Layout is the arrangement of values in a file.
type Layout uint8

const (
	// Detected: determined from the text.
	Detected Layout = iota
	// Lines: one record per line.
	Lines
	// Document: one value.
	Document
)

// LayoutOf returns the layout of a file, whose first line is either a record or the start of
// a document. line returns the line that starts at an offset, or its [Ends], and the start
// of the next line, or -1 after the last. The text between the ends of the first two
// non-blank lines, and after them, is irrelevant.
func LayoutOf(line func(at int) (ends string, next int)) Layout {
	first, next := notBlank(line, 0, bom)
	second, _ := notBlank(line, next, "")
	switch {
	case first == "" || !beginsValue(first) || startsAfter(first):
		return Lines // whose first line is not JSON, or that of a log
	case second == "":
		return Document // one line is a document
	case closes(first), first[0] == '{' && second[0] == '{' && strings.IndexByte("{[,:", first[len(first)-1]) < 0:
		return Lines // the first line may be cut off
	}
	return Document
}

// beginsValue reports whether a line begins with an object, a string, or a list: a log has lines such
// as [INFO] and [2026-11-25].
func beginsValue(line string) bool {
	if list, ok := strings.CutPrefix(line, "["); ok {
		item := strings.TrimLeft(list, " \t")
		after := strings.TrimLeft(item, "0123456789")
		return item == "" || strings.IndexByte("{[\"]", item[0]) >= 0 || after != item && (after == "" || after[0] == ',' || after == "]")
	}
	return strings.IndexByte("{\"", line[0]) >= 0
}

// startsAfter reports whether a line has its record after the text of a log.
func startsAfter(line string) bool {
	at, _ := recordIn(line)
	return at > 0
}

// notBlank returns the first non-blank line at or after an offset, without a prefix and
// trailing blanks, and the start of the next line.
func notBlank(line func(at int) (string, int), at int, prefix string) (ends string, next int) {
	for next = at; next >= 0; prefix = "" {
		ends, next = line(next)
		if ends = strings.TrimPrefix(ends, prefix); strings.TrimSpace(ends) != "" {
			return strings.TrimRight(ends, " \t\r"), next
		}
	}
	return "", -1
}

// maxEnd bounds the part of each end of a line that [LayoutOf] examines, in bytes.
const maxEnd = 1 << 10

// Ends returns the part of a line that [LayoutOf] examines, given its length without the
// line end, and its bytes.
func Ends(length int, bytes func(from, to int) string) string {
	if length <= 2*maxEnd {
		return bytes(0, length)
	}
	return bytes(0, maxEnd) + bytes(length-maxEnd, length)
}

// linesOf returns the line function of [LayoutOf] for a text.
func linesOf(text string) func(at int) (ends string, next int) {
	return func(at int) (string, int) {
		line, next := text[at:], -1
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], at+n+1
		}
		return Ends(len(line), func(from, to int) string { return line[from:to] }), next
	}
}

// ReadLayout returns the layout of a file. It reads up to the end of the second non-blank line,
// and keeps only the ends of lines, which may have any length. The error is that of the reader.
func ReadLayout(r *bufio.Reader) (Layout, error) {
	var failed error
	layout := LayoutOf(func(int) (string, int) {
		var first, last []byte // the bytes at each end of the line, as far as [Ends] needs them
		for length := 0; ; {
			line, err := r.ReadSlice('\n')
			line, ended := bytes.CutSuffix(line, []byte{'\n'})
			length += len(line)
			first = append(first, line[:min(len(line), 2*maxEnd-len(first))]...)
			last = append(last, line[max(0, len(line)-maxEnd):]...)
			last = append(last[:0], last[max(0, len(last)-maxEnd):]...)
			next := -1
			switch {
			case ended:
				next = 1 // the place does not matter
			case errors.Is(err, bufio.ErrBufferFull):
				continue
			case !errors.Is(err, io.EOF):
				failed = err
			}
			return Ends(length, func(from, to int) string {
				if to <= len(first) {
					return string(first[from:to])
				}
				return string(last[len(last)-(to-from):])
			}), next
		}
	})
	return layout, failed
}

// LayoutIn returns the layout of a file that starts with text.
func LayoutIn(text string) Layout { return LayoutOf(linesOf(text)) }

// IsLines reports whether a file that starts with text has one record per line.
func IsLines(text string) bool { return LayoutIn(text) == Lines }

const bom = "\ufeff"

// closes reports whether a line ends with the bracket that matches its first byte.
func closes(line string) bool {
	last := line[len(line)-1]
	return line[0] == '{' && last == '}' || line[0] == '[' && last == ']' || line[0] == '"' && last == '"'
}
