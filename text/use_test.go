package text

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// TestTyping checks that typing does not leave a chunk for each letter, at any place.
func TestTyping(t *testing.T) {
	for name, at := range map[string]func(n, i int) int{
		"at the start":  func(n, i int) int { return 0 },
		"at the end":    func(n, i int) int { return n },
		"in the middle": func(n, i int) int { return (n + i) / 2 },
	} {
		t.Run(name, func(t *testing.T) {
			text := New("start end")
			for i := range 100_000 {
				text = text.Splice(at(text.Len()-i, i), at(text.Len()-i, i), "x")
			}
			if n, most := text.chunks.Len(), text.Len()/(chunkSize/4); n > most {
				t.Errorf("%d bytes in %d chunks, want at most %d", text.Len(), n, most)
			}
			checkText(t, text, text.String())
		})
	}
}

// TestLetsGo checks that a text releases deleted strings, both those of the start and
// those pasted later.
func TestLetsGo(t *testing.T) {
	for name, text := range map[string]func(large string) Text{
		"New":    New,
		"Splice": func(large string) Text { return New("start end").Splice(5, 5, large) },
	} {
		t.Run(name, func(t *testing.T) {
			var gone atomic.Bool
			large := strings.Repeat("x", 10<<20)
			runtime.AddCleanup(unsafe.StringData(large), func(gone *atomic.Bool) { gone.Store(true) }, &gone)
			text := text(large)
			text = text.Splice(100_000, text.Len(), "")
			for i := 0; i < 100 && !gone.Load(); i++ {
				runtime.GC()
				time.Sleep(time.Millisecond)
			}
			if !gone.Load() {
				t.Error("a hundredth of a string keeps all of it alive")
			}
			runtime.KeepAlive(text)
		})
	}
}

// TestConcurrentUse shares texts between goroutines, one of which edits.
func TestConcurrentUse(t *testing.T) {
	withChunkSize(t, smallest)
	s := randomText(rand.New(rand.NewPCG(4, 4)), 300)
	text := New(s).Splice(10, 10, "x")
	done := make(chan string)
	for i := range 4 {
		go func() {
			if i == 0 {
				edited := text
				for j := range 200 {
					edited = edited.Splice(j, j+1, "y")
				}
			}
			for offset := range text.Len() {
				text.Offset(text.Position(offset, UTF16), UTF16)
			}
			done <- text.String()
		}()
	}
	for range 4 {
		if got := <-done; got != s[:10]+"x"+s[10:] {
			t.Error("another goroutine changed the text")
		}
	}
}
