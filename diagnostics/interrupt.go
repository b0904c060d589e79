package diagnostics

import (
	"context"
	"errors"
	"sync/atomic"
)

// An Interrupt stops work in progress: it is checked before each part of a text that is
// read, each call that is checked, and each fix that is proven. See [Interruptible]. A
// nil Interrupt never stops anything.
type Interrupt struct {
	ctx  context.Context
	over atomic.Bool // for good: results keep a reference to the Interrupt
}

// errInterrupted is what [Interrupt.check] panics with.
var errInterrupted = errors.New("interrupted")

// check panics if work in progress must stop: it may be deep in a text, on several
// goroutines. [Interruptible] recovers it.
func (i *Interrupt) check() {
	if i != nil && !i.over.Load() && i.ctx.Err() != nil {
		panic(errInterrupted)
	}
}

// Interruptible calls f, and stops what f does with documents and options that have the
// Interrupt as soon as ctx is done. It then returns the error of ctx, and no result of
// f may be used; otherwise it returns nil.
func Interruptible(ctx context.Context, f func(*Interrupt)) (err error) {
	i := &Interrupt{ctx: ctx}
	defer func() {
		i.over.Store(true)
		if r := recover(); r != nil && r != any(errInterrupted) {
			panic(r)
		}
		err = context.Cause(ctx) // it may be done at the last moment
	}()
	f(i)
	return nil
}
