package diagnostics

import (
	"flag"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/edits"
	"github.com/entrhq/forge-lsp/text"
)

var (
	editCount = flag.Int("edits", 1_000, "how many edits TestDocument makes")
	editsFrom = flag.Uint64("edits-from", 0, "the first chain of edits that TestDocument makes")
	editsShow = flag.Int("edits-show", 5, "after how many differences TestDocument stops")
	seedFiles = flag.String("seeds", "", "a folder with more texts for TestDocument to edit")
)

// small makes items and long messages small for a test.
func small(t testing.TB, item, message int) {
	oldItem, oldMessage := minItem, document.MaxMessage
	minItem, document.MaxMessage = item, message
	t.Cleanup(func() { minItem, document.MaxMessage = oldItem, oldMessage })
}

// A setup is the parameters of some chains of edits.
type setup struct {
	item, message int // see small
	text          int // up to so many bytes
	long          bool
}

// setups are small items and messages for small texts, and the real ones.
var setups = []setup{
	{item: 1, message: 300, text: 4 << 10},
	{item: 1, message: 256 << 10, text: 4 << 10},
	{item: 200, message: 2000, text: 8 << 10},
	{item: 2 << 10, message: 256 << 10, text: 32 << 10},
	{item: 2 << 10, message: 256 << 10, text: 300 << 10, long: true},
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
		small(t, setup.item, setup.message)
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
	if n > 100 && (total.large*3 < total.edits || total.whole*5 > total.several || total.kept*3 < total.items) {
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

// TestEditLeavesLittle checks that an edit that leaves little of an item, or nothing of a text,
// reads only what is around it, and leaves no item without text.
func TestEditLeavesLittle(t *testing.T) {
	small(t, 64, 1000)
	const words = "Some words that go on, about nothing.\n\n"
	s := "\n" + strings.Repeat(words, 10) + badCall + "\n" + strings.Repeat(words, 10) + badCall
	d := Options{}.Open(text.New(s), document.Document)
	for _, end := range append(d.cuts(), len(s)) {
		for left := range 3 {
			e := d.edit(0, end-left, "")
			if !e.partly {
				t.Errorf("%d bytes up to %d are left: the whole text is read", left, end)
			}
			checkDocument(t, e.Document)
			for _, i := range e.items.All() {
				if i.sum.bytes == 0 {
					t.Errorf("%d bytes up to %d are left: an item is empty", left, end)
				}
			}
		}
	}
}

// TestEditReadsOn checks that an edit that changes how the next items are read reads on to where it
// does not any more, and not the text before it.
func TestEditReadsOn(t *testing.T) {
	small(t, 64, 1000)
	words := strings.Repeat("Some words that go on, about nothing.\n\n", 100)
	s := words + badCall + "\nWords.\n\n" + words[:len(words)/5] + "-->\n\n" + badCall + words
	e := Options{}.Open(text.New(s), document.Document).edit(len(words), len(words), "<!--\n")
	checkDocument(t, e.Document)
	if !e.partly || e.cost > len(words) {
		t.Errorf("%d of %d bytes are read, in parts: %v", e.cost, len(s), e.partly)
	}
}

// TestEditCost checks that an edit that reads the whole text costs at least that.
func TestEditCost(t *testing.T) {
	s := strings.Repeat("Words.\n\n", 1000)
	e := Options{}.Open(text.New(s), document.Reply).edit(len(s), len(s), plainCall)
	if e.partly || e.cost < len(s)+len(plainCall) {
		t.Errorf("an edit of a text without items costs %d, read in parts: %v", e.cost, e.partly)
	}
}
