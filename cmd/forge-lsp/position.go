package main

import (
	"sort"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A lineIndex finds lines and columns. A line ends at LF, CR LF or CR.
//
// It remembers the columns it counted, every kilobyte or so, so that many
// positions on one long line cost one pass over it, in whatever order they are
// asked for. It is not safe for concurrent use.
type lineIndex struct {
	text   string
	starts []int // byte offset of each line's first byte

	line  int    // index of the line that marks are of
	marks []mark // by offset; the first is the line's start
}

// A mark is a place whose column was counted.
type mark struct{ offset, column int }

// markEvery is the distance of marks in bytes.
const markEvery = 1024

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
	return &lineIndex{text: text, starts: starts, line: -1}
}

// position returns the line and column of a byte offset. An offset inside a
// character counts as the character's own.
func (x *lineIndex) position(offset int) position {
	offset = max(0, min(offset, len(x.text)))
	line := sort.SearchInts(x.starts, offset+1) - 1
	if line != x.line {
		x.line, x.marks = line, append(x.marks[:0], mark{x.starts[line], 1})
	}
	i := sort.Search(len(x.marks), func(i int) bool { return x.marks[i].offset > offset })
	at := x.marks[i-1]
	for at.offset < offset {
		r, size := utf8.DecodeRuneInString(x.text[at.offset:])
		if at.offset+size > offset {
			break
		}
		at.offset += size
		at.column++
		if r >= 0x10000 {
			at.column++ // two UTF-16 code units
		}
		if last := x.marks[len(x.marks)-1]; at.offset >= last.offset+markEvery {
			x.marks = append(x.marks, at)
		}
	}
	return position{Offset: offset, Line: line + 1, Column: at.column}
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
