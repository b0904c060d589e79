// Package linediff shows what changes between two texts, line by line. It is for people: a line
// has no end, and the numbers of lines are left out, as they are not those of a file.
package linediff

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// A Line is one of a diff.
type Line struct {
	// Sign is "+" for a line that is added, "-" for one that is removed, " " for one that stays,
	// and [Gap] for lines that stay and are left out.
	Sign string `json:"sign"`
	Text string `json:"text"` // without its end; "" for a gap
}

// Gap is the sign of lines that are left out.
const Gap = "…"

// context is the number of lines that stay around a change.
const context = 3

// Between returns the lines of a diff of two texts: nil where they have the same lines.
func Between(before, after string) []Line {
	before, after = ended(before), ended(after)
	unified, err := udiff.ToUnified("a", "b", before, udiff.Lines(before, after), context)
	if err != nil {
		return nil // only for edits that are not of this text
	}
	var lines []Line
	for i, line := range strings.Split(strings.TrimSuffix(unified, "\n"), "\n") {
		switch line = strings.TrimSuffix(line, "\r"); {
		case i < 2 || line == "": // the names of the files
		case line[0] != '@':
			lines = append(lines, Line{line[:1], line[1:]})
		case len(lines) > 0:
			lines = append(lines, Line{Sign: Gap})
		}
	}
	return lines
}

// ended returns a text whose last line has an end.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
