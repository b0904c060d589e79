//go:build !unix

package bench

import "time"

var started = time.Now()

// CPUTime returns the time since the program started.
func CPUTime() time.Duration { return time.Since(started) }
