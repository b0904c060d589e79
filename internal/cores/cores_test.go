package cores

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, most := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(most)
		defer runtime.GOMAXPROCS(old)
		for _, n := range []int{0, 1, 2, 100} {
			calls := make([]atomic.Int32, n)
			Each(n, func(k int) { calls[k].Add(1) })
			for k := range calls {
				if got := calls[k].Load(); got != 1 {
					t.Errorf("%d of %d on %d cores is called %d times", k, n, most, got)
				}
			}
		}
		func() {
			defer func() {
				if v := recover(); v != "failed" {
					t.Errorf("on %d cores: recovered %v", most, v)
				}
			}()
			Each(10, func(k int) {
				if k == 3 {
					panic("failed")
				}
			})
			t.Errorf("no panic on %d cores", most)
		}()
	}
}

// TestAtOnce checks that as many calls are made at a time as there are cores.
func TestAtOnce(t *testing.T) {
	for _, n := range []int{2, 5} {
		old := runtime.GOMAXPROCS(n)
		defer runtime.GOMAXPROCS(old)
		var begun sync.WaitGroup
		begun.Add(n)
		Each(n, func(int) { // each waits for all others
			begun.Done()
			begun.Wait()
		})
		if got := runtime.GOMAXPROCS(0); got != n {
			t.Errorf("%d cores are left, want %d", got, n)
		}
	}
}
