//go:build unix

package bench

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time that the program has taken. If other programs run
// too, it is far steadier than the clock.
func CPUTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
