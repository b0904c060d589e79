package transcript

import (
	"bufio"
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

// LayoutIn returns the layout of a file that starts with text: its first line is either a record or the start of
// a document. What comes after the second non-blank line is irrelevant.
func LayoutIn(text string) Layout {
	first, rest := notBlank(strings.TrimPrefix(text, bom))
	second, _ := notBlank(rest)
	logged, _ := recordIn(first)
	switch {
	case documentStart(text) > 0:
		return Document
	case first == "" || !beginsValue(first) || logged > 0:
		return Lines // whose first line is not JSON, or that of a log
	case second == "":
		return Document // one line is a document
	case closes(first), first[0] == '{' && second[0] == '{' && strings.IndexByte("{[,:", first[len(first)-1]) < 0:
		return Lines // the first line may be cut off
	}
	return Document
}

// maxBefore is the maximum number of lines before a document.
const maxBefore = 16

// documentStart returns where a document of several lines starts after other text, such as a command; 0 if there is no
// other text before it, or no document.
func documentStart(text string) int {
	first, _ := notBlank(strings.TrimPrefix(text, bom))
	if first == "" || beginsValue(first) {
		return 0
	}
	for at, n := 0, 0; n < maxBefore; n++ {
		line, _, more := strings.Cut(text[at:], "\n")
		if trimmed := strings.TrimSpace(line); trimmed == "{" || trimmed == "[" || trimmed == "[{" {
			return at
		}
		if _, ok := recordIn(line); ok || !more {
			return 0
		}
		at += len(line) + 1
	}
	return 0
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

// notBlank returns the first non-blank line of a text, without trailing blanks, and the text after it.
func notBlank(text string) (line, rest string) {
	for rest = text; rest != ""; {
		line, rest, _ = strings.Cut(rest, "\n")
		if line = strings.TrimRight(line, " \t\r"); strings.TrimSpace(line) != "" {
			return line, rest
		}
	}
	return "", ""
}

// ReadLayout is [LayoutIn] for a file with lines of any length. It reads up to the end of the second non-blank line or, if the
// first is not JSON, of some more.
func ReadLayout(r *bufio.Reader) (Layout, error) {
	var text strings.Builder
	for lines, enough := 0, 2; lines < enough; {
		line, err := r.ReadString('\n')
		text.WriteString(line)
		switch line = strings.Trim(line, " \t\r\n"+bom); {
		case errors.Is(err, io.EOF):
			return LayoutIn(text.String()), nil
		case err != nil:
			return Detected, err
		case line != "":
			if lines++; lines == 1 && !beginsValue(line) {
				enough = maxBefore + 1
			}
		}
	}
	return LayoutIn(text.String()), nil
}

// IsLines reports whether a file that starts with text has one record per line.
func IsLines(text string) bool { return LayoutIn(text) == Lines }

const bom = "\ufeff"

// closes reports whether a line ends with the bracket that matches its first byte.
func closes(line string) bool {
	last := line[len(line)-1]
	return line[0] == '{' && last == '}' || line[0] == '[' && last == ']' || line[0] == '"' && last == '"'
}
