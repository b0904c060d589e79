package lsp

import (
	"cmp"
	"context"
	"log/slog"

	"go.lsp.dev/uri"
)

func newPublisher(s *server) *publisher {
	return &publisher{s: s, waiting: map[uri.URI]*snapshot{}, pending: map[uri.URI]*worker{}}
}

// publish sends a snapshot's diagnostics. There is no delay: while one snapshot is
// processed, new ones replace each other.
func (p *publisher) publish(sn *snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.schedule(sn.key).latest = sn
}

// publishLater publishes when all messages that have arrived are handled, the next of
// which may replace the snapshot; see [publisher.flush].
func (p *publisher) publishLater(sn *snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting[sn.key] = sn
}

// flush publishes what was deferred.
func (p *publisher) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, sn := range p.waiting {
		p.schedule(key).latest = sn
	}
}

// publishClosed sends the diagnostics of a file that is not open, as far as is known.
func (p *publisher) publishClosed(key, spelling uri.URI) {
	p.mu.Lock()
	defer p.mu.Unlock()
	later, waits := p.waiting[key]
	p.schedule(key).outside = spelling
	if waits { // it is open
		p.waiting[key] = later
	}
}

// clear removes the diagnostics of a closed document.
func (p *publisher) clear(last *snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.schedule(last.key)
	w.publication = publication{closed: last.spelling}
	if w.stop != nil {
		w.stop()
	}
}

// close stops everything. A message being sent is still sent.
func (p *publisher) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// schedule returns the work of a document, to be modified by the holder of the lock,
// and ensures that a goroutine does it.
func (p *publisher) schedule(key uri.URI) *worker {
	delete(p.waiting, key)
	next, running := p.pending[key]
	if !running {
		next = new(worker)
		p.pending[key] = next
		if !p.closed {
			go p.work(key)
		}
	}
	return next
}

// work does the work of a document until there is none left.
func (p *publisher) work(key uri.URI) {
	for p.step(key) {
	}
}

// step does the next work, and returns false if there is none.
func (p *publisher) step(key uri.URI) bool {
	ctx, stop := context.WithCancel(p.s.ctx)
	defer stop()
	// What changes with each edit is created when the client has read all that was sent: so no earlier version
	// of it waits.
	_ = p.s.out.below(ctx, 1) // if the session has ended, there is no next work
	due, ok := p.next(key, stop)
	if !ok {
		return false
	}
	if spelling := cmp.Or(due.closed, due.outside); spelling != "" {
		p.s.sendClosed(key, spelling)
	}
	sn := due.latest
	if sn == nil {
		return true
	}
	found, err := p.s.published(ctx, sn)
	switch {
	case p.replaced(key):
	case err != nil:
		p.s.log.Warn("no diagnostics", slog.String("uri", string(sn.spelling)), slog.Any("error", err))
	default:
		p.s.publish(found)
	}
	return true
}

// next takes the next work; stop ends it. It returns false if there is none, and the goroutine
// must end.
func (p *publisher) next(key uri.URI, stop context.CancelFunc) (publication, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	due := p.pending[key].publication
	if p.closed || due == (publication{}) {
		delete(p.pending, key)
		return publication{}, false
	}
	*p.pending[key] = worker{stop: stop}
	return due, true
}

// replaced reports whether the snapshot that was taken last is not the latest any more.
func (p *publisher) replaced(key uri.URI) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	next := p.pending[key]
	return p.closed || next.latest != nil || next.closed != ""
}
