package diagnostics

import "fmt"

// counts are statistics about the edits.
type counts struct {
	edits   int
	large   int // see edits.Edit.IsLarge
	several int // on documents of four items or more
	whole   int // those that read everything again
	items   int // after these
	kept    int // items not read again
}

func (c *counts) add(o counts) {
	c.edits += o.edits
	c.large += o.large
	c.several += o.several
	c.whole += o.whole
	c.items += o.items
	c.kept += o.kept
}

func (c counts) String() string {
	return fmt.Sprintf("%d edits, %d (%.1f %%) of them across items or with a mark; of %d in texts of four items or more %.1f %% did not read all again, and kept %.1f %% of the items",
		c.edits, c.large, percent(c.large, c.edits), c.several, percent(c.several-c.whole, c.several), percent(c.kept, c.items))
}

func percent(part, of int) float64 { return 100 * float64(part) / float64(max(1, of)) }

// cuts returns the starts of items.
func (d *Document) cuts() (cuts []int) {
	for before := range d.items.All() {
		if before.bytes > 0 {
			cuts = append(cuts, before.bytes)
		}
	}
	return cuts
}

// compare counts the items that an edit kept.
func (c *counts) compare(before, after *Document) {
	var old, new []*item
	for _, i := range before.items.All() {
		old = append(old, i.item)
	}
	for _, i := range after.items.All() {
		new = append(new, i.item)
	}
	if len(old) < 4 {
		return
	}
	c.several++
	c.items += len(new)
	n := min(len(old), len(new))
	head, tail := 0, 0
	for head < n && old[head] == new[head] {
		head++
	}
	for tail < n-head && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	if c.kept += head + tail; head+tail == 0 {
		c.whole++
	}
}
