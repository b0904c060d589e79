//go:build !unix

package diagnostics

import "time"

var started = time.Now()

// cpuTime returns the time since the program started.
func cpuTime() time.Duration { return time.Since(started) }
