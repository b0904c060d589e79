package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// memoryReturner returns a function that gives the system what the process does not
// need. To open a large document takes several times what is kept of it. The Go runtime
// would collect that after another such document, or in two minutes, and give it back
// over many more.
func memoryReturner() func() {
	const little = 8 << 20
	done := uint64(0) // bytes that had been allocated the last time
	return func() {
		samples := []metrics.Sample{
			{Name: "/gc/heap/allocs:bytes"}, // since the start
			{Name: "/memory/classes/heap/objects:bytes"},
		}
		metrics.Read(samples)
		// A collection looks at all that is in use: a few letters are not worth one.
		allocated, used := samples[0].Value.Uint64(), samples[1].Value.Uint64()
		if allocated-done > little+used/8 {
			debug.FreeOSMemory()
			done = allocated
		}
	}
}
