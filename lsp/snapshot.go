package lsp

import (
	"sync"
	"sync/atomic"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/text"
)

// snapshot is one version of a document. It is immutable, but for the result
// of its analysis, which is made once, when somebody first asks.
type snapshot struct {
	// key is the canonical URI, spelling the client's own; see codec.go.
	key      uri.URI
	spelling uri.URI
	// version is the client's number. It may start again when a document is
	// closed and opened; serial never does.
	version int64
	serial  uint64
	// revision is the serial of the first snapshot of this text: a change of the
	// configuration makes another snapshot of the same text.
	revision uint64
	named    document.Kind // by name or language
	text     text.Text
	ignored  bool // it has no diagnostics, which its analysis asks for

	// What was known of an earlier version when this one was made, and what has
	// changed since; nil for nothing.
	base    *diagnostics.Document
	changes text.Changes

	// offered is what was last found out about fix-all, of this version or an earlier one.
	offered atomic.Pointer[offered]

	analyzer *analyzer
	mu       sync.Mutex
	work     *work // nil before somebody asks, and after nobody waited any more
	closed   bool  // the document is
}

// known returns the last version of which something is known, with the edits since.
func (sn *snapshot) known() (base *diagnostics.Document, changes text.Changes) {
	sn.mu.Lock()
	defer sn.mu.Unlock()
	switch {
	case sn.work == nil || !sn.work.isDone():
		return sn.base, sn.changes
	case sn.ignored || sn.work.err != nil:
		return nil, nil
	}
	return sn.work.doc, nil
}

// wireVersion returns the version as the protocol writes it, and whether it
// can: some clients count further than 32 bits.
func (sn *snapshot) wireVersion() (int32, bool) {
	version := int32(sn.version)
	return version, int64(version) == sn.version
}

// path returns the path of the document, "" if it is not a file.
func (sn *snapshot) path() string {
	if !sn.key.IsFile() {
		return ""
	}
	return sn.key.FsPath()
}
