package wire

import (
	"log/slog"
	"strconv"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// requests are the server's own requests to the client. They bypass the connection,
// which would block the sender; the stream delivers the answers.
type requests struct {
	mu    sync.Mutex
	count uint64
	// waiting are the handlers of the answers, by id.
	waiting map[string]func(result []byte, err error)
}

// Request sends a request. answered, unless it is nil, is called with the answer
// on the goroutine that reads; result is valid until it returns. It returns the
// id, with which the answer can be given up.
func (s *Stream) Request(method string, params any, answered func(result []byte, err error)) (id string) {
	r := &s.requests
	r.mu.Lock()
	r.count++
	id = s.options.Name + "-" + strconv.FormatUint(r.count, 10)
	if answered != nil {
		if r.waiting == nil {
			r.waiting = map[string]func([]byte, error){}
		}
		r.waiting[id] = answered
	}
	r.mu.Unlock()

	var raw jsonrpc2.RawMessage
	if params != nil {
		var err error
		if raw, err = (Codec{}).Marshal(params); err != nil {
			s.options.Log.Error("encoding a request", slog.String("method", method), slog.Any("error", err))
			return id
		}
	}
	s.send("", jsonrpc2.NewCall(jsonrpc2.NewStringID(id), method, raw))
	return id
}

// GiveUp stops waiting for an answer; the id "" is ignored.
func (s *Stream) GiveUp(id string) {
	s.requests.mu.Lock()
	defer s.requests.mu.Unlock()
	delete(s.requests.waiting, id)
}

// answered handles an answer of the client. The connection would drop it.
func (s *Stream) answered(answer *jsonrpc2.Response) {
	id, _ := answer.ID().StringValue()
	r := &s.requests
	r.mu.Lock()
	take := r.waiting[id]
	delete(r.waiting, id)
	r.mu.Unlock()
	if err := answer.Err(); err != nil {
		s.options.Log.Info("the client rejected a request", slog.String("id", id), slog.Any("error", err))
	}
	if take != nil {
		take(answer.Result(), answer.Err())
	}
}
