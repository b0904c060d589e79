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
	start       int  // of text, in the text that the line is from
	line        int  // the start of the line there
	at          int  // where the finding starts, in this text
}

// windowOf returns the window of a finding at an offset of a line. before is that of the finding before, whose text is
// shared if it is enough: there may be thousands on a line of a megabyte.
func windowOf(text string, line xmlcall.Span, at int, before window) window {
	at = max(line.Start, min(at, line.End))
	if w := before; w.text != "" && w.line == line.Start && w.at+w.start <= at && (!w.right || at+nearby+utf8.UTFMax <= w.start+len(w.text)) {
		w.at = at - w.start
		return w
	}
	part := around(text, line, at, 2*nearby)
	return window{
		text: strings.Clone(text[part.Start:part.End]), left: part.Start > line.Start, right: part.End < line.End,
		start: part.Start, line: line.Start, at: at - part.Start,
	}
}

// snippet returns a source line and the line of carets under it. The carets are under
// the characters of the spans, up to the end of the line. No line is wider than width
// columns; the start of the first span is never cut off. shown is the number of spans,
// from the first, that have carets.
//
// There must be at least one span; spans are in order and start in the window.
func snippet(w *window, spans []xmlcall.Span, width int) (source, carets string, shown int) {
	line := xmlcall.Span{End: len(w.text)}
	at := clamp(spans[0], line)
	part := around(w.text, line, at.Start, nearby)
	cells := cellsOf(w.text, part)
	cutLeft, cutRight := w.left || part.Start > 0, w.right || part.End < line.End
	from, to := covered(cells, at)
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

// around returns the part of a line near offset, cut between characters.
func around(text string, line xmlcall.Span, offset, reach int) xmlcall.Span {
	part := line
	if offset-reach > line.Start {
		part.Start = offset - reach
		for part.Start > line.Start && part.Start > offset-reach-utf8.UTFMax && !utf8.RuneStart(text[part.Start]) {
			part.Start--
		}
	}
	if offset+reach < line.End {
		part.End = offset + reach
		for part.End > offset && part.End > offset+reach-utf8.UTFMax && !utf8.RuneStart(text[part.End]) {
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
