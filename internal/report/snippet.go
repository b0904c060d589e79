package report

import (
	"strings"

	"github.com/rivo/uniseg"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/text"
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

// window returns the window of a finding at an offset. A character that it cuts in two is too far away to be
// shown.
func (x *LineIndex) window(at int) window {
	start, end, _ := x.Line(x.Text.Position(at, text.UTF8).Line)
	at = min(at, end)
	from, to := max(start, at-nearby), min(end, at+nearby)
	return window{strings.Clone(x.Slice(from, to)), from > start, to < end, at - from}
}

// snippet returns a source line and the line of carets under it. The carets are under
// the characters of the spans, up to the end of the line. No line is wider than width
// columns; the start of the first span is never cut off. shown is the number of spans,
// from the first, that have carets.
//
// There must be at least one span; spans are in order and start in the window.
func snippet(w *window, spans []xmlcall.Span, width int) (source, carets string, shown int) {
	at := spans[0].Start
	before, after, cut := visible(w.text[:at]), visible(w.text[at:]), w.right
	left := term.Columns(before)
	if right := term.Columns(after); w.left || w.right || left+max(right, 1) > width {
		room := width - 2 // an ellipsis at each end
		marked := max(w.columns(at, spans[0].End), 1)
		keep := min(marked, room*2/3)
		fits := max((room-keep)/2, room-keep-max(right-marked, 0))
		if w.left || left > fits {
			before = term.Ellipsis + skip(before, left-fits)
			left = term.Columns(before)
			room++
		}
		if cut = w.right || right > room-left; cut {
			after = term.Cut(after+term.Ellipsis, room-left+1)
		}
	}
	end := left + term.Columns(after)
	if cut {
		end--
	}
	for _, span := range spans {
		from := left + w.columns(at, span.Start)
		if shown > 0 && from >= end && (cut || from == width) {
			break
		}
		to := max(from+1, min(from+w.columns(span.Start, span.End), end))
		carets += strings.Repeat(" ", max(0, from-len(carets)))
		carets += strings.Repeat("^", max(0, to-len(carets)))
		shown++
	}
	return before + after, carets, shown
}

// columns returns the number of columns between two offsets, as far as they are in the window.
func (w *window) columns(from, to int) int {
	return term.Columns(visible(w.text[min(from, len(w.text)):min(to, len(w.text))]))
}

// visible returns text as it is displayed: with four blanks for a tab, and escapes for characters that a terminal would
// not show, or would interpret.
func visible(text string) string { return foreign.Line(strings.ReplaceAll(text, "\t", "    ")) }

// skip returns a text without the characters in its first columns.
func skip(text string, columns int) string {
	for columns > 0 && text != "" {
		_, rest, width, _ := uniseg.FirstGraphemeClusterInString(text, -1)
		text, columns = rest, columns-width
	}
	return text
}
