package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document"
)

// How often garbage is collected: with a percentage of p, the heap grows by up to p percent of
// what is in use before it is. The lowest of those that files ask for applies, or that for the heap.
const (
	// smallFiles retain hardly any memory, and the heap is a few megabytes: collecting it
	// whenever it doubles takes a sixth of the time.
	smallFiles = 400
	// inPieces is for pieces of a file. Those that are not long become little garbage, and
	// collecting it more often takes a tenth of the time.
	inPieces = 150
	// LargeFiles would be in memory with as much garbage; and they have little to scan.
	LargeFiles = 75
	// hugeFiles is as often as still pays: it takes a sixth more processor time, and a quarter
	// less memory.
	hugeFiles = 25
)

// LargeText is the size of a text in bytes from which its memory matters.
const LargeText = 16 << 20

// What a text takes is a few times its size, except for one with a call in every few bytes. So
// the heap counts, too, in bytes in use after a collection.
const (
	largeHeap = 12 << 20
	hugeHeap  = 48 << 20
)

// collecting has the percentages for the files and for the heap, 0 for none.
var collecting struct {
	sync.Mutex
	files, heap int
}

// Collect makes the garbage collector run at least that often.
func Collect(percent int) {
	collecting.Lock()
	defer collecting.Unlock()
	if collecting.files == 0 || percent < collecting.files {
		collecting.files = percent
		setCollecting()
	}
}

// collectHeap makes it run as often as the bytes in use demand.
func collectHeap(inUse uint64) {
	collecting.Lock()
	defer collecting.Unlock()
	if percent := heapPercent(inUse, collecting.heap); percent != collecting.heap {
		collecting.heap = percent
		setCollecting()
	}
}

// heapPercent returns the percentage for a heap, given the one before; 0 for none.
func heapPercent(inUse uint64, before int) int {
	switch {
	case inUse >= hugeHeap:
		return hugeFiles
	case inUse >= largeHeap || before != 0: // a heap that was large may be large again
		return LargeFiles
	}
	return 0
}

// setCollecting is called with the lock.
func setCollecting() {
	const usual = 100
	percent := cmp.Or(collecting.files, usual)
	debug.SetGCPercent(min(percent, cmp.Or(collecting.heap, percent)))
}

// CollectWhole is for a file that is read as a whole, given its kind and size in bytes.
func CollectWhole(kind document.Kind, size int) {
	CollectByHeap()
	switch {
	case size < LargeText:
	case kind == document.JSON: // a string of it is in memory twice
		Collect(hugeFiles)
	default:
		Collect(LargeFiles)
	}
}

// CollectPiece is for a piece of a file, given its size in bytes.
func CollectPiece(size int) {
	Collect(inPieces)
	if size > 2*pieceSize { // of a long line
		Collect(LargeFiles)
	}
}

// CollectBySize is for a command that reads many files, most of them small.
var CollectBySize = sync.OnceFunc(func() {
	Collect(smallFiles)
	CollectByHeap()
})

// CollectByHeap makes the bytes in use decide alone, as for a server.
var CollectByHeap = sync.OnceFunc(afterCollection)

// afterCollection looks at the heap after each collection.
func afterCollection() {
	type unused struct{ _ *byte } // with a pointer, so that it does not share memory with others
	runtime.AddCleanup(new(unused), func(struct{}) {
		collectHeap(heapInUse())
		afterCollection()
	}, struct{}{})
}

// heapInUse returns the bytes of the heap that the last collection found in use.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
