package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
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
)

// errTooLong is the cause when an analysis is stopped after maxAnalysis.
var errTooLong = errors.New("the analysis takes too long")

// unread is the analysis of a document that is not read: it has no calls and no diagnostics.
var unread = sync.OnceValue(func() *diagnostics.Document {
	return diagnostics.Options{}.Open(text.Text{}, document.Document)
})

// analysis returns the analysis of a snapshot. All who need it share it. It goes on without them, since the
// next version is derived from it, and ends with the document.
func (s *server) analysis(ctx context.Context, sn *snapshot) (*diagnostics.Document, error) {
	w := s.begin(sn)
	select {
	case <-w.done:
	case <-w.ctx.Done():
		if !w.isDone() {
			return nil, context.Cause(w.ctx)
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return w.doc, w.err
}

// begin returns the analysis of a snapshot, and starts it if necessary, on a goroutine of its own so that
// a cancelled request need not wait for it.
func (s *server) begin(sn *snapshot) *work {
	sn.mu.Lock()
	defer sn.mu.Unlock()
	if sn.work == nil {
		timed, stop := context.WithTimeoutCause(s.ctx, s.limits.total, errTooLong)
		sn.work = &work{done: make(chan struct{})}
		sn.work.ctx, sn.work.cancel = context.WithCancelCause(timed)
		go func(w *work) {
			defer stop()
			defer w.cancel(nil)
			s.analyzeInto(w, sn)
			if s.documents.get(sn.key) == nil {
				s.poke() // so that what the workspace knows for a closed document is dropped
			}
		}(sn.work)
	}
	return sn.work
}

// analyzeInto analyzes the text of a snapshot.
func (s *server) analyzeInto(w *work, sn *snapshot) {
	defer close(w.done)
	defer func() {
		if r := recover(); r != nil {
			w.err = fmt.Errorf("analysis failed: %v", r)
			s.Logger.Error("panic", slog.String("uri", string(sn.spelling)),
				slog.Any("value", r), slog.String("stack", string(debug.Stack())))
		}
	}()
	kind, read := s.prepare(w.ctx, sn)
	if !read {
		w.doc = unread()
		return
	}
	// The disk and the earlier version are waited for without a slot.
	base := sn.base.wait(w.ctx)
	select {
	case <-w.ctx.Done():
		w.err = context.Cause(w.ctx)
		return
	case s.slots <- struct{}{}:
	}
	release := sync.OnceFunc(func() { <-s.slots })
	defer release()
	defer time.AfterFunc(s.limits.slot, release).Stop()
	w.err = diagnostics.Interruptible(w.ctx, func(i *diagnostics.Interrupt) {
		open := func() *diagnostics.Document {
			o := s.Workspace.Options(sn.path()).With(i)
			o.Files = sn.files
			if base == nil || base == unread() || base.ReadAs() != kind || !base.Options().Equal(o) {
				return o.Open(sn.text(), kind)
			}
			return base.With(i).EditTo(sn.text(), sn.prefix, max(sn.prefix, base.Text().Len()-sn.suffix))
		}
		if s.analyze != nil {
			w.doc = s.analyze(sn.path(), sn.text(), kind, open)
		} else {
			w.doc = open()
		}
	})
	if w.err != nil {
		w.doc = nil
	}
	sn.mu.Lock()
	sn.base = nil // which keeps its text
	sn.mu.Unlock()
}

// prepare returns how a snapshot is read, and reads the files that its options need.
func (s *server) prepare(ctx context.Context, sn *snapshot) (kind document.Kind, read bool) {
	await(ctx, s.changes.latest())
	path := sn.path()
	kind, read = s.Workspace.Kind(path, sn.kind())
	s.Workspace.Options(path)
	var files *filetools.Workspace
	if sn.written {
		files = s.filesOf(path, kind)
	}
	sn.mu.Lock()
	sn.files = files
	sn.mu.Unlock()
	return kind, read
}
