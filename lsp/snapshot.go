package lsp

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"go.lsp.dev/uri"
	"go.uber.org/zap"

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
	kind     document.Kind // as it is configured
	ignored  bool          // it has no diagnostics
	text     text.Text

	// What was known of an earlier version when this one was made, and what has
	// changed since; nil for nothing.
	base    *diagnostics.Document
	changes text.Changes

	analyzer *analyzer
	once     sync.Once
	done     chan struct{} // closed when document and err are set
	doc      *diagnostics.Document
	err      error
}

// known returns the last version of which something is known, with the edits since.
func (sn *snapshot) known() (base *diagnostics.Document, changes text.Changes) {
	if sn.ignored {
		return nil, nil
	}
	select {
	case <-sn.done:
		return sn.doc, nil
	default:
		return sn.base, sn.changes
	}
}

// wireVersion returns the version as the protocol writes it, and whether it
// can: some clients count further than 32 bits.
func (sn *snapshot) wireVersion() (int32, bool) {
	version := int32(sn.version)
	return version, int64(version) == sn.version
}

// path returns the path of the document, "" if it is no file.
func (sn *snapshot) path() string {
	if !sn.key.IsFile() {
		return ""
	}
	return sn.key.FsPath()
}

// analysis returns what is known about the text. It is shared: diagnostics and
// code actions read the same document.
func (sn *snapshot) analysis(ctx context.Context) (*diagnostics.Document, error) {
	select {
	case <-sn.done:
		return sn.doc, sn.err
	default:
	}
	// Wait for a slot here and not in the goroutine, so that snapshots that
	// nobody waits for any more are never analyzed.
	select {
	case <-sn.done:
		return sn.doc, sn.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case sn.analyzer.slots <- struct{}{}:
	}
	first := false
	sn.once.Do(func() {
		first = true
		go sn.run()
	})
	if !first {
		<-sn.analyzer.slots
	}
	select {
	case <-sn.done:
		return sn.doc, sn.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run analyzes the text. It cannot be interrupted; it runs on a goroutine of
// its own so that a cancelled request need not wait for it.
func (sn *snapshot) run() {
	defer func() {
		<-sn.analyzer.slots
		sn.analyzer.busy()
	}()
	defer close(sn.done)
	defer func() {
		if r := recover(); r != nil {
			sn.err = fmt.Errorf("analysis failed: %v", r)
			sn.analyzer.log.Error("panic", zap.String("uri", string(sn.spelling)),
				zap.Any("value", r), zap.ByteString("stack", debug.Stack()))
		}
	}()
	if sn.ignored {
		sn.doc = diagnostics.Options{}.Open(text.Text{}, document.Document)
		return
	}
	sn.doc = sn.analyzer.analyze(sn.path(), sn.text, sn.kind, sn.earlier)
}

// earlier returns the document of the text, made of what was known of an earlier
// version; nil where nothing was known with the same options.
func (sn *snapshot) earlier(o diagnostics.Options, kind document.Kind) *diagnostics.Document {
	if sn.base == nil || sn.base.ReadAs() != kind || !sn.base.Options().Equal(o) {
		return nil
	}
	return apply(sn.base, sn.changes, sn.text)
}

// analyze analyzes a text. earlier returns the same as reading the text with the
// options does, at the cost of what has changed, or nil.
type analyze func(path string, t text.Text, kind document.Kind, earlier earlier) *diagnostics.Document

type earlier func(diagnostics.Options, document.Kind) *diagnostics.Document

// analyzer analyzes snapshots, a few at a time.
type analyzer struct {
	analyze analyze
	slots   chan struct{} // holds one value for each analysis under way
	log     *zap.Logger
	busy    func() // called when an analysis is done
}

// newAnalyzer allows more than one analysis even on one processor: a small
// document does not wait for the end of a large one.
func newAnalyzer(analyze analyze, log *zap.Logger, busy func()) *analyzer {
	slots := max(4, runtime.GOMAXPROCS(0))
	return &analyzer{analyze: analyze, slots: make(chan struct{}, slots), log: log, busy: busy}
}
