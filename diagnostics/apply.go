package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
)

// Apply applies edits to text, sorted by position. If edits overlap, only the first is
// applied, and of those that begin at the same offset the shorter; all insertions at
// one offset are applied, in the order given. An edit outside the text is ignored.
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
