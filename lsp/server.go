package lsp

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"maps"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/text"
)

// Name is the name the server gives itself, and the source of its diagnostics.
const Name = "forge-lsp"

// Options configure a server. The zero value is usable.
type Options struct {
	// Logger receives the server's log; nil discards it. It must not write to
	// the stream that Serve writes messages to.
	Logger *slog.Logger
	// Level is the level of Logger, so that $/setTrace can change it. Its value
	// when Serve is called is the configured level, which trace "off" restores.
	Level *slog.LevelVar
	// Version is the server's version, which initialize returns as serverInfo.version;
	// "" omits it.
	Version string

	// Workspace determines the settings of documents; nil means one without any
	// configuration.
	Workspace Workspace

	// Encoding is the unit of positions for a client that does not announce its encodings:
	// utf-8, utf-16 or utf-32. "" means UTF-16, as in the protocol; but there are clients
	// that count bytes.
	Encoding string

	// The other fields are for tests; a zero field means the default.

	analyze    analyze
	limits     limits
	routes     map[string]route
	parentPoll time.Duration // between checks of the parent process
	configPoll time.Duration // between checks of the disk
	maxWaiting int
}

// Serve runs one session: it reads messages from in and writes messages to
// out until the client sends exit, in ends, the client's process is gone, or
// ctx is done.
//
// The exit code is the one that the protocol specifies for the process: 0 after a
// shutdown request, 1 otherwise. The error is nil unless the session failed: because of
// a header that cannot be read, an output that cannot be written, or ctx.
//
// Serve closes in if it is an io.Closer. If that does not end a Read in progress, a
// goroutine stays in it after Serve has returned, and another one in Write if the
// client has stopped reading.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) (exitCode int, err error) {
	return serve(ctx, newFrames(in, out), opts)
}

// ServeMessages runs one session like [Serve], over messages without headers. It closes
// messages when the session ends.
func ServeMessages(ctx context.Context, messages Messages, opts Options) (exitCode int, err error) {
	return serve(ctx, &unframed{Messages: messages}, opts)
}

const (
	// answersAtEnd is the time for answering the calls that were read before the end of
	// the input, and for the client to read the answers: one that has only closed its end may
	// still read. A client that is gone must not keep the process alive.
	answersAtEnd = 10 * time.Second
	// answersAtExit is the same after exit, when calls are cancelled.
	answersAtExit = 200 * time.Millisecond
)

// serve runs three loops: one reads, one handles messages in wire order, and one writes.
func serve(ctx context.Context, over transport, opts Options) (exitCode int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	s := newServer(ctx, opts)
	arrived, failed := make(chan *message, ahead), make(chan error, 1)
	go func() { failed <- s.read(over, arrived) }()
	go func() {
		if err := s.out.write(over); err != nil {
			s.end(err)
		}
	}()
	patience := answersAtExit
	for open := true; open; {
		select {
		case <-s.ended:
			open, err = false, s.endError
			continue
		default:
		}
		select {
		case <-s.ended:
		case <-ctx.Done():
			open, err = false, context.Cause(ctx)
		case m, ok := <-arrived:
			if ok {
				s.dispatch(m)
				continue
			}
			open, err, patience = false, <-failed, answersAtEnd
			s.calls.wait(patience)
		}
	}

	cancel()
	s.publisher.close()
	// The reader is not waited for: closing the input does not end a Read of a pipe without
	// data.
	s.calls.wait(answersAtExit)
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer stop()
	_ = s.out.below(last, 1)
	s.out.end()
	if cerr := over.close(); cerr != nil {
		s.log.Debug("closing the input", slog.Any("error", cerr))
	}

	if err != nil {
		s.log.Error("session failed", slog.Any("error", err))
		return 1, err
	}
	if s.state.Load() != shutDown {
		s.log.Warn("session ended without shutdown")
		return 1, nil
	}
	return 0, nil
}

func newServer(ctx context.Context, opts Options) *server {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Level == nil {
		opts.Level = new(slog.LevelVar)
	}
	if opts.analyze == nil {
		opts.analyze = opts.run
	}
	if opts.parentPoll == 0 {
		opts.parentPoll = 3 * time.Second
	}
	if opts.configPoll == 0 {
		opts.configPoll = time.Second
	}
	if opts.limits == (limits{}) {
		opts.limits = limits{maxAnalysis, slotTime}
	}

	s := &server{
		log:        opts.Logger,
		level:      opts.Level,
		configured: opts.Level.Level(),
		version:    opts.Version,
		parentPoll: opts.parentPoll,
		configPoll: opts.configPoll,
		workspace:  opts.workspace(),
		client:     client{encoding: cmp.Or(encoding(opts.Encoding), utf16Encoding)},
		wake:       make(chan struct{}, 1),
		warned:     map[string]bool{},
		out:        newOutbox(),
		requests:   requests{waiting: map[string]func([]byte, error){}},
		making:     make(chan struct{}, makers),
		maxWaiting: cmp.Or(opts.maxWaiting, maxWaiting),
		ctx:        ctx,
		ended:      make(chan struct{}),
	}
	s.maxShown.Store(maxShown)
	s.calls = calls{out: s.out, byID: map[jsonrpc2.ID]*call{}}
	s.documents = newDocuments(&analyzer{
		ctx: ctx, analyze: opts.analyze, prepare: s.prepare, finished: s.analyzed,
		slots: newSlots(), limits: opts.limits, log: s.log,
	})
	s.publisher = newPublisher(s)
	s.routes = s.table()
	maps.Copy(s.routes, opts.routes)
	return s
}

// run analyzes a text.
func (o Options) run(path string, _ text.Text, kind document.Kind, read reading) *diagnostics.Document {
	return read(o.workspace().Options(path), kind)
}

// prepare returns how a snapshot is read, and reads the files that its options need.
func (s *server) prepare(ctx context.Context, sn *snapshot) (kind document.Kind, read bool) {
	s.changes.wait(ctx)
	path := sn.path()
	kind, read = s.workspace.Kind(path, sn.kind())
	s.workspace.Options(path)
	var files *filetools.Workspace
	if sn.written {
		files = s.filesOf(path, kind)
	}
	sn.mu.Lock()
	sn.files = files
	sn.mu.Unlock()
	return kind, read
}

// analyzed handles the end of an analysis. Workspace data for a document that is closed
// must be dropped.
func (s *server) analyzed(closed bool) {
	if closed {
		s.poke()
	}
}

// workspace returns the Workspace.
func (o Options) workspace() Workspace {
	if o.Workspace == nil {
		return noWorkspace{}
	}
	return o.Workspace
}

// end ends the session; err is nil for an orderly end. Only the first call has an
// effect.
func (s *server) end(err error) {
	s.endOnce.Do(func() {
		s.endError = err
		close(s.ended)
	})
}

// publish sends the diagnostics of a document.
func (s *server) publish(params *protocol.PublishDiagnosticsParams) {
	s.notify(protocol.MethodTextDocumentPublishDiagnostics, params)
}
