package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

func (c *stage) replace(span xmlcall.Span, text string) {
	c.edits = append(c.edits, Edit{Span: span, Text: text})
}

func (c *stage) insert(at int, text string) {
	c.replace(xmlcall.Span{Start: at, End: at}, text)
}

// apply applies edits in any order, and moves the holes along. ok is false if two edits
// overlap, or one touches a hole.
func apply(text string, edits []Edit, holes []xmlcall.Span) (_ string, moved []xmlcall.Span, ok bool) {
	slices.SortStableFunc(edits, CompareEdits)
	edits = slices.Compact(edits)
	var w strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at {
			return "", nil, false
		}
		w.WriteString(text[at:e.Span.Start])
		w.WriteString(e.Text)
		at = e.Span.End
	}
	w.WriteString(text[at:])
	moved, ok = MoveSpans(holes, edits)
	return w.String(), moved, ok
}

func shiftAll(spans []xmlcall.Span, by int) []xmlcall.Span {
	var shifted []xmlcall.Span
	for _, s := range spans {
		if s.Start+by >= 0 {
			shifted = append(shifted, xmlcall.Span{Start: s.Start + by, End: s.End + by})
		}
	}
	return shifted
}

// isHole reports whether a span, except for white space, consists of holes.
func (c *stage) isHole(span xmlcall.Span) bool {
	for {
		span = syntax.Trim(c.text, span)
		end := c.holesTo(span.Start)
		if end >= span.End || end <= span.Start {
			return end >= span.End
		}
		span.Start = end
	}
}

// inHole reports whether a span touches a hole.
func (c *stage) inHole(span xmlcall.Span) bool { return c.holesTo(span.End) >= span.Start }

// holesTo returns the maximum end of the holes that start at or before an offset, or -1.
func (c *stage) holesTo(offset int) int {
	if c.holeEnds == nil {
		c.holeEnds = Reach(c.o.Holes)
	}
	n, _ := slices.BinarySearchFunc(c.o.Holes, offset+1, func(h xmlcall.Span, at int) int { return h.Start - at })
	if n == 0 {
		return -1
	}
	return c.holeEnds[n-1]
}
