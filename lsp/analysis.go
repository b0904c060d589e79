package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// Limits on an analysis, so that a document that takes forever, or whose folder does
// not answer, does not block others.
const (
	// maxAnalysis is the maximum duration of an analysis. After that the document has
	// one diagnostic that reports it.
	maxAnalysis = 30 * time.Second
	// slotTime is how long an analysis prevents others from starting. A longer one
	// continues concurrently.
	slotTime = 500 * time.Millisecond
	// unwanted is how long an analysis without waiters continues: a client that cancels
	// a request at each keystroke requests nearly the same again.
	unwanted = time.Second
)

// errTooLong is the cause when an analysis is stopped after maxAnalysis.
var errTooLong = errors.New("the analysis takes too long")

// errUnwanted is the cause when there are no waiters any more.
var errUnwanted = errors.New("the analysis is no longer needed")

// A work is the analysis of a snapshot.
type work struct {
	ctx     context.Context
	cancel  func(cause error)
	waiters int           // number of waiters; guarded by the snapshot's lock
	done    chan struct{} // closed when doc and err are set
	doc     *diagnostics.Document
	err     error
}

func (w *work) isDone() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// analysis returns the analysis of the text. It is shared: diagnostics and code actions
// read the same document.
func (sn *snapshot) analysis(ctx context.Context) (*diagnostics.Document, error) {
	w := sn.join()
	defer sn.leave(w)
	select {
	case <-w.done:
		return w.doc, w.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.ctx.Done():
	}
	if w.isDone() {
		return w.doc, w.err
	}
	return nil, context.Cause(w.ctx)
}

// join returns the analysis for a new waiter, and starts it if necessary.
func (sn *snapshot) join() *work {
	sn.mu.Lock()
	defer sn.mu.Unlock()
	if sn.work == nil {
		w := &work{done: make(chan struct{})}
		timed, stop := context.WithTimeoutCause(sn.analyzer.ctx, sn.analyzer.limits.total, errTooLong)
		ctx, cancel := context.WithCancelCause(timed)
		w.ctx, w.cancel = ctx, func(cause error) {
			cancel(cause)
			stop()
		}
		sn.work = w
		go sn.run(w)
	}
	sn.work.waiters++
	return sn.work
}

// leave removes a waiter.
func (sn *snapshot) leave(w *work) {
	sn.mu.Lock()
	defer sn.mu.Unlock()
	if w.waiters--; w.waiters > 0 || w.isDone() {
		return
	}
	if sn.closed {
		sn.abandon(w)
		return
	}
	time.AfterFunc(unwanted, func() {
		sn.mu.Lock()
		defer sn.mu.Unlock()
		sn.abandon(w)
	})
}

// close stops the analysis of a document that was closed, unless it has waiters.
func (sn *snapshot) close() {
	sn.mu.Lock()
	defer sn.mu.Unlock()
	sn.closed = true
	if sn.work != nil {
		sn.abandon(sn.work)
	}
}

// abandon stops an analysis without waiters. A later request starts another. The caller
// must hold the lock.
func (sn *snapshot) abandon(w *work) bool {
	if w.waiters > 0 || w.isDone() {
		return false
	}
	if sn.work == w {
		sn.work = nil
	}
	w.cancel(errUnwanted)
	return true
}

// run analyzes the text, on a goroutine of its own so that a cancelled request need not
// wait for it.
func (sn *snapshot) run(w *work) {
	a := sn.analyzer
	defer func() {
		sn.mu.Lock()
		closed := sn.closed
		sn.mu.Unlock()
		a.finished(closed)
	}()
	defer w.cancel(nil)
	defer close(w.done)
	defer func() {
		if r := recover(); r != nil {
			w.err = fmt.Errorf("analysis failed: %v", r)
			a.log.Error("panic", slog.String("uri", string(sn.spelling)),
				slog.Any("value", r), slog.String("stack", string(debug.Stack())))
		}
	}()
	kind, read := a.prepare(w.ctx, sn) // which may wait for the disk, and so does not occupy a slot
	sn.mu.Lock()
	sn.ignored = !read
	sn.mu.Unlock()
	select {
	case <-w.ctx.Done():
		w.err = context.Cause(w.ctx)
		return
	case a.slots <- struct{}{}:
	}
	release := sync.OnceFunc(func() { <-a.slots })
	defer release()
	sn.mu.Lock()
	unwanted := sn.abandon(w)
	sn.mu.Unlock()
	if unwanted {
		w.err = errUnwanted
		return
	}
	if !read {
		w.doc = diagnostics.Options{}.Open(text.Text{}, document.Document)
		return
	}
	defer time.AfterFunc(a.limits.slot, release).Stop()
	w.err = diagnostics.Interruptible(w.ctx, func(i *diagnostics.Interrupt) {
		w.doc = a.analyze(sn.path(), sn.text(), kind, func(o diagnostics.Options, kind document.Kind) *diagnostics.Document {
			sn.mu.Lock()
			o.Files = sn.files
			sn.mu.Unlock()
			return sn.read(o.With(i), kind, i)
		})
	})
	if w.err != nil {
		w.doc = nil
	}
}

// read returns the document of the text, derived from an earlier version if that was
// read with the same options.
func (sn *snapshot) read(o diagnostics.Options, kind document.Kind, i *diagnostics.Interrupt) *diagnostics.Document {
	if sn.base == nil || sn.base.ReadAs() != kind || !sn.base.Options().Equal(o) {
		return o.Open(sn.text(), kind)
	}
	return sn.base.With(i).EditTo(sn.text(), sn.prefix, max(sn.prefix, sn.base.Text().Len()-sn.suffix))
}

// analyze analyzes a text. read reads it with the given options, at the cost of the
// changes if an earlier version is known.
type analyze func(path string, t text.Text, kind document.Kind, read reading) *diagnostics.Document

type reading func(diagnostics.Options, document.Kind) *diagnostics.Document

// analyzer analyzes snapshots, a few at a time.
type analyzer struct {
	ctx     context.Context // of the session
	analyze analyze
	// prepare returns how a snapshot is read, and false if it is not, and reads the
	// files that its analysis needs.
	prepare func(context.Context, *snapshot) (kind document.Kind, read bool)
	// finished is called when an analysis is done, and given whether its document is
	// closed.
	finished func(closed bool)
	slots    chan struct{} // holds one value for each analysis that has just started
	limits   limits
	log      *slog.Logger
}

// limits are maxAnalysis and slotTime, except in tests.
type limits struct{ total, slot time.Duration }

// newSlots allows more than one analysis even on one processor: a small document does
// not wait for the end of a large one.
func newSlots() chan struct{} { return make(chan struct{}, max(4, runtime.GOMAXPROCS(0))) }
