package report

import (
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/xmlcall"
)

const (
	// nearby is the number of bytes on each side of a span's start that are examined:
	// more than any terminal shows, and far less than a line of 100 MB.
	nearby = 512
)

// snippets makes snippets, in memory that they share.
type snippets struct {
	cells []cell
	marks []byte
}

// of returns a source line and the line of carets under it. The carets are under
// the characters of the spans, up to the end of the line. No line is wider than width
// columns; the start of the first span is never cut off. shown is the number of spans,
// from the first, that have carets.
//
// There must be at least one span; spans are in order and start in line.
func (s *snippets) of(text string, line xmlcall.Span, spans []xmlcall.Span, width int) (source, carets string, shown int) {
	at := clamp(spans[0], line)
	part := around(text, line, at.Start)
	s.cells = appendCells(s.cells[:0], text, part)
	cells := s.cells
	cutLeft, cutRight := part.Start > line.Start, part.End < line.End
	from, to := covered(cells, at)
	columns := widthOf(cells)
	if from == to {
		columns++ // for the caret after the line's end
	}
	if cutLeft || cutRight || columns > width {
		first, last := window(cells, from, to, width-2) // an ellipsis at each end
		cutLeft, cutRight = cutLeft || first > 0, cutRight || last < len(cells)
		cells = cells[first:last]
	}

	var b strings.Builder
	b.Grow(len(cells) + 2*len(term.Ellipsis)) // as for a line of ASCII
	offset := 0
	if cutLeft {
		b.WriteString(term.Ellipsis)
		offset = 1
	}
	marks := s.marks[:0]
	for _, span := range spans {
		from, to := covered(cells, clamp(span, line))
		start := offset + widthOf(cells[:from])
		if shown > 0 && from == len(cells) && (cutRight || start == width) {
			break
		}
		end := max(start+1, start+widthOf(cells[from:to]))
		for len(marks) < start {
			marks = append(marks, ' ')
		}
		for len(marks) < end {
			marks = append(marks, '^')
		}
		shown++
	}
	s.marks = marks
	for i := range cells {
		b.WriteString(cells[i].text)
	}
	if cutRight {
		b.WriteString(term.Ellipsis)
	}
	return b.String(), string(marks), shown
}

// window returns the range of cells that fits into room columns: around the cells from
// from up to to, and as many of these as fit.
func window(cells []cell, from, to, room int) (first, last int) {
	marked := max(widthOf(cells[from:to]), 1)
	keep := min(marked, room*2/3)
	before, after := widthOf(cells[:from]), widthOf(cells[to:])
	left := max((room-keep)/2, room-keep-after)
	for before > left {
		before -= cells[first].width
		first++
	}
	last = from
	for used := before; last < len(cells) && used+cells[last].width <= room; last++ {
		used += cells[last].width
	}
	return first, last
}

// clamp cuts a span to a line.
func clamp(span, line xmlcall.Span) xmlcall.Span {
	start := max(line.Start, min(span.Start, line.End))
	return xmlcall.Span{Start: start, End: max(start, min(span.End, line.End))}
}

// around returns the part of a line near offset, cut between characters.
func around(text string, line xmlcall.Span, offset int) xmlcall.Span {
	part := line
	if offset-nearby > line.Start {
		part.Start = offset - nearby
		for part.Start > line.Start && part.Start > offset-nearby-utf8.UTFMax && !utf8.RuneStart(text[part.Start]) {
			part.Start--
		}
	}
	if offset+nearby < line.End {
		part.End = offset + nearby
		for part.End > offset && part.End > offset+nearby-utf8.UTFMax && !utf8.RuneStart(text[part.End]) {
			part.End--
		}
	}
	return part
}

// covered returns the range of cells that at touches; an empty span touches the cell
// before or around it.
func covered(cells []cell, at xmlcall.Span) (from, to int) {
	for from < len(cells) && cells[from].source.End <= at.Start {
		from++
	}
	to = from
	for to < len(cells) && (cells[to].source.Start < at.End || to == from && cells[to].source.Start <= at.Start) {
		to++
	}
	return from, to
}

func widthOf(cells []cell) int {
	width := 0
	for _, c := range cells {
		width += c.width
	}
	return width
}
