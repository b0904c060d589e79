package live

import (
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestReleases checks that all of a chunk is passed on except a '<' at its end without
// '>'.
func TestReleases(t *testing.T) {
	for _, test := range []struct {
		chunks string // separated by '|'
		want   []int
	}{
		{"", []int{0, 0}},
		{"ab|cd", []int{2, 4, 4}},
		{"<", []int{0, 1}},
		{"<b>|c", []int{3, 4, 4}},
		{"a<|b>|c", []int{1, 4, 5, 5}},
		{"<b|>|c", []int{0, 3, 4, 4}},
		{"<b|c|>d", []int{0, 0, 5, 5}},
		{"a<b>c<d|e", []int{5, 5, 8}},
		{"a<b|<c>", []int{1, 6, 6}},
		{"a > b|<", []int{5, 5, 6}},
		{"a<b|c>d<e|f", []int{1, 6, 6, 9}},
	} {
		chunks := strings.Split(test.chunks, "|")
		text, ends := joinChunks(chunks)
		if got := releases(text, ends); !slices.Equal(got, test.want) {
			t.Errorf("%q: %v, want %v", test.chunks, got, test.want)
		}
	}
}

// TestOriginal checks that an empty span stays empty, that spans stay inside the reply,
// and that a later span does not start earlier.
func TestOriginal(t *testing.T) {
	for _, c := range cases.Load(t, "assistant", "stream") {
		if len(c.Text) > 1<<12 {
			continue
		}
		r := Read(c.Text, xmlcall.Options{})
		if r.Block == nil {
			continue
		}
		before := 0
		for at := range len(r.Block.Text) + 1 {
			empty := r.Original(xmlcall.Span{Start: at, End: at})
			if empty.Len() != 0 || empty.Start > len(c.Text) || empty.Start < before {
				t.Fatalf("%s: %d is %v, after %d", c.ID, at, empty, before)
			}
			before = empty.Start
			if got := r.Original(xmlcall.Span{Start: at, End: at - 1}); got != empty {
				t.Fatalf("%s: a span of -1 bytes at %d is %v", c.ID, at, got)
			}
		}
	}
}
