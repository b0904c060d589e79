package bench

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// A Cost is what a function takes.
type Cost struct {
	// Time is its processor time, without that of the garbage collector: how often that runs depends on
	// all that a process has allocated, and for a small text it does not run.
	Time  time.Duration
	Bytes float64 // allocated
}

// Measure runs a function and returns its cost.
func Measure(do func()) Cost {
	runtime.GC()
	start, collected := CPUTime(), collectorTime()
	bytes := Allocated(do)
	runtime.GC() // the time of one that runs is not known
	return Cost{max(0, CPUTime()-start-collectorTime()+collected), bytes}
}

// Allocated runs a function and returns the number of bytes that it allocates.
func Allocated(do func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// collectorTime returns the processor time that the garbage collector has taken.
func collectorTime() time.Duration {
	sample := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}}
	metrics.Read(sample)
	return time.Duration(sample[0].Value.Float64() * float64(time.Second))
}
