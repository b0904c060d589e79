package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// accepts returns the error with which a request is refused in this state of the
// session, or nil if it is accepted. A refused notification is dropped.
func (s *server) accepts(method string) error {
	switch state := s.state.Load(); {
	case method == protocol.MethodExit:
		return nil
	case state == uninitialized && method != protocol.MethodInitialize:
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "initialize first")
	case state == running && method == protocol.MethodInitialize:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "already initialized")
	case state == shutDown:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "shutting down")
	}
	return nil
}

// initializeParams are the parameters of initialize that the server reads.
type initializeParams struct {
	// ProcessID is 0 if no process started the server. It is not an integer: some clients write every number as 1.0.
	ProcessID             float64
	Capabilities          clientCapabilities
	ClientInfo            any
	Trace                 protocol.TraceValue
	InitializationOptions any
	WorkspaceFolders      []textDocument
	RootURI, RootPath     string
}

// UnmarshalJSON passes over what is of an unexpected shape.
func (p *initializeParams) UnmarshalJSON(raw []byte) error {
	type plain initializeParams
	err := json.Unmarshal(raw, (*plain)(p))
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil
	}
	return err
}

func (s *server) initialize(p *initializeParams) (*protocol.InitializeResult, error) {
	s.client = newClient(p.Capabilities, s.client.encoding)
	s.state.Store(running)
	_ = s.setTrace(&setTraceParams{p.Trace}) // an invalid value has no effect
	s.Logger.Info("initialize",
		slog.Any("client", p.ClientInfo),
		slog.String("encoding", string(s.client.encoding)),
		slog.Bool("pull", s.client.pull))
	watchParent(s.ctx, int(p.ProcessID), s.parentPoll, func() {
		s.Logger.Warn("the client's process has ended", slog.Float64("pid", p.ProcessID))
		s.end(errEnded)
	})
	s.openWorkspace(p)
	go s.follow()

	result := &protocol.InitializeResult{
		Capabilities: s.client.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: Name},
	}
	if s.Version != "" {
		result.ServerInfo.Version.Set(s.Version)
	}
	return result, nil
}

// shutdown is answered in wire order, not from another goroutine: exit may
// follow at once.
func (s *server) shutdown(context.Context, jsonrpc2.RawMessage) (any, error) {
	s.showing.Lock()
	defer s.showing.Unlock()
	s.state.Store(shutDown) // from now on nothing is published
	for _, spelling := range s.mistakes.shown {
		s.showMistakes(spelling, nil)
	}
	return nil, nil
}

func (s *server) exit(context.Context, jsonrpc2.RawMessage) (any, error) {
	s.end(errEnded)
	return nil, nil
}

// setTraceParams is [protocol.SetTraceParams] with any value.
type setTraceParams struct {
	Value protocol.TraceValue `json:"value"`
}

// setTrace sets the amount of logging. Tracing never makes the log less detailed than
// configured.
func (s *server) setTrace(p *setTraceParams) error {
	level := s.configured
	switch p.Value {
	case protocol.TraceValueOff, "":
	case protocol.TraceValueMessages:
		level = min(level, slog.LevelInfo)
	case protocol.TraceValueVerbose:
		level = min(level, slog.LevelDebug)
	default:
		return errors.New("unknown trace value " + string(p.Value))
	}
	s.Level.Set(level)
	return nil
}
