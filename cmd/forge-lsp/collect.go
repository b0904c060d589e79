package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// How often garbage is collected: with a percentage of p, the heap grows by up to p percent of
// what is in use before it is. A command only ever lowers it.
const (
	// smallFiles retain hardly any memory, and the heap is a few megabytes: collecting it
	// whenever it doubles takes a sixth of the time.
	smallFiles = 400
	// inPieces is for pieces of a file. Those that are not long become little garbage, and
	// collecting it more often takes a tenth of the time.
	inPieces = 150
	// largeFiles would be in memory with as much garbage; and they have little to scan.
	largeFiles = 75
	// hugeFiles is as often as still pays: it takes a sixth more processor time, and a quarter
	// less memory.
	hugeFiles = 25
)

// largeText is the size of a text in bytes from which its memory matters.
const largeText = 16 << 20

// What a text takes is a few times its size, except for one with a call in every few bytes. So
// the heap counts, too, in bytes in use after a collection.
const (
	largeHeap = 32 << 20
	hugeHeap  = 256 << 20
)

var collecting struct {
	sync.Mutex
	percent int // 0 for that of the Go runtime
}

// collect makes the garbage collector run at least that often.
func collect(percent int) {
	collecting.Lock()
	defer collecting.Unlock()
	if collecting.percent == 0 || percent < collecting.percent {
		collecting.percent = percent
		debug.SetGCPercent(percent)
	}
}

// collectPiece is for a piece of a file, given its size in bytes.
func collectPiece(size int) {
	collect(inPieces)
	if size > 2*pieceSize { // of a long line
		collect(largeFiles)
	}
}

// collectBySize is for a command that reads many files, most of them small.
var collectBySize = sync.OnceFunc(func() {
	collect(smallFiles)
	afterCollection()
})

// afterCollection looks at the heap after each collection.
func afterCollection() {
	type unused struct{ _ *byte } // with a pointer, so that it does not share memory with others
	runtime.AddCleanup(new(unused), func(struct{}) {
		switch n := heapInUse(); {
		case n >= hugeHeap:
			collect(hugeFiles)
			return // it is never lower
		case n >= largeHeap:
			collect(largeFiles)
		}
		afterCollection()
	}, struct{}{})
}

// heapInUse returns the bytes of the heap that the last collection found in use.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
