package diagnostics

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
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
		if !slices.EqualFunc(is, should, func(a, b Finding) bool { return described(&a) == described(&b) }) {
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

// TestEditReadsLittle checks that an edit reads some chunks around it, wherever it is and
// whatever is open there: the rest of a long text, or of a long message, is not read again.
func TestEditReadsLittle(t *testing.T) {
	const size = 500 // of a chunk
	small(t, size, 3000)
	call := "Words.\n\n" + plainCall + "\n"
	line := `{"role":"assistant","content":"` + strings.ReplaceAll(plainCall, "\n", `\n`) + `"}` + "\n"
	message := "**User:** Go on.\n\n**Assistant:** " + strings.Repeat(call, 60)
	calls := func(n int) string { // that differ: in a text that repeats there is nothing to tell chunks by
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Replace(call, "a.md", fmt.Sprintf("%d/a.md", i), 1))
		}
		return b.String()
	}
	for name, test := range map[string]struct {
		text, word string
		kind       document.Kind
	}{
		"a document":     {calls(600), "a.md", document.Document},
		"short messages": {strings.Repeat("**User:** Go on.\n\n**Assistant:** "+call, 500), "a.md", document.Reply},
		"long messages":  {strings.Repeat(message, 10), "a.md", document.Reply},
		"open thinking":  {strings.Repeat("**User:** Go on.\n\n**Assistant:** <thinking>\n\n"+strings.Repeat("Words.\n\n", 1000), 10) + plainCall, "Words.", document.Reply},
		"one message":    {"**Assistant:** " + calls(600), "a.md", document.Reply},
		"a log":          {calls(600), "a.md", document.Log},
		"a detected log": {plainCall + "**User:** Go on.\n\n**Assistant:** " + calls(600), "a.md", document.Auto},
		"lines":          {strings.Repeat(line, 500), "a.md", document.JSON},
	} {
		d := Options{}.Open(text.New(test.text), test.kind)
		if len(d.chunks) < 50 {
			t.Fatalf("%s: %d chunks", name, len(d.chunks))
		}
		places := []int{}
		for at := 500; at < len(test.text); at += len(test.text) / 100 {
			places = append(places, strings.LastIndex(test.text[:at], test.word))
		}
		for n := range 4 * len(places) { // forwards, and then back through what was edited
			at, with := places[n/2%len(places)], "x"
			if n >= 2*len(places) {
				at = places[len(places)-1-n/2%len(places)]
			}
			if n%2 == 1 {
				with = ""
			}
			known := map[*result]bool{}
			for i := range d.chunks {
				known[d.chunks[i].result] = true
			}
			d = d.Edit(at, at+n%2, with)
			read := 0
			for i := range d.chunks {
				if c := &d.chunks[i]; !known[c.result] {
					read += c.Bytes
				}
			}
			if read > 8*size {
				t.Errorf("%s: for edit %d, at %d of %d, %d bytes are read", name, n, at, len(test.text), read)
			}
		}
	}
}
