package main

import (
	"sort"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A lineIndex finds lines and columns. A line ends at LF, CR LF or CR.
//
// It remembers the last column it counted, so that positions in ascending
// order cost one pass over a line, however long the line is. It is not safe
// for concurrent use.
type lineIndex struct {
	text   string
	starts []int // byte offset of each line's first byte

	line, offset, column int // the last position counted; line is an index
}

func newLineIndex(text string) *lineIndex {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			starts = append(starts, i+1)
		case '\n':
			starts = append(starts, i+1)
		}
	}
	return &lineIndex{text: text, starts: starts, column: 1}
}

// position returns the line and column of a byte offset. An offset inside a
// character counts as the character's own.
func (x *lineIndex) position(offset int) position {
	offset = max(0, min(offset, len(x.text)))
	line := sort.SearchInts(x.starts, offset+1) - 1
	if line != x.line || offset < x.offset {
		x.line, x.offset, x.column = line, x.starts[line], 1
	}
	for x.offset < offset {
		r, size := utf8.DecodeRuneInString(x.text[x.offset:])
		if x.offset+size > offset {
			break
		}
		x.offset += size
		x.column++
		if r >= 0x10000 {
			x.column++ // two UTF-16 code units
		}
	}
	return position{Offset: offset, Line: line + 1, Column: x.column}
}

// lineAt returns the line that holds the offset, without its line end.
func (x *lineIndex) lineAt(offset int) xmlcall.Span {
	line := sort.SearchInts(x.starts, offset+1) - 1
	end := len(x.text)
	if line+1 < len(x.starts) {
		end = x.starts[line+1]
	}
	start := x.starts[line]
	for end > start && (x.text[end-1] == '\n' || x.text[end-1] == '\r') {
		end--
	}
	return xmlcall.Span{Start: start, End: end}
}
