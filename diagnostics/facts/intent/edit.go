package intent

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// An edit replaces the bytes under span by text.
type edit struct {
	span xmlcall.Span
	text string
}

func (c *call) replace(span xmlcall.Span, text string) {
	c.edits = append(c.edits, edit{span, text})
}

func (c *call) insert(at int, text string) {
	c.replace(xmlcall.Span{Start: at, End: at}, text)
}

// apply applies edits in any order, and moves the holes along. ok is false
// where two edits overlap, or one touches a hole.
func apply(text string, edits []edit, holes []xmlcall.Span) (_ string, moved []xmlcall.Span, ok bool) {
	slices.SortStableFunc(edits, func(x, y edit) int {
		return cmp.Or(cmp.Compare(x.span.Start, y.span.Start), cmp.Compare(x.span.End, y.span.End))
	})
	edits = slices.Compact(edits)
	moved = slices.Clone(holes)
	var w strings.Builder
	at := 0
	for _, e := range edits {
		if e.span.Start < at {
			return "", nil, false
		}
		for i, h := range holes {
			switch {
			case h.Start >= e.span.End:
				moved[i].Start += len(e.text) - e.span.Len()
				moved[i].End += len(e.text) - e.span.Len()
			case h.End > e.span.Start:
				return "", nil, false
			}
		}
		w.WriteString(text[at:e.span.Start])
		w.WriteString(e.text)
		at = e.span.End
	}
	w.WriteString(text[at:])
	return w.String(), moved, true
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

// isHole reports whether all of a span, but for white space around it, stands for
// something else.
func (c *call) isHole(span xmlcall.Span) bool {
	span = xmlcall.Trim(c.text, span)
	return slices.ContainsFunc(c.o.Holes, func(h xmlcall.Span) bool { return h.Contains(span) })
}

// inHole reports whether a span touches a hole.
func (c *call) inHole(span xmlcall.Span) bool {
	return slices.ContainsFunc(c.o.Holes, func(h xmlcall.Span) bool {
		return h.Start <= span.End && span.Start <= h.End
	})
}
