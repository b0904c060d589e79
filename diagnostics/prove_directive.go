package diagnostics

import "slices"

// maxDirectives is the number of findings about directives in a document whose fixes are proven one by one:
// each proof compares all findings. Fix-all proves them together.
const maxDirectives = 64

// proveDirective returns the fixes of a finding about a directive, with their proofs.
func (d *Document) proveDirective(p *Placed) []Fix {
	fixes := slices.Clone(p.Fixes)
	for i := range fixes {
		fixes[i].safe = p.index < maxDirectives && d.provesDirectives(fixes[i].Edits, 1, nil)
	}
	return fixes
}

// provesDirectives reports whether edits of directives leave n fewer findings about them, remove those for which gone
// reports true, nil for none, and change no other finding and no call; a directive may be a comment in one.
func (d *Document) provesDirectives(edits []Edit, n int, gone func(*Placed) bool) bool {
	after := d.editAll(edits)
	if after.sum.calls != d.sum.calls || after.unusedDirectives() > d.unusedDirectives()-n || !slices.Equal(d.reported(gone), after.reported(nil)) {
		return false
	}
	for was := range d.Calls() {
		is, _ := after.CallAt(was.Index)
		span := was.Place(was.Span)
		within := func(e Edit) bool { return span.Start < e.Span.Start && e.Span.End <= span.End }
		if !was.alike(is.Call) || was.Source() != is.Source() && !slices.ContainsFunc(edits, within) {
			return false
		}
	}
	return true
}

// A report is what a finding says, wherever it stands.
type report struct {
	call int
	code string
}

// reported returns the findings, except for those about directives and those for which but reports true.
func (d *Document) reported(but func(*Placed) bool) (list []report) {
	for p := range d.Diagnostics() {
		if p.Code != unusedDirective && (but == nil || !but(&p)) {
			list = append(list, report{p.Call, p.Code})
		}
	}
	return list
}

// directiveEdits returns the edits of findings about directives that are proven.
func (d *Document) directiveEdits(keep func(*Diagnostic) bool) []Edit {
	if d.unusedDirectives() == 0 {
		return nil
	}
	var findings [][]*Fix
	for p := range d.Diagnostics() {
		if p.Code == unusedDirective && d.InFixAll(p.Diagnostic) && (keep == nil || keep(p.Diagnostic)) {
			var fixes []*Fix
			for k := range p.Fixes {
				fixes = append(fixes, &p.Fixes[k])
			}
			findings = append(findings, fixes)
		}
	}
	fix := merged(together(findings, func(some []*Fix) bool {
		return d.provesDirectives(merged(some).Edits, len(some), nil)
	}))
	if fix == nil {
		return nil
	}
	return fix.Edits
}
