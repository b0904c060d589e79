package lsp

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// snapshot is one version of a document. It is immutable except for the result of its
// analysis, which is computed once, on first use.
type snapshot struct {
	// key is the canonical URI, spelling the client's own; see params.go.
	key      uri.URI
	spelling uri.URI
	// version is the client's number. It may start again when a document is
	// closed and opened; serial never does.
	version int64
	serial  uint64
	// revision is the serial of the first snapshot of this text: a change of the
	// configuration creates another snapshot of the same text.
	revision uint64
	name     string               // of its file, or by its language; see nameOf
	pending  *text.Pending        // its text, which is made when somebody asks
	files    *filetools.Workspace // that its calls are checked against; set by its analysis
	written  bool                 // it has changed since it was opened

	// typed is what the last change has written, nil for none, and held whether something is held back
	// because of it; see writing.go.
	typed atomic.Pointer[xmlcall.Span]
	held  atomic.Bool
	// lensed is how many calls had a lens when these were asked for last, in this version or an earlier one.
	lensed *atomic.Int64

	// The analysis of an earlier version, which this one's is derived from, nil if there is none, and the
	// bytes at the start and at the end of its text that have not changed since.
	base           *work
	prefix, suffix int

	mu   sync.Mutex
	work *work // nil before the first use
}

// text returns the text.
func (sn *snapshot) text() text.Text { return sn.pending.Text() }

// known returns the analysis that the next version's is derived from: the last that is done, or the first
// while it is under way; and how much of its text has not changed since.
func (sn *snapshot) known() (base *work, prefix, suffix int) {
	sn.mu.Lock()
	defer sn.mu.Unlock()
	if sn.work != nil && (sn.base == nil || sn.work.isDone()) {
		return sn.work, sn.pending.Len(), sn.pending.Len()
	}
	return sn.base, sn.prefix, sn.suffix
}

// splice replaces bytes of the text of a snapshot that nobody else knows yet.
func (sn *snapshot) splice(start, end int, replacement string) {
	sn.prefix, sn.suffix = min(sn.prefix, start), min(sn.suffix, sn.pending.Len()-end)
	sn.pending.Splice(start, end, replacement)
}

// wireVersion returns the version in the protocol's form, and whether that is possible:
// some clients count beyond 32 bits.
func (sn *snapshot) wireVersion() (int32, bool) {
	version := int32(sn.version)
	return version, int64(version) == sn.version
}

// checkedAgainst reports whether the calls are checked against one of the workspaces, or whether its analysis
// has started and may have chosen one.
func (sn *snapshot) checkedAgainst(list []*filetools.Workspace) bool {
	sn.mu.Lock()
	defer sn.mu.Unlock()
	return slices.Contains(list, sn.files) || sn.work != nil && !sn.work.isDone()
}

// path returns the path of the document, "" if it is not a file.
func (sn *snapshot) path() string { return pathOf(sn.key) }

func pathOf(key uri.URI) string {
	if !key.IsFile() {
		return ""
	}
	return key.FsPath()
}

// A work is the analysis of a snapshot.
type work struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when doc and err are set
	doc    *diagnostics.Document
	err    error
}

func (w *work) isDone() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// wait returns the result; nil if there is none, or not before ctx ends.
func (w *work) wait(ctx context.Context) *diagnostics.Document {
	if w == nil {
		return nil
	}
	select {
	case <-w.done:
		return w.doc
	case <-ctx.Done():
		return nil
	}
}

// close stops the analysis of a document that was closed.
func (sn *snapshot) close() {
	sn.mu.Lock()
	defer sn.mu.Unlock()
	if sn.work != nil {
		sn.work.cancel(protocol.ErrContentModified)
	}
}
