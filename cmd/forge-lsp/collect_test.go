package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestHeapPercent checks how often garbage is collected by the bytes in use.
func TestHeapPercent(t *testing.T) {
	for _, test := range []struct {
		inUse  uint64
		before int
		want   int
	}{
		{largeHeap - 1, 0, 0},
		{largeHeap, 0, largeFiles},
		{hugeHeap - 1, 0, largeFiles},
		{hugeHeap, 0, hugeFiles},
		{hugeHeap, largeFiles, hugeFiles},
		{hugeHeap - 1, hugeFiles, largeFiles},
		{0, largeFiles, largeFiles},
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
	collectBySize()
	collect(inPieces)
	collect(smallFiles)
	held := make([]byte, 2*largeHeap)
	for collected := 0; collected == 0; { // a cleanup runs some time after the collection
		runtime.GC()
		collecting.Lock()
		collected = collecting.heap
		collecting.Unlock()
	}
	runtime.KeepAlive(held)
	if now := current(); now > largeFiles {
		t.Errorf("got %d %% with a large heap, want at most %d", now, largeFiles)
	}
	collect(hugeFiles)
	collect(smallFiles)
	if now := current(); now != hugeFiles {
		t.Errorf("got %d %% after a huge file, want %d", now, hugeFiles)
	}
}

// TestCollectInPieces checks that the commands which read a large file in pieces collect garbage
// more often than usual, and inspect, whose pieces have more of it, most often.
func TestCollectInPieces(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.jsonl": strings.Repeat(record+"\n", 5)})
	smallPieces(t, 100)
	for command, want := range map[string]int{"stats": inPieces, "inspect": largeFiles} {
		t.Run(command, func(t *testing.T) {
			noneCollected(t)
			if code, out, errs := runCommand(t, "", command, "a.jsonl"); code != exitOK || errs != "" {
				t.Fatalf("%d, %s%s", code, out, errs)
			}
			collecting.Lock()
			defer collecting.Unlock()
			if collecting.files != want {
				t.Errorf("got %d %%, want %d", collecting.files, want)
			}
		})
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
