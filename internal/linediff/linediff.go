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

// Context is the usual number of lines that stay around a change.
const Context = 3

var signs = map[udiff.OpKind]string{udiff.Delete: "-", udiff.Insert: "+", udiff.Equal: " "}

// Between returns the lines of a diff of two texts, with so many that stay around each change: nil where they have the same
// lines.
func Between(before, after string, context int) []Line {
	before, after = ended(before), ended(after)
	diff, _ := udiff.ToUnifiedDiff("", "", before, udiff.Lines(before, after), context) // fails for edits of another text
	var lines []Line
	for i, hunk := range diff.Hunks {
		if i > 0 {
			lines = append(lines, Line{Sign: Gap})
		}
		for _, line := range hunk.Lines {
			text := strings.TrimSuffix(strings.TrimSuffix(line.Content, "\n"), "\r")
			lines = append(lines, Line{signs[line.Kind], text})
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
