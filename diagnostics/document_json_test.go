package diagnostics

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestJSONAlike checks that a transcript in JSON is read in chunks as it is in the whole, if it is valid.
func TestJSONAlike(t *testing.T) {
	source, found := editSource(t), 0
	small(t, 1, 1000)
	for number := range uint64(*editCount / 4) {
		r := rand.New(rand.NewPCG(11, number))
		s := source.JSON(r, 300+r.IntN(4<<10))
		file := document.Read(s, document.JSON)
		if len(file.Damage) > 0 {
			continue
		}
		whole, cut := Options{}.OpenRead(file), Options{}.Open(text.New(s), document.JSON)
		is, should := slices.Collect(cut.Diagnostics()), slices.Collect(whole.Diagnostics())
		found += len(is)
		if !slices.EqualFunc(is, should, func(a, b Placed) bool { return described(&a) == described(&b) }) {
			t.Fatalf("chain %d: %q in %d chunks: %d findings, want %d", number, s, len(cut.chunks), len(is), len(should))
		}
		if why := callsDiffer(cut, whole); why != "" {
			t.Fatalf("chain %d: %q in %d chunks: %s", number, s, len(cut.chunks), why)
		}
	}
	if found < *editCount/40 {
		t.Errorf("%d findings", found)
	}
}
