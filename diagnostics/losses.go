package diagnostics

// Losses returns how many calls run with other data than was written, and how many leaked: those
// with such a finding that no directive suppresses.
func (d *Document) Losses() (lost, leaked int) {
	s := d.directed()
	if s == nil {
		all := d.items.Summary()
		return int(all.lost), int(all.leaked)
	}
	// Calls leak in JSON, which has no directives.
	wrong := map[int]bool{} // calls with an error
	for i := range s.findings {
		if p := &s.findings[i]; p.Call >= 0 && p.Severity == Error {
			wrong[p.Call] = true
		}
	}
	if len(wrong) == 0 {
		return 0, 0
	}
	call := 0
	for c := range d.Calls() {
		if wrong[call] && !c.Refused() {
			lost++
		}
		call++
	}
	return lost, 0
}

// losses is [Document.Losses] for the findings of an item.
func (r *Result) losses(found []Diagnostic) (lost, leaked int32) {
	var seen map[int]bool // calls that are counted; most items have none
	for k := range found {
		switch f := &found[k]; {
		case f.Code == LeakedCall:
			leaked++
		case f.Call >= 0 && f.Call < len(r.Calls) && f.Severity == Error && !seen[f.Call] && !r.Calls[f.Call].Refused():
			if seen == nil {
				seen = map[int]bool{}
			}
			seen[f.Call] = true
			lost++
		}
	}
	return lost, leaked
}
