package call

import (
	"cmp"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// An Edit replaces the bytes under Span by Text.
type Edit struct {
	Span xmlcall.Span
	Text string
}

// CompareEdits orders edits by position.
func CompareEdits(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}

// MoveSpans returns spans adjusted for edits, which must not overlap. ok is false if an
// edit touches one.
func MoveSpans(spans []xmlcall.Span, edits []Edit) (moved []xmlcall.Span, ok bool) {
	if len(spans) == 0 {
		return nil, true
	}
	moved = make([]xmlcall.Span, len(spans))
	for i, s := range spans {
		by := 0
		for _, e := range edits {
			switch {
			case e.Span.End <= s.Start:
				by += len(e.Text) - e.Span.Len()
			case e.Span.Start < s.End:
				return nil, false
			}
		}
		moved[i] = xmlcall.Span{Start: s.Start + by, End: s.End + by}
	}
	return moved, true
}
