package check

import (
	"fmt"
	"math"
	"testing"
)

// TestBaselineEntries checks that an entry of which nothing is left is not looked at again, however
// many have the same key.
func TestBaselineEntries(t *testing.T) {
	b := &baseline{entries: map[baselinePlace]*baselineEntry{}, open: map[string][]*baselineEntry{}}
	const n = 1000
	for i := range n {
		b.add(&baselineEntry{Key: "k", Path: fmt.Sprint(i), Count: 1})
		b.add(&baselineEntry{Key: "k", Path: "none", Count: -i})
	}
	b.add(&baselineEntry{Key: "k", Path: "5", Count: 1})
	b.add(&baselineEntry{Key: "x", Path: "a", Count: math.MaxInt})
	b.add(&baselineEntry{Key: "x", Path: "a", Count: math.MaxInt})
	if e := b.find("x", "a"); e == nil || e.left != math.MaxInt {
		t.Errorf("the sum of counts is %+v", e)
	}
	for i := range n + 1 {
		e := b.find("k", "5")
		if e == nil {
			t.Fatalf("nothing is left after %d of %d", i, n+1)
		}
		if e.left--; i < 2 && e.Path != "5" {
			t.Errorf("that of %s is taken for 5", e.Path)
		}
	}
	if e := b.find("k", "5"); e != nil || len(b.open["k"]) > 0 {
		t.Errorf("%+v is left, and %d entries", e, len(b.open["k"]))
	}
}
