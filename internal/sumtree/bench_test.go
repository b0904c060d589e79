package sumtree

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
)

var sizes = []int{1000, 50_000, 1_000_000}

func forSizes(b *testing.B, bench func(b *testing.B, whole tree, r *rand.Rand)) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			whole := Of(random(r, n)...)
			b.ReportAllocs()
			b.ResetTimer()
			bench(b, whole, r)
		})
	}
}

func BenchmarkOf(b *testing.B) {
	list := random(rand.New(rand.NewPCG(1, 1)), 50_000)
	b.ReportAllocs()
	for b.Loop() {
		runtime.KeepAlive(Of(list...))
	}
}

func BenchmarkSeek(b *testing.B) {
	forSizes(b, func(b *testing.B, whole tree, r *rand.Rand) {
		for b.Loop() {
			whole.Seek(at(r.IntN(whole.Len())))
		}
	})
}

func BenchmarkSplice(b *testing.B) {
	forSizes(b, func(b *testing.B, whole tree, r *rand.Rand) {
		for b.Loop() {
			i := r.IntN(whole.Len())
			whole.Splice(at(i), at(i+1), 4)
		}
	})
}

func BenchmarkAll(b *testing.B) {
	forSizes(b, func(b *testing.B, whole tree, _ *rand.Rand) {
		for b.Loop() {
			for range whole.All() {
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(whole.Len()), "ns/item")
	})
}
