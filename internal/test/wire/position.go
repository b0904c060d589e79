package wire

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// PositionOf returns the position of a byte offset of a text. It counts from the start,
// and follows the protocol rather than the server's code.
func PositionOf(text string, offset int, encoding string) Position {
	var p Position
	for i := 0; i < offset; {
		n := lineEnd(text[i:])
		if n > 0 {
			if i+n > offset {
				break // between "\r" and "\n"
			}
			p = Position{p.Line + 1, 0}
		} else {
			var r rune
			r, n = utf8.DecodeRuneInString(text[i:])
			p.Character += width(r, n, encoding)
		}
		i += n
	}
	return p
}

// OffsetOf returns the byte offset of a position, which the text must have.
func OffsetOf(text string, p Position, encoding string) int {
	at := 0
	for line := 0; line < p.Line; {
		if n := lineEnd(text[at:]); n > 0 {
			line++
			at += n
		} else {
			at++
		}
	}
	for units := p.Character; units > 0; {
		r, n := utf8.DecodeRuneInString(text[at:])
		at += n
		units -= width(r, n, encoding)
	}
	return at
}

// lineEnd returns the length of the line end at the start of a text.
func lineEnd(text string) int {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return 2
	case strings.HasPrefix(text, "\n"), strings.HasPrefix(text, "\r"):
		return 1
	}
	return 0
}

// width returns the width of a character of n bytes.
func width(r rune, n int, encoding string) int {
	switch encoding {
	case "utf-8":
		return n
	case "utf-16":
		return utf16.RuneLen(r)
	}
	return 1
}

// A TextEdit is one edit of a text, in the form of the protocol.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Apply applies non-overlapping edits to a text.
func Apply(text string, edits []TextEdit, encoding string) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b TextEdit) int {
		return OffsetOf(text, b.Range.Start, encoding) - OffsetOf(text, a.Range.Start, encoding)
	})
	for _, e := range edits {
		start, end := OffsetOf(text, e.Range.Start, encoding), OffsetOf(text, e.Range.End, encoding)
		text = text[:start] + e.NewText + text[end:]
	}
	return text
}
