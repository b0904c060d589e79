package cli

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// MemoryReturner returns a function that returns unused memory to the system. Opening a
// large document takes several times the memory that it retains. The Go runtime would
// collect that after another such document, or in two minutes, and return it over many
// more.
func MemoryReturner() func() {
	const little = 8 << 20
	var busy sync.Mutex
	done := uint64(0) // bytes that had been allocated at the last call
	return func() {
		if !busy.TryLock() {
			return // it is being done
		}
		defer busy.Unlock()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		// A collection scans all memory in use: a few letters are not worth one.
		if now.TotalAlloc-done > little+now.HeapAlloc/8 {
			debug.FreeOSMemory()
			done = now.TotalAlloc
		}
	}
}
