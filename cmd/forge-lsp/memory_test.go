package main

import (
	"runtime"
	"runtime/metrics"
	"testing"
)

// What is garbage is collected and given back where it is much, and not where it is
// little.
func TestMemoryReturner(t *testing.T) {
	released := func() uint64 {
		s := []metrics.Sample{{Name: "/memory/classes/heap/released:bytes"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	collections := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumForcedGC
	}
	back := memoryReturner()
	garbage := make([]byte, 256<<20)
	for i := 0; i < len(garbage); i += 4096 {
		garbage[i] = 1
	}
	runtime.KeepAlive(garbage)
	before := released()
	back()
	if after := released(); after < before+200<<20 {
		t.Errorf("%d bytes were given back, then %d", before, after)
	}
	n := collections()
	if back(); collections() != n {
		t.Error("collected although nothing was done")
	}
}
