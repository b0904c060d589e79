package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// Name is the name the server gives itself, and the source of its diagnostics.
const Name = "forge-lsp"

// server is one session with one client.
type server struct {
	Config                // with defaults
	configured slog.Level // of Level

	settings settings
	watching watching
	wake     chan struct{} // makes follow check what is open
	changes  changes       // for follow to apply
	warnedMu sync.Mutex
	warned   map[string]bool // messages that were shown
	// showing is held while a snapshot replaces another or diagnostics are published, and guards the next two.
	showing    sync.Mutex
	publishing map[uri.URI]context.CancelFunc // what stops the goroutine that publishes those of a document
	mistakes   mistakes
	shown      map[uri.URI]bool // documents to publish; only for the goroutine that handles messages

	out       *outbox
	calls     calls
	requests  requests
	making    chan struct{} // has an item for each answer that is being created
	routes    map[string]route
	documents documents
	slots     chan struct{} // has an item for each analysis that has just started
	files     folderFiles
	works     atomic.Int64 // for which the client was asked to create progress
	templates ls.Templates
	maxShown  atomic.Int64 // diagnostics of a document
	noLenses  atomic.Bool
	client    client // written by initialize, before any request that reads it

	state atomic.Int32            // a lifecycle state
	ctx   context.Context         // of the session
	end   context.CancelCauseFunc // ends it, with errEnded in an orderly way
}

// limits are maxAnalysis and slotTime, except in tests.
type limits struct{ total, slot time.Duration }

// route handles one method. It is called on the goroutine that reads, in wire
// order; params are borrowed until it returns the answer, or what gives it [later].
type route func(ctx context.Context, params jsonrpc2.RawMessage) (answer any, err error)

// later gives an answer while the next messages are handled.
type later func() (any, error)

// The states of a session. They change only on the goroutine that reads, so
// the order of the wire decides what is accepted.
const (
	uninitialized int32 = iota
	running
	shutDown
)

// analyze analyzes a text, which open does as well.
type analyze func(path string, t text.Text, kind document.Kind, open func() *diagnostics.Document) *diagnostics.Document

// errEnded is the cause of an orderly end.
var errEnded = errors.New("the session has ended")

// settings are the open folders of a client and its configuration. They change only on
// the goroutine that reads.
type settings struct {
	folders []openFolder
	// all is what the client has sent or answered last, and own what it has answered for single folders, by
	// path. answers is whether any answer was a setting, so that an empty one means that it has no settings any
	// more, rather than that they are stored elsewhere.
	all     any
	own     map[string]any
	answers bool
	asking  string // the id of the pending request
	last    string // the last state reported to the workspace, as JSON
}

// An openFolder is a folder that a client has open.
type openFolder struct {
	uri  string // as the client spells it
	path string
}

// watching is the state of the client's file watching.
type watching struct {
	ready atomic.Bool // whether the client can be asked: it has said initialized

	mu    sync.Mutex
	asked string // the last request, as JSON
	count int    // of registrations
	// holding is the id of the client's registration. A new one is added before
	// the previous one is removed, so that nothing is missed.
	holding string
	// watched is whether the client has accepted the last request.
	watched bool
}

// requests are the server's own requests to the client.
type requests struct {
	mu    sync.Mutex
	count uint64
	// waiting are the handlers of the answers, by id.
	waiting map[string]func(*response)
}

// mistakes are the errors in files that determine how documents are checked, for files
// that are not open: these are published, also for clients that pull the diagnostics of
// open documents. The errors of an open file are among its own diagnostics.
type mistakes struct {
	known map[uri.URI][]workspace.Mistake
	shown map[uri.URI]uri.URI // files with published diagnostics, in their spelling
}

// folderFiles are the files of the open folders that calls of replies refer to: as they are in an
// editor, and otherwise on the disk.
type folderFiles struct {
	mu      sync.Mutex
	folders []string
	known   map[string]*filetools.Workspace // by folder; replaced when a file has changed
}

// recovered converts a panic to an InternalError. It must be deferred.
func (s *server) recovered(method string, err *error) {
	if r := recover(); r != nil {
		s.Logger.Error("panic", slog.String("method", method), slog.Any("value", r), slog.String("stack", string(debug.Stack())))
		*err = jsonrpc2.NewError(jsonrpc2.InternalError, fmt.Sprintf("%s: internal error: %v", method, r))
	}
}
