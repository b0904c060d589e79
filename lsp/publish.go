package lsp

import (
	"cmp"
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"
	"go.uber.org/zap"
)

// publisher pushes diagnostics, for clients that do not pull them.
//
// Each document that has something to say has one goroutine, so what is said
// about a document is said in order. It always works on the latest snapshot:
// snapshots that were replaced meanwhile are passed over, and a result that
// came too late is not sent.
type publisher struct {
	ctx      context.Context
	room     func(context.Context) error // waits until the client has taken what was sent
	diagnose func(context.Context, *snapshot) (jsonrpc2.RawMessage, error)
	send     func(document uri.URI, params any)
	// sendClosed sends the diagnostics of what is not open.
	sendClosed func(key, spelling uri.URI)
	log        *zap.Logger

	mu      sync.Mutex
	waiting map[uri.URI]*snapshot // see publishLater
	pending map[uri.URI]*worker
	closed  bool
}

// publication is what a document's goroutine has to do next.
type publication struct {
	closed  uri.URI   // a document that was closed, as it is spelled, or ""
	outside uri.URI   // the same for a file of which something else is known, open or not
	latest  *snapshot // to be analyzed, or nil
}

// A worker is the goroutine of a document.
type worker struct {
	publication
	stop context.CancelFunc // ends what it does, nil for nothing; not what it sends
}

func newPublisher(ctx context.Context, room func(context.Context) error, diagnose func(context.Context, *snapshot) (jsonrpc2.RawMessage, error), send func(uri.URI, any), sendClosed func(key, spelling uri.URI), log *zap.Logger) *publisher {
	return &publisher{ctx: ctx, room: room, diagnose: diagnose, send: send, sendClosed: sendClosed, log: log, waiting: make(map[uri.URI]*snapshot), pending: make(map[uri.URI]*worker)}
}

// publish has a snapshot's diagnostics sent. There is no delay: while one snapshot
// is worked on, those that come meanwhile replace each other.
func (p *publisher) publish(sn *snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.schedule(sn.key).latest = sn
}

// publishLater does that when all messages that have arrived are handled, of which the
// next may replace the snapshot; see [publisher.flush].
func (p *publisher) publishLater(sn *snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting[sn.key] = sn
}

// flush publishes what was to be published later.
func (p *publisher) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, sn := range p.waiting {
		p.schedule(key).latest = sn
	}
}

// publishClosed has the diagnostics of a file sent that is not open, as far as is known.
func (p *publisher) publishClosed(key, spelling uri.URI) {
	p.mu.Lock()
	defer p.mu.Unlock()
	later, waits := p.waiting[key]
	p.schedule(key).outside = spelling
	if waits { // it is open
		p.waiting[key] = later
	}
}

// clear has the diagnostics of a closed document removed.
func (p *publisher) clear(last *snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.schedule(last.key)
	w.publication = publication{closed: last.spelling}
	if w.stop != nil {
		w.stop()
	}
}

// close stops everything. What is being sent is still sent.
func (p *publisher) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// schedule returns what is to be done for a document, to be changed by who holds the
// lock, and sees to it that a goroutine does it.
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

// work does what is to be done for a document until there is nothing left.
func (p *publisher) work(key uri.URI) {
	for p.step(key) {
	}
}

// step does what is to be done next, and reports false if there is nothing.
func (p *publisher) step(key uri.URI) bool {
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	_ = p.room(ctx) // where the session has ended, there is nothing next
	due, ok := p.next(key, stop)
	if !ok {
		return false
	}
	if spelling := cmp.Or(due.closed, due.outside); spelling != "" {
		p.sendClosed(key, spelling)
	}
	sn := due.latest
	if sn == nil {
		return true
	}
	found, err := p.diagnose(ctx, sn)
	switch {
	case p.replaced(key):
	case err != nil:
		p.log.Warn("no diagnostics", zap.String("uri", string(sn.spelling)), zap.Error(err))
	default:
		p.send(key, found)
	}
	return true
}

// next takes what is to be done; stop ends it. It reports false when there is nothing, and the
// goroutine must end.
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

// replaced reports that the snapshot that was taken last is not the latest
// any more.
func (p *publisher) replaced(key uri.URI) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	next := p.pending[key]
	return p.closed || next.latest != nil || next.closed != ""
}
