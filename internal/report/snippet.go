package report

import (
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// nearby is the number of bytes on each side of a span's start that are examined:
// more than any terminal shows, and far less than a line of 100 MB.
const nearby = 512

// A window is the line of a finding, or the part of it around the finding, as it is needed for a snippet.
type window struct {
	text        string
	left, right bool // whether the line goes on there
	at          int  // where the finding starts, in this text
}

// windowOf returns the window of a finding at an offset of a line.
func windowOf(text string, line xmlcall.Span, at int) window {
	at = max(line.Start, min(at, line.End))
	part := around(text, line, at)
	return window{strings.Clone(text[part.Start:part.End]), part.Start > line.Start, part.End < line.End, at - part.Start}
}

// snippet returns a source line and the line of carets under it. The carets are under
// the characters of the spans, up to the end of the line. No line is wider than width
// columns; the start of the first span is never cut off. shown is the number of spans,
// from the first, that have carets.
//
// There must be at least one span; spans are in order and start in the window.
func snippet(w *window, spans []xmlcall.Span, width int) (source, carets string, shown int) {
	line := xmlcall.Span{End: len(w.text)}
	cells, cutLeft, cutRight := cellsOf(w.text, line), w.left, w.right
	from, to := covered(cells, clamp(spans[0], line))
	columns := widthOf(cells)
	if from == to {
		columns++ // for the caret after the line's end
	}
	if cutLeft || cutRight || columns > width {
		first, last := fitting(cells, from, to, width-2) // an ellipsis at each end
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
	var marks []byte
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
	for i := range cells {
		b.WriteString(cells[i].text)
	}
	if cutRight {
		b.WriteString(term.Ellipsis)
	}
	return b.String(), string(marks), shown
}

// fitting returns the range of cells that fits into room columns: around the cells from
// from up to to, and as many of these as fit.
func fitting(cells []cell, from, to, room int) (first, last int) {
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

// around returns the part of a line near an offset, cut between characters.
func around(text string, line xmlcall.Span, offset int) xmlcall.Span {
	part := xmlcall.Span{Start: max(line.Start, offset-nearby), End: min(line.End, offset+nearby)}
	for range utf8.UTFMax - 1 {
		if part.Start > line.Start && !utf8.RuneStart(text[part.Start]) {
			part.Start--
		}
		if part.End > offset && part.End < line.End && !utf8.RuneStart(text[part.End]) {
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
