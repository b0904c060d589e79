package text

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

const megabyte = 1 << 20

// corpora are the texts that benchmarks read.
var corpora = map[string]string{
	"ascii":  "The quick brown fox jumps over the lazy dog, and <tool> is not its name.\n",
	"mixed":  "The quick brown fox jumps — over the lazy dog, and <tool> is not its name.\r\n",
	"cjk":    "敏捷的棕色狐狸跳过了懒狗，它的名字不是工具。\n",
	"astral": "😀😁😂🤣😃😄😅😆\n",
}

func corpus(name string, megabytes int) string {
	line := corpora[name]
	return strings.Repeat(line, megabytes*megabyte/len(line)+1)[:megabytes*megabyte]
}

// forSizes runs a benchmark on texts of 10 and 100 MB with a thousand edits.
func forSizes(b *testing.B, bench func(b *testing.B, text Text)) {
	for _, n := range []int{10, 100} {
		b.Run(fmt.Sprintf("%dMB", n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			text := New(corpus("mixed", n))
			for range 1000 {
				at := r.IntN(text.Len())
				text = text.Splice(at, at, "x")
			}
			runtime.GC()
			b.ReportAllocs()
			b.ResetTimer()
			bench(b, text)
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{10, 100} {
		for name := range corpora {
			b.Run(fmt.Sprintf("%dMB/%s", n, name), func(b *testing.B) {
				s := corpus(name, n)
				b.SetBytes(int64(len(s)))
				b.ReportAllocs()
				for b.Loop() {
					New(s)
				}
			})
		}
	}
}

// BenchmarkOverhead measures the memory that a text takes in addition to its string.
func BenchmarkOverhead(b *testing.B) {
	s := corpus("mixed", 100)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	text := New(s)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(text)
	for b.Loop() {
	}
	b.ReportMetric(100*float64(after.HeapAlloc-before.HeapAlloc)/float64(len(s)), "%overhead")
}

func BenchmarkSplice(b *testing.B) {
	forSizes(b, func(b *testing.B, text Text) {
		for name, at := range map[string]int{"start": 0, "middle": text.Len() / 2, "end": text.Len()} {
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					text.Splice(at, at, "x")
				}
			})
		}
	})
}

// BenchmarkTyping measures a keystroke: typing at the same place, and looking up its
// position.
func BenchmarkTyping(b *testing.B) {
	forSizes(b, func(b *testing.B, text Text) {
		at := text.Len() / 2
		for b.Loop() {
			text = text.Splice(at, at, "x")
			at++
			text.Position(at, UTF16)
		}
	})
}

func BenchmarkPosition(b *testing.B) {
	forSizes(b, func(b *testing.B, text Text) {
		r := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			text.Position(r.IntN(text.Len()), UTF16)
		}
	})
}

func BenchmarkOffset(b *testing.B) {
	forSizes(b, func(b *testing.B, text Text) {
		r := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			text.Offset(Position{r.IntN(text.Lines()), r.IntN(80)}, UTF16)
		}
	})
}

// BenchmarkLongLine measures positions on one line of 100 MB.
func BenchmarkLongLine(b *testing.B) {
	text := New(strings.ReplaceAll(corpus("mixed", 100), "\r\n", " "))
	r := rand.New(rand.NewPCG(1, 1))
	b.Run("Position", func(b *testing.B) {
		for b.Loop() {
			text.Position(r.IntN(text.Len()), UTF16)
		}
	})
	b.Run("Offset", func(b *testing.B) {
		for b.Loop() {
			text.Offset(Position{0, r.IntN(text.Len())}, UTF16)
		}
	})
}

func BenchmarkSlice(b *testing.B) {
	forSizes(b, func(b *testing.B, text Text) {
		r := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			at := r.IntN(text.Len() - 1000)
			text.Slice(at, at+1000)
		}
	})
}

func BenchmarkString(b *testing.B) {
	forSizes(b, func(b *testing.B, text Text) {
		b.SetBytes(int64(text.Len()))
		for b.Loop() {
			_ = text.String()
		}
	})
}

func BenchmarkIndex(b *testing.B) {
	forSizes(b, func(b *testing.B, text Text) {
		b.SetBytes(int64(text.Len()))
		for b.Loop() {
			if text.Index(0, "</tool>") >= 0 {
				b.Fatal("found what is not there")
			}
		}
	})
}
