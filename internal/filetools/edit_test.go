package filetools

import (
	"slices"
	"strings"
	"testing"
)

// TestPlaces checks where edits are in the file before the call, also after edits that change lengths.
func TestPlaces(t *testing.T) {
	w := Of(map[string]string{"a.go": "one\ntwo\nthree\nfour\n"})
	edit := func(search, replace string) any { return map[string]any{"search": search, "replace": replace} }
	r := w.Do("apply_diff", map[string]any{"path": "a.go", "edits": []any{
		edit("two\n", "2a\n2b\n2c\n"), edit("one\n", ""), edit("four", "4"), edit("2b", "B"), edit("three\n4", "x"),
	}})
	var got []int
	for _, e := range r.Edits {
		got = append(got, e.Places...)
	}
	if want := []int{4, 0, 14, 4, 8}; !slices.Equal(got, want) || r.After != "2a\nB\n2c\nx\n" {
		t.Errorf("%v, want %v: %q", got, want, r.After)
	}
	const diff = "--- a/a.go\n+++ b/a.go\n@@ -1,4 +1,4 @@\n-one\n-two\n-three\n-four\n+2a\n+B\n+2c\n+x\n"
	if r.Diff() != diff {
		t.Errorf("%q", r.Diff())
	}
	if got := w.Do("write_file", map[string]any{"path": "b", "content": "x\n"}).Diff(); got != "--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+x\n" {
		t.Errorf("%q", got)
	}
}

// TestPlacesOf checks that the first places of a text are listed, and all are counted.
func TestPlacesOf(t *testing.T) {
	for _, test := range []struct {
		text, search string
		places       []int
		count        int
	}{{"", "a", nil, 0}, {"a", "", nil, 0}, {"xaaax", "aa", []int{1}, 1}, {"aba", "a", []int{0, 2}, 2}} {
		if places, count := placesOf(test.text, test.search); !slices.Equal(places, test.places) || count != test.count {
			t.Errorf("%q in %q: %v, %d", test.search, test.text, places, count)
		}
	}
	if places, count := placesOf(strings.Repeat("a", 2*maxPlaces), "a"); len(places) != maxPlaces || count != 2*maxPlaces {
		t.Errorf("%v, %d", places, count)
	}
}

// TestLargeDiff checks that there is no diff of large texts.
func TestLargeDiff(t *testing.T) {
	for size, want := range map[int]bool{maxDiff: true, maxDiff + 1: false} {
		r := Of(nil).Do("write_file", map[string]any{"path": "a", "content": strings.Repeat("x", size)})
		if got := r.Diff() != ""; got != want || !r.Changes {
			t.Errorf("a diff of %d bytes: %t", size, got)
		}
	}
}
