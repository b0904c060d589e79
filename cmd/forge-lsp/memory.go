package main

import (
	"runtime"
	"runtime/debug"
)

// memoryReturner returns a function that gives the system what the process does not
// need. To open a large document takes several times what is kept of it. The Go runtime
// would collect that after another such document, or in two minutes, and give it back
// over many more.
func memoryReturner() func() {
	const little = 8 << 20
	done := uint64(0) // bytes that had been allocated the last time
	return func() {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		// A collection looks at all that is in use: a few letters are not worth one.
		if now.TotalAlloc-done > little+now.HeapAlloc/8 {
			debug.FreeOSMemory()
			done = now.TotalAlloc
		}
	}
}
