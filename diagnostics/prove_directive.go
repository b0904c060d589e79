package diagnostics

import "slices"

// maxDirectives is the number of findings about directives in a document whose fixes are proven one by one:
// each proof compares all findings. Fix-all proves them together.
const maxDirectives = 64

// proveDirective returns the fixes of a finding about a directive, with their proofs.
func (d *Document) proveDirective(p *Placed) []Fix {
	s, before := d.directed(), 0
	if s == nil {
		return nil
	}
	for i := 0; i < len(s.added) && comparePlaced(&s.added[i], p) < 0; i++ {
		if s.added[i].Code == unusedDirective {
			before++
		}
	}
	fixes := slices.Clone(p.Fixes)
	for i := range fixes {
		fixes[i].safe = before < maxDirectives && d.provesDirectives(fixes[i].Edits, 1)
	}
	return fixes
}

// provesDirectives reports whether edits of directives leave n fewer findings about them, and change no other finding.
func (d *Document) provesDirectives(edits []Edit, n int) bool {
	after := d.editAll(edits)
	return after.sum.calls == d.sum.calls && after.Suppressed() == d.Suppressed() &&
		after.unusedDirectives() <= d.unusedDirectives()-n && slices.Equal(d.otherFindings(), after.otherFindings())
}

// otherFindings returns the findings about calls: code and text.
func (d *Document) otherFindings() []string {
	var list []string
	for p := range d.Diagnostics() {
		if p.Call >= 0 {
			span := p.Place(p.Span)
			list = append(list, p.Code+"\x00"+d.text.Slice(span.Start, span.End))
		}
	}
	return list
}

// unusedDirectives returns the number of findings about directives.
func (d *Document) unusedDirectives() int {
	n := 0
	if s := d.directed(); s != nil {
		for i := range s.added {
			if s.added[i].Code == unusedDirective {
				n++
			}
		}
	}
	return n
}

// directiveEdits returns the edits of findings about directives that are proven.
func (d *Document) directiveEdits(keep func(*Diagnostic) bool) []Edit {
	s := d.directed()
	if s == nil {
		return nil
	}
	var findings [][]*Fix
	for i := range s.added {
		if p := &s.added[i]; len(p.Fixes) > 0 && d.InFixAll(p.Diagnostic) && (keep == nil || keep(p.Diagnostic)) {
			var fixes []*Fix
			for k := range p.Fixes {
				fixes = append(fixes, &p.Fixes[k])
			}
			findings = append(findings, fixes)
		}
	}
	fix := merged(together(findings, func(some []*Fix) bool {
		return d.provesDirectives(merged(some).Edits, len(some))
	}))
	if fix == nil {
		return nil
	}
	return fix.Edits
}
