package lsp

import (
	"log/slog"
	"strconv"

	"go.lsp.dev/jsonrpc2"
)

// request sends a request to the client. answered, unless it is nil, is called with the
// answer, in wire order. It returns the id, with which the answer can be given up.
func (s *server) request(method string, params any, answered func(result []byte, err error)) (id string) {
	r := &s.requests
	r.mu.Lock()
	r.count++
	id = Name + "-" + strconv.FormatUint(r.count, 10)
	if answered != nil {
		r.waiting[id] = answered
	}
	r.mu.Unlock()

	var raw jsonrpc2.RawMessage
	if params != nil {
		var err error
		if raw, err = encode(params); err != nil {
			s.log.Error("encoding a request", slog.String("method", method), slog.Any("error", err))
			return id
		}
	}
	s.out.add(jsonrpc2.AppendCall(nil, jsonrpc2.NewStringID(id), method, raw))
	return id
}

// giveUp stops waiting for an answer; the id "" is ignored.
func (s *server) giveUp(id string) {
	s.requests.mu.Lock()
	defer s.requests.mu.Unlock()
	delete(s.requests.waiting, id)
}

// answered handles an answer of the client.
func (s *server) answered(answer *jsonrpc2.Response) {
	id, _ := answer.ID().StringValue()
	r := &s.requests
	r.mu.Lock()
	take := r.waiting[id]
	delete(r.waiting, id)
	r.mu.Unlock()
	rejected := answer.Err()
	if rejected != nil {
		s.log.Info("the client rejected a request", slog.String("id", id), slog.Any("error", rejected))
	}
	if take != nil {
		var err error
		defer s.recovered("an answer", &err)
		take(answer.Result(), rejected)
	}
}

// notify sends a notification to the client.
func (s *server) notify(method string, params any) {
	raw, err := encode(params)
	if err != nil {
		s.log.Error("encoding a notification", slog.String("method", method), slog.Any("error", err))
		return
	}
	s.out.add(jsonrpc2.AppendNotification(nil, method, raw))
}
