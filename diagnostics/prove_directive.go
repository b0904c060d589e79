package diagnostics

import "slices"

// maxDirectives is the number of fixes of directives in a document that are proven one by one:
// each proof compares all findings. Fix-all proves them together.
const maxDirectives = 64

// maxCompared is the number of directives that these proofs look at in all.
const maxCompared = 1 << 15

// directiveDoubt returns the doubt about a fix of a directive, as in [Fix].
func (r *Result) directiveDoubt(edits []Edit) *string {
	why := tooManyDirectives
	if r.of != nil && r.of.directiveProofs.Add(1) <= min(maxDirectives, maxCompared/int32(r.of.unusedDirectives()+1)) {
		if r.of.proveDirective(movedEdits(edits, r.base)) {
			return noDoubt
		}
		why = changesFindings
	}
	return &why
}

// proveDirective reports whether edits of directives change no other finding.
func (d *Document) proveDirective(edits []Edit) bool {
	after := d.editAll(edits)
	return after.items.Summary().calls() == d.items.Summary().calls() && after.Suppressed() == d.Suppressed() &&
		after.unusedDirectives() < d.unusedDirectives() && slices.Equal(d.otherFindings(), after.otherFindings())
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
	if s := d.directed(); s != nil {
		return len(s.added)
	}
	return 0
}

// directiveEdits returns the edits of findings about directives that are proven. round counts
// from 0; see trials.
func (d *Document) directiveEdits(keep func(*Diagnostic) bool, round int) (edits []Edit) {
	s := d.directed()
	if s == nil {
		return nil
	}
	var findings []Diagnostic
	for i := range s.added {
		if p := &s.added[i]; len(p.Fixes) > 0 && d.InFixAll(p.Diagnostic) && (keep == nil || keep(p.Diagnostic)) {
			findings = append(findings, p.moved(0))
		}
	}
	if len(findings) <= fewFindings {
		for _, f := range findings {
			if k := slices.IndexFunc(f.Fixes, func(fix Fix) bool { return d.proveDirective(fix.Edits) }); k >= 0 {
				edits = merge(edits, f.Fixes[k].Edits)
			}
		}
		return edits
	}
	// The last fix of a finding removes what has no effect. The ones before it change
	// it to what was intended.
	choose := func(some []int) (edits []Edit) {
		for _, at := range some {
			fixes := findings[at].Fixes
			edits = merge(edits, fixes[len(fixes)-1].Edits)
		}
		return edits
	}
	return choose(most(len(findings), trials(round), func(some []int) bool { return d.proveDirective(choose(some)) }))
}
