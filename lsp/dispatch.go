package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// ahead is how many messages are read before their turn.
const ahead = 64

// read reads messages until the transport or the session ends, ahead of [server.dispatch], so
// that a call can be cancelled before its turn. It closes arrived. The error is nil at the end
// of the input.
func (s *server) read(in transport, arrived chan<- *message) error {
	defer close(arrived)
	for {
		if s.out.below(s.ctx, s.maxWaiting) != nil {
			return nil
		}
		body, more, err := in.receive()
		if errors.Is(err, errHeader) {
			s.reject(jsonrpc2.ID{}, jsonrpc2.NewError(jsonrpc2.ParseError, err.Error()))
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		m := readMessage(body)
		m.more = more
		if m.call != nil {
			s.calls.add(s.ctx, m.call)
		} else if m.method == protocol.MethodCancelRequest {
			s.cancel(m.params)
		}
		select {
		case arrived <- m:
		case <-s.ctx.Done():
			return nil
		}
	}
}

// cancel handles $/cancelRequest.
func (s *server) cancel(raw jsonrpc2.RawMessage) {
	var params struct {
		ID protocol.LSPAny `json:"id"`
	}
	if err := protocol.Unmarshal(raw, &params); err == nil {
		if id, ok := parseID(params.ID); ok {
			s.calls.cancel(id)
		}
	}
}

// dispatch handles a message. Messages are handled in wire order, each when the one before it
// has been, or is a call whose answer comes [later].
func (s *server) dispatch(m *message) {
	switch {
	case m.wrong != nil:
		s.reject(m.id, m.wrong)
	case m.answer != nil:
		s.answered(m.answer)
	case m.call == nil:
		if s.accepts(m.method) != nil || s.routes[m.method] == nil {
			break // the protocol requires dropping it
		}
		if _, err := s.handle(s.ctx, m); err != nil {
			s.Logger.Warn("notification failed", slog.String("method", m.method), slog.Any("error", err))
		}
	default:
		s.calls.running.Add(1)
		began := time.Now()
		answer, err := s.handle(m.call.ctx, m)
		if rest, ok := answer.(later); ok {
			go s.answer(m, began, rest)
		} else {
			s.answer(m, began, func() (any, error) { return answer, err })
		}
	}
	if !m.more {
		s.flush()
	}
}

// reject answers what is not a message, or not to be handled.
func (s *server) reject(id jsonrpc2.ID, why *jsonrpc2.Error) {
	s.Logger.Warn("message rejected", slog.Any("why", why))
	s.out.add(jsonrpc2.AppendResponse(nil, id, nil, why))
}

// handle calls the route of a message.
func (s *server) handle(ctx context.Context, m *message) (answer any, err error) {
	defer s.recovered(m.method, &err)
	if err := s.accepts(m.method); err != nil {
		return nil, err
	}
	r, ok := s.routes[m.method]
	if !ok {
		return nil, jsonrpc2.NewError(jsonrpc2.MethodNotFound, fmt.Sprintf("unknown method %q", m.method))
	}
	return r(ctx, m.params)
}

// answer sends the answer to a call that was begun.
func (s *server) answer(m *message, began time.Time, of later) {
	c := m.call
	var result jsonrpc2.RawMessage
	err := func() (err error) {
		defer s.recovered(m.method, &err)
		answer, err := of()
		if err == nil {
			result, err = encode(answer)
		}
		return err
	}()
	if c.ctx.Err() != nil || errors.Is(err, context.Canceled) {
		result, err = nil, protocol.ErrRequestCancelled
	}
	s.Logger.Debug("handled", slog.String("method", m.method), slog.Duration("took", time.Since(began)), slog.Any("error", err))
	s.calls.end(c)
	s.out.add(jsonrpc2.AppendResponse(nil, c.id, result, err))
	s.calls.running.Done()
}
