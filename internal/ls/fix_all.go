package ls

import (
	"context"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// maxProven bounds how many findings are examined for one that fix-all would fix:
// proving each takes as long as reading its call a few times.
const maxProven = 8

// AnySafe reports whether fix-all would have an effect, or may have one: in a document in which it fixes none of the
// findings that are examined, and there are others.
func (a View) AnySafe(ctx context.Context) bool {
	proven := 0
	fixable := func(p *diagnostics.Finding) bool {
		proven++
		return proven > maxProven || ctx.Err() != nil || a.doc.Fixable(p)
	}
	// Findings of one code are mostly alike, so the first of each is examined first.
	var others []diagnostics.Finding
	tried := make(map[string]bool)
	for p := range a.doc.Diagnostics() {
		switch {
		case len(p.Fixes) == 0 || !a.doc.InFixAll(p.Diagnostic):
		case !tried[p.Code]:
			if tried[p.Code] = true; fixable(&p) {
				return true
			}
		case len(others) <= maxProven:
			others = append(others, p)
		}
	}
	for i := range others {
		if fixable(&others[i]) {
			return true
		}
	}
	return false
}
