package workspace

import (
	"sync"
	"sync/atomic"
)

// A lazy is a value that is computed on first use, usually from files. Concurrent
// callers wait for the same computation; no lock is held that others need.
type lazy[T any] struct {
	make  func() T
	once  sync.Once
	made  atomic.Bool
	value T
}

func newLazy[T any](make func() T) *lazy[T] { return &lazy[T]{make: make} }

func (l *lazy[T]) get() T {
	l.once.Do(func() {
		l.value = l.make()
		l.made.Store(true)
	})
	return l.value
}

// peek returns the value, and false if it has not been used yet or is being computed.
func (l *lazy[T]) peek() (value T, made bool) {
	if !l.made.Load() {
		return value, false
	}
	return l.value, true
}
