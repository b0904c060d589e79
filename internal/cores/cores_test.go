package cores

import (
	"runtime"
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
