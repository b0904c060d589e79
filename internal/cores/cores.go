// Package cores does work on all cores.
package cores

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls f with the numbers from 0 to n-1, as many at a time as there are cores, and
// returns after the last. The numbers are assigned in order. If f panics, so does Each,
// and some calls may not be made.
func Each(n int, f func(int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for k := range n {
			f(k)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	var failed atomic.Pointer[any]
	for range workers {
		all.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					failed.CompareAndSwap(nil, &v)
				}
			}()
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				f(k)
			}
		})
	}
	all.Wait()
	if v := failed.Load(); v != nil {
		panic(*v)
	}
}
