package cli

import (
	"runtime"
	"testing"
)

// TestMemoryReturner checks that much garbage is collected and returned, and little is
// not.
func TestMemoryReturner(t *testing.T) {
	stats := func() (m runtime.MemStats) {
		runtime.ReadMemStats(&m)
		return m
	}
	back := MemoryReturner()
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
