package report

import "github.com/entrhq/forge-lsp/text"

// A Position is a place in a file, as it is reported.
type Position struct {
	Offset int `json:"offset"` // bytes from the start of the file, 0-based
	Line   int `json:"line"`   // 1-based
	Column int `json:"column"` // UTF-16 code units, 1-based
}

// A Origin is the start of a piece of a file: the number of bytes and line ends before
// it.
type Origin struct{ Offset, Line int }

// A LineIndex finds lines and columns for display: 1-based, and columns in UTF-16 code
// units.
type LineIndex struct {
	text.Text
	at Origin // of the text in the file
}

// IndexOf returns the index of a text that starts at a place of its file.
func IndexOf(t text.Text, at Origin) *LineIndex { return &LineIndex{t, at} }

// Position returns the line and column of a byte offset. An offset inside a
// character counts as the character's own.
func (x *LineIndex) Position(offset int) Position {
	offset = max(0, min(offset, x.Len()))
	at := x.Text.Position(offset, text.UTF16)
	if 0 < offset && offset < x.Len() && x.Slice(offset-1, offset+1) == "\r\n" {
		at.Column++ // so that what ends there, the CR alone, is not empty
	}
	return Position{Offset: offset + x.at.Offset, Line: at.Line + 1 + x.at.Line, Column: at.Column + 1}
}
