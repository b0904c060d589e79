package ls

// maxProven bounds how many findings are examined for one that fix-all would fix:
// proving each takes as long as reading its call a few times.
const maxProven = 8

// AddFixAll appends the action that fixes all findings, if that has an effect, or may have one: in a document in which it
// fixes none of the findings that are examined, and there are others.
func (a *Actions) AddFixAll() {
	proven := 0
	for f := range a.doc.Diagnostics() {
		if a.anySafe {
			break
		}
		if len(f.Fixes) > 0 && a.doc.InFixAll(f.Diagnostic) {
			proven++
			a.anySafe = proven > maxProven || a.ctx.Err() != nil || a.doc.Fixable(&f)
		}
	}
	if a.anySafe {
		a.List = append(a.List, Action{Kind: FixKind})
	}
}
