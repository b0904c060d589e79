package ls

import "context"

// maxProven bounds how many findings are examined for one that fix-all would fix:
// proving each takes as long as reading its call a few times.
const maxProven = 8

// AnySafe reports whether fix-all would have an effect, or may have one: in a document in which it fixes none of the
// findings that are examined, and there are others.
func (a View) AnySafe(ctx context.Context) bool {
	proven := 0
	for f := range a.doc.Diagnostics() {
		if len(f.Fixes) == 0 || !a.doc.InFixAll(f.Diagnostic) {
			continue
		}
		if proven++; proven > maxProven || ctx.Err() != nil || a.doc.Fixable(&f) {
			return true
		}
	}
	return false
}
