package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
)

// Apply applies edits to text, in the order of their places. Of edits that
// overlap only the first is made, of those that begin at one place the shorter;
// insertions at one place are all made, in the order in which they are given.
// An edit of what is not in the text is left out.
func Apply(text string, edits []Edit) string {
	if len(edits) == 0 {
		return text
	}
	if !slices.IsSortedFunc(edits, facts.CompareEdits) {
		edits = slices.Clone(edits)
		slices.SortStableFunc(edits, facts.CompareEdits)
	}
	var w strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			continue
		}
		w.WriteString(text[at:e.Span.Start])
		w.WriteString(e.Text)
		at = e.Span.End
	}
	w.WriteString(text[at:])
	return w.String()
}
