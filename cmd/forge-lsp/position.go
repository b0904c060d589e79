package main

import (
	"strings"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A position is a place in a file, as it is reported.
type position struct {
	Offset int `json:"offset"` // bytes from the start of the file, 0-based
	Line   int `json:"line"`   // 1-based
	Column int `json:"column"` // UTF-16 code units, 1-based
}

// A place is the start of a piece of a file: the number of bytes and line ends before
// it.
type place struct{ offset, line int }

// A lineIndex finds lines and columns for display: 1-based, and columns in UTF-16 code
// units.
type lineIndex struct {
	text  string
	lines text.Text
	at    place // of text in the file
}

func newLineIndex(content string) *lineIndex { return indexOf(text.New(content)) }

func indexOf(t text.Text) *lineIndex { return &lineIndex{text: t.String(), lines: t} }

// position returns the line and column of a byte offset. An offset inside a
// character counts as the character's own.
func (x *lineIndex) position(offset int) position {
	offset = max(0, min(offset, len(x.text)))
	at := x.lines.Position(offset, text.UTF16)
	if 0 < offset && offset < len(x.text) && x.text[offset-1:offset+1] == "\r\n" {
		at.Column++ // so that what ends there, the CR alone, is not empty
	}
	return position{Offset: offset + x.at.offset, Line: at.Line + 1 + x.at.line, Column: at.Column + 1}
}

// lineAt returns the line that contains the offset, without its line end.
func (x *lineIndex) lineAt(offset int) xmlcall.Span {
	if line, ok := x.shortLineAt(max(0, min(offset, len(x.text)))); ok {
		return line
	}
	start, end, _ := x.lines.Line(x.lines.Position(offset, text.UTF8).Line)
	return xmlcall.Span{Start: start, End: end}
}

// shortLineAt is lineAt for a line whose ends are both near, like those of most lines.
func (x *lineIndex) shortLineAt(offset int) (line xmlcall.Span, ok bool) {
	const near = 1 << 10
	if 0 < offset && offset < len(x.text) && x.text[offset-1:offset+1] == "\r\n" {
		offset--
	}
	first, last := max(0, offset-near), min(len(x.text), offset+near)
	line.Start = first + 1 + strings.LastIndexByte(x.text[first:offset], '\n')
	if n := strings.LastIndexByte(x.text[line.Start:offset], '\r'); n >= 0 {
		line.Start += n + 1
	}
	line.End = last
	if n := strings.IndexByte(x.text[offset:last], '\n'); n >= 0 {
		line.End = offset + n
	}
	if n := strings.IndexByte(x.text[offset:line.End], '\r'); n >= 0 {
		line.End = offset + n
	}
	return line, (first == 0 || line.Start > first) && (last == len(x.text) || line.End < last)
}
