package diagnostics

import "slices"

// maxDirectives is the number of fixes of directives in a document that are proven one by one:
// each proof compares all findings. Fix-all proves them together.
const maxDirectives = 64

// maxCompared is the number of directives that these proofs look at in all.
const maxCompared = 1 << 15

// isDirected reports whether a finding is about a directive.
func (d *Document) isDirected(p *Placed) bool {
	return p != nil && p.in == nil && p.described() && p.Code == unusedDirective && d.directed() != nil
}

// proveFixes returns the fixes of a finding about a directive, with their proofs.
func (d *Document) proveFixes(p *Placed) []Fix {
	d.shown.mu.Lock()
	defer d.shown.mu.Unlock()
	if fixes, ok := d.shown.proven[p.Diagnostic]; ok {
		return fixes
	}
	fixes := moved(p.Fixes, p.Shift)
	for i := range fixes {
		d.shown.proofs++
		fixes[i].safe = d.shown.proofs <= min(maxDirectives, maxCompared/(d.unusedDirectives()+1)) && d.proveDirective(fixes[i].Edits)
	}
	if d.shown.proven == nil {
		d.shown.proven = map[*Diagnostic][]Fix{}
	}
	d.shown.proven[p.Diagnostic] = fixes
	return fixes
}

// proveDirective reports whether edits of directives change no other finding.
func (d *Document) proveDirective(edits []Edit) bool {
	after := d.editAll(edits)
	return after.sum.calls == d.sum.calls && after.Suppressed() == d.Suppressed() &&
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

// directiveEdits returns the edits of findings about directives that are proven. round counts
// from 0; see trials.
func (d *Document) directiveEdits(keep func(*Diagnostic) bool, round int) (edits []Edit) {
	s := d.directed()
	if s == nil {
		return nil
	}
	var findings [][]Fix
	for i := range s.added {
		if p := &s.added[i]; len(p.Fixes) > 0 && d.InFixAll(p.Diagnostic) && (keep == nil || keep(p.Diagnostic)) {
			findings = append(findings, moved(p.Fixes, p.Shift))
		}
	}
	if len(findings) <= fewFindings {
		for _, fixes := range findings {
			if k := slices.IndexFunc(fixes, func(fix Fix) bool { return d.proveDirective(fix.Edits) }); k >= 0 {
				edits = merge(edits, fixes[k].Edits)
			}
		}
		return edits
	}
	// The last fix of a finding removes what has no effect. The ones before it change
	// it to what was intended.
	choose := func(some []int) (edits []Edit) {
		for _, at := range some {
			fixes := findings[at]
			edits = merge(edits, fixes[len(fixes)-1].Edits)
		}
		return edits
	}
	return choose(most(len(findings), trials(round), func(some []int) bool { return d.proveDirective(choose(some)) }))
}
