package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
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
// has been, or is a call that goes on by itself; see [async].
func (s *server) dispatch(m *message) {
	switch {
	case m.wrong != nil:
		s.reject(m.id, m.wrong)
	case m.answer != nil:
		s.answered(m.answer)
	case m.call == nil:
		if err := s.notified(m); err != nil {
			s.Logger.Warn("notification failed", slog.String("method", m.method), slog.Any("error", err))
		}
	case s.calls.begin(m.call):
		free := make(chan struct{})
		m.call.free = sync.OnceFunc(func() { close(free) })
		go s.call(m)
		select {
		case <-free:
		case <-s.ended:
		}
	default:
		// With the id, it would be taken for the answer to the other one.
		s.reject(jsonrpc2.ID{}, jsonrpc2.NewError(jsonrpc2.InvalidRequest, fmt.Sprintf("a request with the id %q is already running", m.call.id)))
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

// call handles a call and sends its answer.
func (s *server) call(m *message) {
	c := m.call
	defer c.free()
	result, err := s.called(c.ctx, m)
	if c.ctx.Err() != nil || errors.Is(err, context.Canceled) {
		result, err = nil, protocol.ErrRequestCancelled
	}
	s.calls.end(c)
	s.out.add(jsonrpc2.AppendResponse(nil, c.id, result, err))
	if c.made != nil {
		c.made()
	}
	s.calls.running.Done()
}

// called returns the answer to a request.
func (s *server) called(ctx context.Context, m *message) (result jsonrpc2.RawMessage, err error) {
	defer s.handled(m.method, time.Now(), &err)
	defer s.recovered(m.method, &err)
	if err := s.accepts(m.method); err != nil {
		return nil, err
	}
	r, ok := s.routes[m.method]
	if !ok {
		return nil, jsonrpc2.NewError(jsonrpc2.MethodNotFound, fmt.Sprintf("unknown method %q", m.method))
	}
	answer, err := r(ctx, m.params)
	if err != nil {
		return nil, err
	}
	return encode(answer)
}

// notified handles a notification.
func (s *server) notified(m *message) (err error) {
	defer s.handled(m.method, time.Now(), &err)
	defer s.recovered(m.method, &err)
	if s.accepts(m.method) != nil {
		return nil // the protocol requires dropping it
	}
	if r, ok := s.routes[m.method]; ok {
		_, err = r(s.ctx, m.params)
	}
	return err
}

// handled logs how long a message took, and the error, if any. It must be deferred.
func (s *server) handled(method string, began time.Time, err *error) {
	s.Logger.Debug("handled", slog.String("method", method), slog.Duration("took", time.Since(began)), slog.Any("error", *err))
}

// makers is the number of answers of any size that are created at once, which bounds the
// memory in use when the client does not read.
const makers = 8

// room waits until there is room for what is created with a context, and few others are.
func (s *server) room(ctx context.Context) error {
	if c := callOf(ctx); c != nil && c.made == nil {
		select {
		case s.making <- struct{}{}:
			c.made = func() { <-s.making }
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s.out.below(ctx, s.maxWaiting)
}
