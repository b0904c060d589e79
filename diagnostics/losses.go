package diagnostics

// Losses returns how many calls run with other data than was written, and how many leaked.
func (d *Document) Losses() (lost, leaked int) {
	all := d.items.Summary()
	return d.Summary().Outcomes[Altered], int(all.leaked)
}

// leaks returns how many calls leaked, by the findings of an item. Calls leak in JSON, which has
// no directives.
func leaks(found []Diagnostic) (leaked int32) {
	for k := range found {
		if found[k].Code == LeakedCall {
			leaked++
		}
	}
	return leaked
}
