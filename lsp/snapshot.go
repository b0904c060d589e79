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
	"github.com/entrhq/forge-lsp/transcript"
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
	// textSerial is the serial of the first snapshot of this text: a change of
	// the configuration makes another snapshot of the same text.
	textSerial uint64
	named      transcript.Kind // by name or language
	kind       transcript.Kind // as it is configured
	ignored    bool            // nothing is to be said of it
	mapper     *mapper         // holds the text

	analyzer *analyzer
	latest   *latest // of the document
	once     sync.Once
	done     chan struct{} // closed when result and err are set
	result   *diagnostics.Result
	err      error
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

func (sn *snapshot) text() string { return sn.mapper.text }

// analysis returns what is known about the text. It is shared: diagnostics and
// code actions read the same result.
func (sn *snapshot) analysis(ctx context.Context) (*diagnostics.Result, error) {
	select {
	case <-sn.done:
		return sn.result, sn.err
	default:
	}
	// Wait for a slot here and not in the goroutine, so that snapshots that
	// nobody waits for any more are never analyzed.
	select {
	case <-sn.done:
		return sn.result, sn.err
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
		return sn.result, sn.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run analyzes the text. It cannot be interrupted; it runs on a goroutine of
// its own so that a cancelled request need not wait for it.
func (sn *snapshot) run() {
	defer func() { <-sn.analyzer.slots }()
	defer close(sn.done)
	defer func() {
		if r := recover(); r != nil {
			sn.err = fmt.Errorf("analysis failed: %v", r)
			sn.analyzer.log.Error("panic", zap.String("uri", string(sn.spelling)),
				zap.Any("value", r), zap.ByteString("stack", debug.Stack()))
		}
	}()
	if sn.ignored {
		sn.result = &diagnostics.Result{File: &transcript.File{Text: sn.text(), Kind: sn.kind}}
		return
	}
	sn.result = sn.analyzer.analyze(sn.path(), sn.text(), sn.kind, sn.latest.get())
	sn.latest.put(sn)
}

// latest is the result of the newest snapshot of a document that was analyzed.
// The next analysis takes over what has not changed since.
type latest struct {
	mu     sync.Mutex
	serial uint64
	result *diagnostics.Result // nil if there is none yet
}

func (l *latest) get() *diagnostics.Result {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.result
}

func (l *latest) put(sn *snapshot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if sn.serial > l.serial {
		l.serial, l.result = sn.serial, sn.result
	}
}

// analyze analyzes a text; prev is the result of an earlier version of it, or nil.
type analyze func(path, text string, kind transcript.Kind, prev *diagnostics.Result) *diagnostics.Result

// analyzer analyzes snapshots, a few at a time.
type analyzer struct {
	analyze analyze
	slots   chan struct{} // holds one value for each analysis under way
	log     *zap.Logger
}

// newAnalyzer allows more than one analysis even on one processor: a small
// document does not wait for the end of a large one.
func newAnalyzer(analyze analyze, log *zap.Logger) *analyzer {
	slots := max(4, runtime.GOMAXPROCS(0))
	return &analyzer{analyze: analyze, slots: make(chan struct{}, slots), log: log}
}
