package xmlcall_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestChildren compares the children of each element, and the last one of a name, with the parents
// of all elements, in blocks of few and of many elements.
func TestChildren(t *testing.T) {
	for _, n := range []int{1, 5, 6, 20} {
		text := "<tool><tool_name>x</tool_name><arguments>" + strings.Repeat("<x:a>b<c/><d><c/></d></x:a><e/>", n) + "</arguments></tool>"
		for _, text := range []string{text, strings.Replace(text, "b", "<", 1)} {
			b := xmlcall.ParseAt(text, 0)
			for id := xmlcall.NoElement - 1; int(id) <= b.NumElements()+1; id++ {
				var want, got []xmlcall.ElementID
				last := map[string]xmlcall.ElementID{}
				for k, e := range b.Elements() {
					if e.Parent() == id && id >= 0 {
						want = append(want, k)
						last[e.Local()], last[e.Name()] = k, k
					}
				}
				for k, e := range b.Children(id) {
					if got = append(got, k); e.ID() != k || e.Parent() != id {
						t.Errorf("%d: child %d of %d is %d in %d", n, k, id, e.ID(), e.Parent())
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d: the children of %d are %v, want %v", n, id, got, want)
				}
				for range b.Children(id) {
					break // which is allowed
				}
				for _, name := range []string{"a", "c", "d", "e", "arguments", "x", "x:a"} {
					want, there := last[name]
					if got, ok := b.Child(id, name); ok != there || ok && got != want || !ok && got != xmlcall.NoElement {
						t.Errorf("%d: <%s> in %d is %d, %t, want %d, %t", n, name, id, got, ok, want, there)
					}
				}
			}
		}
	}
}
