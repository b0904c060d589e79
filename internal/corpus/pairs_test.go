package corpus_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// TestPairs checks that the pairs of calls of one session equal those of a slow and obvious
// computation, which examines each pair of rows.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			next := newTalk(r)
			b.WriteString(next.line())
		}
		next := newTalk(r)
		tally, rows := read(t, b.String()+next.file(), true)
		want := map[string]int64{}
		for i := range rows {
			for k := range rows[:i] {
				if a, b := &rows[k], &rows[i]; a.Session == b.Session && isMeant(a) && isMeant(b) {
					want[corpus.AllPairs]++
					if runs(a) == runs(b) && !runs(a) {
						want[corpus.RefusedPairs]++
					}
					for _, code := range a.Rules {
						if strings.Contains(" "+strings.Join(b.Rules, " ")+" ", " "+code+" ") {
							want[code]++
						}
					}
				}
			}
		}
		got := map[string]int64{}
		for _, d := range tally.Series() {
			for name, n := range d.Pairs {
				got[name] += n
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
}

func isMeant(f *corpus.Fact) bool { return f.Kind == corpus.Call && f.Meant }

func runs(f *corpus.Fact) bool {
	return f.Outcome != corpus.Refused && f.Outcome != corpus.Ignored
}
