package main

import (
	"runtime"
	"testing"
)

// What is garbage is collected and given back where it is much, and not where it is
// little.
func TestMemoryReturner(t *testing.T) {
	stats := func() (m runtime.MemStats) {
		runtime.ReadMemStats(&m)
		return m
	}
	back := memoryReturner()
	garbage := make([]byte, 256<<20)
	for i := 0; i < len(garbage); i += 4096 {
		garbage[i] = 1
	}
	runtime.KeepAlive(garbage)
	before := stats().HeapReleased
	back()
	after := stats()
	if after.HeapReleased < before+200<<20 {
		t.Errorf("%d bytes were given back, then %d", before, after.HeapReleased)
	}
	if back(); stats().NumForcedGC != after.NumForcedGC {
		t.Error("collected although nothing was done")
	}
}
