package slips

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestDraw checks that every slip and everything around a call is drawn, and that all kinds of tools are called:
// otherwise the tests that draw cases would not be about them.
func TestDraw(t *testing.T) {
	const n = 2_500
	count, tools := map[string]int{}, map[string]bool{}
	for seed := range uint64(n) {
		c := Draw(rand.New(rand.NewPCG(5, seed)))
		for _, name := range append(c.Slips, c.Around) {
			name, _, _ := strings.Cut(name, "/")
			count[name]++
		}
		for _, call := range c.Calls {
			tools[call.Tool] = true
		}
	}
	var names []string
	for _, s := range all {
		names = append(names, s.name)
	}
	for _, s := range arounds {
		names = append(names, s.name)
	}
	for _, name := range names {
		if count[name] < n/250 {
			t.Errorf("%s: %d of %d cases", name, count[name], n)
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(names) {
		t.Error("two slips have one name")
	}
	if len(tools) < len(callable())*9/10 {
		t.Errorf("calls to %d of %d tools", len(tools), len(callable()))
	}
}
