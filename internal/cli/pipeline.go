package cli

import (
	"context"
	"iter"
	"runtime"
)

// InOrder runs work on every item, several concurrently, and passes the results to emit
// one at a time in the order of the items. It stops at the first error of emit, and
// when ctx is done; work in progress is then abandoned. If work panics, so does it.
func InOrder[T, R any](ctx context.Context, items iter.Seq[T], work func(T) R, emit func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	// The capacity bounds the number of results in progress or waiting, and with it the
	// number of files in memory.
	type outcome struct {
		result   R
		panicked any
	}
	queue := make(chan chan outcome, runtime.GOMAXPROCS(0))
	go func() {
		defer close(queue)
		for item := range items {
			result := make(chan outcome, 1)
			select {
			case queue <- result:
			case <-ctx.Done():
				return
			}
			go func() {
				var o outcome
				defer func() {
					o.panicked = recover()
					result <- o
				}()
				o.result = work(item)
			}()
		}
	}()

	for {
		var next chan outcome
		select {
		case next = <-queue:
		case <-ctx.Done():
			return ctx.Err()
		}
		if next == nil {
			return ctx.Err() // no further item
		}
		select {
		case o := <-next:
			if o.panicked != nil {
				panic(o.panicked)
			}
			if err := emit(o.result); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
