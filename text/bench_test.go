package text

import (
	"math/rand/v2"
	"strings"
	"testing"
)

const size = 10 << 20

// corpora are the lines of the texts that benchmarks read.
var corpora = map[string]string{
	"ascii":  "The quick brown fox jumps over the lazy dog, and <tool> is not its name.\n",
	"mixed":  "The quick brown fox jumps — over the lazy dog, and <tool> is not its name.\r\n",
	"cjk":    "敏捷的棕色狐狸跳过了懒狗，它的名字不是工具。\n",
	"astral": "😀😁😂🤣😃😄😅😆\n",
	"long":   strings.Repeat("The quick brown fox jumps — over the lazy dog, and <tool> is not its name. ", size/77),
}

// forTexts runs a benchmark on texts of 10 MB.
func forTexts(b *testing.B, bench func(b *testing.B, text Text)) {
	for name, line := range corpora {
		b.Run(name, func(b *testing.B) {
			text := New(strings.Repeat(line, size/len(line)))
			b.ReportAllocs()
			b.ResetTimer()
			bench(b, text)
		})
	}
}

func BenchmarkNew(b *testing.B) {
	forTexts(b, func(b *testing.B, text Text) {
		for b.Loop() {
			New(text.String())
		}
	})
}

func BenchmarkSplice(b *testing.B) {
	forTexts(b, func(b *testing.B, text Text) {
		at := text.Len() / 2
		for b.Loop() {
			text.Splice(at, at, "x")
		}
	})
}

// BenchmarkBurst measures 200 keys that are made together.
func BenchmarkBurst(b *testing.B) {
	forTexts(b, func(b *testing.B, text Text) {
		for b.Loop() {
			p := text.Pending()
			at := text.Position(text.Len()/2, UTF16)
			for range 200 {
				p = p.Clone()
				offset := p.Offset(at, UTF16)
				p.Splice(offset, offset, "x")
				at.Column++
			}
			p.Text()
		}
	})
}

// BenchmarkEverywhere measures 5,000 edits all over the text that are made together.
func BenchmarkEverywhere(b *testing.B) {
	forTexts(b, func(b *testing.B, text Text) {
		for b.Loop() {
			p := text.Pending()
			for i := range 5000 {
				at := text.Position(text.Len()/5000*i, UTF16)
				offset := p.Offset(at, UTF16)
				p.Splice(offset, offset, "x")
			}
			p.Text()
		}
	})
}

func BenchmarkPosition(b *testing.B) {
	forTexts(b, func(b *testing.B, text Text) {
		r := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			text.Position(r.IntN(text.Len()), UTF16)
		}
	})
}

func BenchmarkOffset(b *testing.B) {
	forTexts(b, func(b *testing.B, text Text) {
		r := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			text.Offset(Position{r.IntN(text.Lines()), r.IntN(text.Len() / text.Lines() / 2)}, UTF16)
		}
	})
}
