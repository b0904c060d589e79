package diagnostics

// Leaked returns how many calls leaked, which are not counted as calls.
func (d *Document) Leaked() int { return int(d.items.Summary().leaked) }

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
