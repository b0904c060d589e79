package diagnostics

import (
	"flag"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/edits"
)

var (
	editCount = flag.Int("edits", 1_000, "how many edits TestDocument makes")
	editsFrom = flag.Uint64("edits-from", 0, "the first chain of edits that TestDocument makes")
	editsShow = flag.Int("edits-show", 5, "after how many differences TestDocument stops")
	seedFiles = flag.String("seeds", "", "a folder with more texts for TestDocument to edit")
)

// small makes chunks and long messages small for a test.
func small(t testing.TB, chunk, message int) {
	old := [...]int{document.MinChunk, document.LargeChunk, document.HugeChunk, document.MaxMessage}
	document.MinChunk, document.LargeChunk, document.HugeChunk, document.MaxMessage = chunk, 32*chunk, 128*chunk, message
	t.Cleanup(func() {
		document.MinChunk, document.LargeChunk, document.HugeChunk, document.MaxMessage = old[0], old[1], old[2], old[3]
	})
}

// A setup is the parameters of some chains of edits.
type setup struct {
	chunk, message int // see small
	text           int // up to so many bytes
	long           bool
}

// setups are small chunks and messages for small texts, and the real ones.
var setups = []setup{
	{chunk: 1, message: 300, text: 4 << 10},
	{chunk: 1, message: 256 << 10, text: 4 << 10},
	{chunk: 200, message: 2000, text: 8 << 10},
	{chunk: 2 << 10, message: 256 << 10, text: 32 << 10},
	{chunk: 2 << 10, message: 256 << 10, text: 300 << 10, long: true},
}

// setupOf returns the index of the setup of a chain. Larger texts are rarer.
func setupOf(chain uint64) int {
	switch {
	case chain%1000 == 13:
		return 4
	case chain%64 == 15:
		return 3
	}
	return []int{0, 0, 0, 1, 2, 2, 2}[chain%7]
}

// chainLength is the number of edits in a chain.
const chainLength = 20

// TestDocument checks that a chain of edits gives the same result as reading the final
// text. It draws texts and edits with package edits, in chains of chainLength.
//
//	go test ./diagnostics -run TestDocument -edits 1000000
//
// makes more; -edits-from 17 -edits 1 repeats those of chain 17.
func TestDocument(t *testing.T) {
	source := editSource(t)
	n := uint64(max(1, *editCount/chainLength))
	var total counts
	var mu sync.Mutex
	var failed atomic.Int32
	for index, setup := range setups {
		small(t, setup.chunk, setup.message)
		var next atomic.Uint64
		var group sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			group.Go(func() {
				var c counts
				for i := next.Add(1) - 1; i < n && int(failed.Load()) < *editsShow; i = next.Add(1) - 1 {
					if number := *editsFrom + i; setupOf(number) == index {
						if why := editChain(source, setup, number, &c); why != "" {
							failed.Add(1)
							t.Errorf("chain %d: %s", number, why)
						}
					}
				}
				mu.Lock()
				total.add(c)
				mu.Unlock()
			})
		}
		group.Wait()
	}
	t.Log(total)
	if n > 100 && (total.large*3 < total.edits || total.several*4 < total.edits || total.kept*3 < total.chunks) {
		t.Errorf("the edits do not test enough: %v", total)
	}
}

// editSource returns the source of the texts.
func editSource(t testing.TB) *edits.Source {
	var texts []string
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		texts = append(texts, c.Text)
	}
	return edits.Load(t, "..", *seedFiles, texts...)
}
