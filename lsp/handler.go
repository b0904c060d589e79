package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// handle is the wrapper around every route. The connection ends when a handler
// panics or a notification returns an error, so neither leaves this function.
func (s *server) handle(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	method := strings.Clone(req.Method())
	began := time.Now()
	defer func() {
		s.handled(ctx, method, time.Since(began), err)
		if !req.IsCall() {
			result, err = nil, nil
		}
	}()
	if !req.IsCall() {
		err = s.notified(ctx, method, req)
		if err != nil {
			s.log.Warn("notification failed", slog.String("method", method), slog.Any("error", err))
		}
		return nil, err
	}

	call, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.stream.Handle(req.ID(), cancel)
	ctx = callContext{call, ctx}
	result, err = s.called(ctx, method, req)
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return nil, protocol.ErrRequestCancelled
	}
	return result, err
}

// handled logs how long a message took, and the error, if any.
func (s *server) handled(ctx context.Context, method string, took time.Duration, err error) {
	if !s.log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	attributes := []slog.Attr{slog.String("method", method), slog.Duration("took", took)}
	if err != nil {
		attributes = append(attributes, slog.Any("error", err))
	}
	s.log.LogAttrs(ctx, slog.LevelDebug, "handled", attributes...)
}

// callContext is the context of one call. It is not derived from the request's
// own, which the library reuses for the next request while a goroutine of
// package context may still be asking it for its Done channel. Only
// [jsonrpc2.Async] needs that one, and finds it by Value.
type callContext struct {
	context.Context
	request context.Context
}

func (c callContext) Value(key any) any {
	if v := c.Context.Value(key); v != nil {
		return v
	}
	return c.request.Value(key)
}

// called answers a request.
func (s *server) called(ctx context.Context, method string, req *jsonrpc2.Request) (result any, err error) {
	defer s.recovered(method, &err)
	if err := s.accepts(method); err != nil {
		return nil, err
	}
	r, ok := s.routes[method]
	if !ok {
		return nil, jsonrpc2.NewError(jsonrpc2.MethodNotFound, fmt.Sprintf("unknown method %q", method))
	}
	return r(ctx, req.Params())
}

// notified handles a notification.
func (s *server) notified(ctx context.Context, method string, req *jsonrpc2.Request) (err error) {
	defer s.recovered(method, &err)
	if s.accepts(method) != nil {
		return nil // the protocol requires dropping it
	}
	if r, ok := s.routes[method]; ok {
		_, err = r(ctx, req.Params())
	}
	return err
}

// recovered converts a panic to an InternalError. It must be deferred.
func (s *server) recovered(method string, err *error) {
	if r := recover(); r != nil {
		s.log.Error("panic", slog.String("method", method), slog.Any("value", r), slog.String("stack", string(debug.Stack())))
		*err = jsonrpc2.NewError(jsonrpc2.InternalError, fmt.Sprintf("%s: internal error: %v", method, r))
	}
}

// Preempt handles $/cancelRequest ahead of messages that wait for the reader. A panic
// here would not be caught by the connection.
func (s *server) Preempt(_ context.Context, req *jsonrpc2.Request) (handled any, err error) {
	if req.IsCall() || req.Method() != protocol.MethodCancelRequest {
		return nil, jsonrpc2.ErrNotHandled
	}
	var params struct {
		ID protocol.LSPAny `json:"id"`
	}
	if err := protocol.Unmarshal(req.Params(), &params); err == nil {
		s.stream.Cancel(params.ID)
	}
	return struct{}{}, nil
}
