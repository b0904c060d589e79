package lsp

import (
	"log/slog"
	"strconv"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// request sends a request to the client. answered, unless it is nil, is called with the
// answer, in wire order. It returns the id, with which the answer can be given up.
func (s *server) request(method string, params any, answered func(*response)) (id string) {
	r := &s.requests
	r.mu.Lock()
	r.count++
	id = Name + "-" + strconv.FormatUint(r.count, 10)
	if answered != nil {
		r.waiting[id] = answered
	}
	r.mu.Unlock()

	if raw, ok := s.encoded(method, params); ok {
		s.out.add(jsonrpc2.AppendCall(nil, jsonrpc2.NewStringID(id), method, raw))
	}
	return id
}

// giveUp stops waiting for an answer; the id "" is ignored.
func (s *server) giveUp(id string) {
	s.requests.mu.Lock()
	defer s.requests.mu.Unlock()
	delete(s.requests.waiting, id)
}

// answered handles an answer of the client.
func (s *server) answered(answer *response) {
	r := &s.requests
	r.mu.Lock()
	take := r.waiting[answer.id]
	delete(r.waiting, answer.id)
	r.mu.Unlock()
	if answer.err != nil {
		s.Logger.Info("the client rejected a request", slog.String("id", answer.id), slog.Any("error", answer.err))
	}
	if take != nil {
		var err error
		defer s.recovered("an answer", &err)
		take(answer)
	}
}

// notify sends a notification to the client.
func (s *server) notify(method string, params any) {
	if raw, ok := s.encoded(method, params); ok {
		s.out.add(jsonrpc2.AppendNotification(nil, method, raw))
	}
}

// encoded encodes parameters, nil for none; ok is false if they cannot be.
func (s *server) encoded(method string, params any) (raw jsonrpc2.RawMessage, ok bool) {
	if params == nil {
		return nil, true
	}
	raw, err := encode(params)
	if err != nil {
		s.Logger.Error("encoding a message", slog.String("method", method), slog.Any("error", err))
	}
	return raw, err == nil
}

// encode encodes what the server sends, with the protocol's own functions, which know its
// union types.
func encode(v any) (jsonrpc2.RawMessage, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok && raw != nil {
		return raw, nil
	}
	return protocol.Marshal(v)
}

// maxShownMessages bounds the messages that are shown in a session. The log has all of
// them.
const maxShownMessages = 200

// warn shows errors in settings and files to the user, each once per session: an error
// in a configuration persists while the user types.
func (s *server) warn(reports []workspace.Report) {
	for _, r := range reports {
		s.warnedMu.Lock()
		again := s.warned[r.Message]
		shown := !again && len(s.warned) < maxShownMessages
		if shown {
			s.warned[r.Message] = true
		}
		s.warnedMu.Unlock()
		if !again {
			s.Logger.Warn("configuration", slog.String("message", r.Message), slog.Any("details", r.Details))
		}
		if shown {
			s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{
				Type:    protocol.MessageTypeWarning,
				Message: Name + ": " + foreign.Lines(r.Message),
			})
		}
	}
}
