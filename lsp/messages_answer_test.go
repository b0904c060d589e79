package lsp

import (
	"encoding/json"
	"fmt"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// settle waits until everything is answered, and answers the server's requests.
func (s *sending) settle() {
	s.T.Helper()
	for _, id := range s.held {
		s.send(map[string]any{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": map[string]any{"id": id}})
	}
	s.held = nil
	s.next++
	s.send(map[string]any{"jsonrpc": "2.0", "id": s.next, "method": "no/such"})
	missing := s.nobody
	s.Await(fmt.Sprintf("answers to %v, and %d without an id", s.waiting, missing), func(m wire.Message) bool {
		if m.Method == "" {
			if string(m.ID) == "null" {
				s.nobody--
			}
			delete(s.waiting, string(m.ID))
		}
		return len(s.waiting) == 0 && s.nobody <= 0
	})
	if s.nobody < 0 {
		s.T.Errorf("%d errors without an id to %d messages", missing-s.nobody, missing)
	}
	for _, m := range s.All() {
		if m.Method != "" && len(m.ID) > 0 {
			s.reply(m)
		}
	}
	s.Forget(func(wire.Message) bool { return true })
}

// reply answers a request of the server, usually correctly.
func (s *sending) reply(m wire.Message) {
	s.count["reply"]++
	answer := map[string]any{"jsonrpc": "2.0", "id": m.ID}
	result := s.Value(s.model.Method(m.Method).Result)
	switch s.IntN(5) {
	case 0:
		answer["error"] = map[string]any{"code": -32603, "message": "no"}
	case 1:
		answer["result"] = s.Spoil(result)
	default:
		answer["result"] = result
	}
	body, err := json.Marshal(answer)
	if err != nil {
		s.T.Fatal(err)
	}
	s.Frame(string(body))
}

// end shuts the server down.
func (s *sending) end() {
	s.T.Helper()
	s.settle()
	if m := s.Call("shutdown", `null`); m.Error != nil {
		s.T.Errorf("shutdown: %v", m)
	}
	for range 5 {
		m := s.message()
		delete(m, "result")
		s.send(m)
	}
	s.settle()
	s.Notify("exit", `null`)
	if code := s.exit(); code != 0 || s.err != nil {
		s.T.Errorf("exit code %d, %v", code, s.err)
	}
	if s.nobody != 0 || len(s.waiting) > 0 {
		s.T.Errorf("at the end: %d errors without an id, %v", s.nobody, s.waiting)
	}
}
