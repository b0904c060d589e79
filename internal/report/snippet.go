package report

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/entrhq/forge-lsp/internal/foreign"
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

// windowOf returns the window of a finding at an offset of a line. A character that it cuts in two is too far away to be
// shown.
func windowOf(text string, line xmlcall.Span, at int) window {
	at = max(line.Start, min(at, line.End))
	from, to := max(line.Start, at-nearby), min(line.End, at+nearby)
	return window{strings.Clone(text[from:to]), from > line.Start, to < line.End, at - from}
}

// snippet returns a source line and the line of carets under it. The carets are under
// the characters of the spans, up to the end of the line. No line is wider than width
// columns; the start of the first span is never cut off. shown is the number of spans,
// from the first, that have carets.
//
// There must be at least one span; spans are in order and start in the window.
func snippet(w *window, spans []xmlcall.Span, width int) (source, carets string, shown int) {
	cells, cutLeft, cutRight := cellsOf(w.text), w.left, w.right
	from, to := covered(cells, spans[0])
	columns := widthOf(cells)
	if from == to {
		columns++ // for the caret after the line's end
	}
	if cutLeft || cutRight || columns > width {
		first, last := fitting(cells, from, to, width-2) // an ellipsis at each end
		cutLeft, cutRight = cutLeft || first > 0, cutRight || last < len(cells)
		cells = cells[first:last]
	}
	offset := 0
	if cutLeft {
		source, offset = term.Ellipsis, 1
	}
	for _, span := range spans {
		from, to := covered(cells, span)
		start := offset + widthOf(cells[:from])
		if shown > 0 && from == len(cells) && (cutRight || start == width) {
			break
		}
		carets += strings.Repeat(" ", max(0, start-len(carets)))
		carets += strings.Repeat("^", max(0, start+max(1, widthOf(cells[from:to]))-len(carets)))
		shown++
	}
	var b strings.Builder
	for i := range cells {
		b.WriteString(cells[i].text)
	}
	if source += b.String(); cutRight {
		source += term.Ellipsis
	}
	return source, carets, shown
}

// A cell is one user-perceived character of a source line as displayed.
type cell struct {
	start, end int    // bytes of the line
	text       string // what is printed
	width      int    // columns on a terminal, at least 1
}

const tabWidth = 4

// cellsOf splits a line into cells. Tabs are expanded; characters that a terminal would not show, or would interpret,
// are shown as escapes.
func cellsOf(line string) []cell {
	cells := make([]cell, 0, len(line))
	column := 0
	for at := 0; at < len(line); {
		c := cell{start: at, end: at + 1, text: line[at : at+1], width: 1}
		switch next := at + 1; {
		case line[at] == '\t':
			c.width = tabWidth - column%tabWidth
			c.text = strings.Repeat(" ", c.width)
		case ' ' <= line[at] && line[at] <= '~' && (next == len(line) || line[next] < utf8.RuneSelf): // nothing combines with it
		default:
			cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(line[at:], -1)
			c.end, c.text = at+len(cluster), foreign.Line(cluster)
			c.width = max(1, uniseg.StringWidth(c.text))
		}
		cells = append(cells, c)
		column += c.width
		at = c.end
	}
	return cells
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

// covered returns the range of cells that at touches; an empty span touches the cell
// before or around it.
func covered(cells []cell, at xmlcall.Span) (from, to int) {
	for from < len(cells) && cells[from].end <= at.Start {
		from++
	}
	to = from
	for to < len(cells) && (cells[to].start < at.End || to == from && cells[to].start <= at.Start) {
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
