package workspace

import (
	"sync"
	"sync/atomic"
)

// A lazy is a value that is computed on first use, usually from files. Concurrent
// callers wait for the same computation; no lock is held that others need.
type lazy[T any] struct {
	get  func() T
	made atomic.Bool
}

func newLazy[T any](make func() T) *lazy[T] {
	l := &lazy[T]{}
	l.get = sync.OnceValue(func() T {
		value := make()
		l.made.Store(true)
		return value
	})
	return l
}

// peek returns the value, and false if it has not been used yet or is being computed.
func (l *lazy[T]) peek() (value T, made bool) {
	if made = l.made.Load(); made {
		value = l.get()
	}
	return value, made
}
