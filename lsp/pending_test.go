package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/transcript"
)

// Hunks lead from a text to the one after all of the edits that they were made of.
func TestHunks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		base := strings.Repeat("0123456789abcde\n", random.IntN(2000))
		now := base
		var hunks []hunk
		for range random.IntN(30) {
			start := random.IntN(len(now) + 1)
			end := min(len(now), start+random.IntN(20))
			added := strings.Repeat("x", random.IntN(20))
			now = now[:start] + added + now[end:]
			hunks = addHunk(hunks, start, end, len(added))
		}
		d := applyHunks(diagnostics.Options{}.Open(text.New(base), transcript.Document), hunks, text.New(now))
		if d.Text().String() != now {
			t.Fatalf("%v lead to another text", hunks)
		}
	}
}
