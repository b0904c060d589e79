package main

import (
	"runtime"
	"runtime/debug"
)

// memoryReturner returns a function that returns unused memory to the system. Opening a
// large document takes several times the memory that it retains. The Go runtime would
// collect that after another such document, or in two minutes, and return it over many
// more. The first call, and each that returns much, also drops the pages of the program.
func memoryReturner() func() {
	const little = 8 << 20
	done := uint64(0) // bytes that had been allocated at the last call
	started := false
	return func() {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		// A collection scans all memory in use: a few letters are not worth one.
		much := now.TotalAlloc-done > little+now.HeapAlloc/8
		if much {
			debug.FreeOSMemory()
			done = now.TotalAlloc
		}
		if much || !started {
			started = true
			dropProgram()
		}
	}
}
