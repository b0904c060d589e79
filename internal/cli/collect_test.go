package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestHeapPercent checks how often garbage is collected by the bytes in use.
func TestHeapPercent(t *testing.T) {
	for _, test := range []struct {
		inUse  uint64
		before int
		want   int
	}{
		{largeHeap - 1, 0, 0},
		{largeHeap, 0, LargeFiles},
		{hugeHeap - 1, 0, LargeFiles},
		{hugeHeap, 0, hugeFiles},
		{hugeHeap, LargeFiles, hugeFiles},
		{hugeHeap - 1, hugeFiles, LargeFiles},
		{0, LargeFiles, LargeFiles},
	} {
		if got := heapPercent(test.inUse, test.before); got != test.want {
			t.Errorf("%d bytes after %d %%: got %d, want %d", test.inUse, test.before, got, test.want)
		}
	}
}

// noneCollected makes a test begin as if nothing had been read, and restores what was.
func noneCollected(t *testing.T) {
	percent := debug.SetGCPercent(100)
	collecting.Lock()
	files, heap := collecting.files, collecting.heap
	collecting.files, collecting.heap = 0, 0
	collecting.Unlock()
	t.Cleanup(func() {
		collecting.Lock()
		collecting.files, collecting.heap = files, heap
		collecting.Unlock()
		debug.SetGCPercent(percent)
	})
}

// TestCollectBySize checks that the lowest percentage applies, and that the heap is examined
// after a collection.
func TestCollectBySize(t *testing.T) {
	noneCollected(t)
	CollectBySize()
	Collect(inPieces)
	Collect(smallFiles)
	held := make([]byte, 2*largeHeap)
	for collected := 0; collected == 0; { // a cleanup runs some time after the collection
		runtime.GC()
		collecting.Lock()
		collected = collecting.heap
		collecting.Unlock()
	}
	runtime.KeepAlive(held)
	if now := current(); now > LargeFiles {
		t.Errorf("got %d %% with a large heap, want at most %d", now, LargeFiles)
	}
	Collect(hugeFiles)
	Collect(smallFiles)
	if now := current(); now != hugeFiles {
		t.Errorf("got %d %% after a huge file, want %d", now, hugeFiles)
	}
}

// current returns the percentage that applies.
func current() int {
	collecting.Lock()
	defer collecting.Unlock()
	percent := debug.SetGCPercent(-1)
	debug.SetGCPercent(percent)
	return percent
}
