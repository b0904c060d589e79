package lsp

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"runtime"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Config configure a server. The zero value is usable.
type Config struct {
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
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Config) (exitCode int, err error) {
	return serve(ctx, &frames{input: in, in: bufio.NewReaderSize(in, 64<<10), out: out}, opts)
}

// ServeMessages runs one session like [Serve], over messages without headers. It closes
// messages when the session ends.
func ServeMessages(ctx context.Context, messages Messages, opts Config) (exitCode int, err error) {
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
func serve(ctx context.Context, over transport, opts Config) (exitCode int, err error) {
	s := newServer(ctx, opts)
	arrived, failed := make(chan *message, ahead), make(chan error, 1)
	go func() { failed <- s.read(over, arrived) }()
	go func() {
		if err := s.out.write(over); err != nil {
			s.end(err)
		}
	}()
	open, patience := true, answersAtExit
	for open && s.ctx.Err() == nil { // what has arrived after the end is not handled
		select {
		case <-s.ctx.Done():
		case m, ok := <-arrived:
			switch {
			case ok:
				s.dispatch(m)
			case s.ctx.Err() == nil:
				open, err, patience = false, <-failed, answersAtEnd
				s.calls.wait(patience)
			}
		}
	}
	if open {
		err = context.Cause(s.ctx)
	}
	s.end(errEnded)
	// The reader is not waited for: closing the input does not end a Read of a pipe without
	// data.
	s.calls.wait(answersAtExit)
	last, stop := context.WithTimeout(context.WithoutCancel(s.ctx), patience)
	defer stop()
	_ = s.out.below(last, 1)
	s.out.end()
	if cerr := over.Close(); cerr != nil {
		s.Logger.Debug("closing the input", slog.Any("error", cerr))
	}

	if err != nil && !errors.Is(err, errEnded) {
		s.Logger.Error("session failed", slog.Any("error", err))
		return 1, err
	}
	if s.state.Load() != shutDown {
		s.Logger.Warn("session ended without shutdown")
		return 1, nil
	}
	return 0, nil
}

func newServer(ctx context.Context, opts Config) *server {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Level == nil {
		opts.Level = new(slog.LevelVar)
	}
	if opts.Workspace == nil {
		opts.Workspace = noWorkspace{}
	}
	opts.parentPoll = cmp.Or(opts.parentPoll, 3*time.Second)
	opts.configPoll = cmp.Or(opts.configPoll, time.Second)
	opts.limits = cmp.Or(opts.limits, limits{maxAnalysis, slotTime})
	opts.maxWaiting = cmp.Or(opts.maxWaiting, maxWaiting)

	ctx, end := context.WithCancelCause(ctx)
	s := &server{
		Config:     opts,
		configured: opts.Level.Level(),
		client:     client{encoding: cmp.Or(encoding(opts.Encoding), protocol.PositionEncodingKindUTF16)},
		wake:       make(chan struct{}, 1),
		warned:     map[string]bool{},
		out:        &outbox{changed: make(chan struct{})},
		requests:   requests{waiting: map[string]func(*response){}},
		calls:      calls{byID: map[jsonrpc2.ID]*openRequest{}},
		making:     make(chan struct{}, makers),
		documents:  documents{open: map[uri.URI]*snapshot{}},
		// More than one analysis even on one processor: a small document does not wait for the end of a large one.
		slots:      make(chan struct{}, max(4, runtime.GOMAXPROCS(0))),
		publishing: map[uri.URI]context.CancelFunc{},
		mistakes:   mistakes{shown: map[uri.URI]uri.URI{}},
		shown:      map[uri.URI]bool{},
		ctx:        ctx,
		end:        end,
	}
	s.maxShown.Store(maxShown)
	s.routes = s.table()
	maps.Copy(s.routes, opts.routes)
	return s
}
