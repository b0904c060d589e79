package examples_test

import (
	"math/rand/v2"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/examples"
	"github.com/entrhq/forge-lsp/internal/test/slips"
)

// What an example costs.
func BenchmarkExample(b *testing.B) {
	var calls []examples.Call
	r := rand.New(rand.NewPCG(13, 13))
	for len(calls) < 100 {
		c := slips.Draw(r)
		calls = append(calls, malformedIn(c.Text, c.Kind, diagnostics.Options{Tools: c.Tools})...)
	}
	size := 0
	for i := range calls {
		size += len(calls[i].Text)
	}
	b.SetBytes(int64(size / len(calls)))
	for n := 0; b.Loop(); n++ {
		finish(calls[n%len(calls)])
	}
}
