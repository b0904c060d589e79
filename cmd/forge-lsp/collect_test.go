package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestCollectBySize checks that garbage is collected more often while the heap or a file is large.
func TestCollectBySize(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	files, heap := collecting.files, collecting.heap
	defer func() { collecting.files, collecting.heap = files, heap }()
	collecting.files, collecting.heap = 0, 0

	// until waits: a cleanup runs some time after the collection.
	until := func(percent int) {
		for got := 0; got != percent; {
			runtime.GC()
			runtime.Gosched()
			collecting.Lock()
			got = debug.SetGCPercent(-1)
			debug.SetGCPercent(got)
			collecting.Unlock()
		}
	}
	collectBySize()
	collect(smallFiles)
	until(smallFiles)
	held := make([]byte, 2*largeHeap)
	until(largeFiles)
	held = append(held, make([]byte, 2*hugeHeap)...)
	until(hugeFiles)
	runtime.KeepAlive(held)
	until(largeFiles)
	collect(hugeFiles)
	collect(smallFiles)
	until(hugeFiles)
}
