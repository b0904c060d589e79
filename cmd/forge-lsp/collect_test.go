package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestCollectBySize checks that garbage is collected more often in a large heap, and never less
// often again.
func TestCollectBySize(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	collecting.Lock()
	had := collecting.percent
	collecting.percent = smallFiles
	collecting.Unlock()
	defer func() { collecting.percent = had }()

	now := func() int {
		collecting.Lock()
		defer collecting.Unlock()
		return collecting.percent
	}
	afterCollection()
	for range 3 {
		runtime.GC()
		runtime.Gosched()
	}
	if got := now(); got != smallFiles {
		t.Errorf("collected at %d percent of a small heap", got)
	}
	held := make([]byte, 2*largeHeap)
	for now() != largeFiles { // a cleanup runs some time after the collection
		runtime.GC()
		runtime.Gosched()
	}
	runtime.KeepAlive(held)
	collect(smallFiles)
	if got := now(); got != largeFiles {
		t.Errorf("then at %d percent", got)
	}
	collect(hugeFiles)
	if got := debug.SetGCPercent(-1); got != hugeFiles {
		t.Errorf("the runtime has %d percent", got)
	}
}
