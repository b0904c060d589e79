package cli

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestInOrder(t *testing.T) {
	var items, got []int
	for i := range 200 {
		items = append(items, i)
	}
	var running, most atomic.Int32
	synctest.Test(t, func(t *testing.T) {
		err := inOrder(t.Context(), slices.Values(items), func(i int) int {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			time.Sleep(time.Duration(i*7919%13) * time.Millisecond)
			return i
		}, func(i int) error {
			got = append(got, i)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	if !slices.Equal(got, items) {
		t.Errorf("results are not in order: %v", got)
	}
	if limit := int32(runtime.GOMAXPROCS(0)) + 1; most.Load() > limit {
		t.Errorf("%d at a time, want at most %d", most.Load(), limit)
	}
}

func TestInOrderStops(t *testing.T) {
	stop := errors.New("stop")
	items := make([]int, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	tests := []struct {
		name string
		emit func() error
		want error
	}{
		{"at an error", func() error { return stop }, stop},
		{"when the context is done", func() error { cancel(); return nil }, context.Canceled},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var worked, emitted atomic.Int32
			err := inOrder(ctx, slices.Values(items),
				func(int) int { worked.Add(1); return 0 },
				func(int) error { emitted.Add(1); return test.emit() })
			if !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if worked.Load() > 100 || emitted.Load() > 100 {
				t.Errorf("%d worked on, %d emitted", worked.Load(), emitted.Load())
			}
		})
	}
}
