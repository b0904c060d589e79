package metamodel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Session checks the messages of one session, in both directions. Whether an answer
// is valid depends on the messages before it.
type Session struct {
	model  *Model
	mu     sync.Mutex
	asked  [2]map[string]string // the methods of requests without an answer, by sender and id
	unseen bool                 // whether the client has sent what the session does not know
}

// The senders of messages.
const client, server = 0, 1

// New returns a session for a test, without any messages.
func New(t testing.TB) *Session {
	t.Helper()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return &Session{model: m, asked: [2]map[string]string{{}, {}}}
}

// Unseen accepts any answers from now on: the client has sent messages that the session does not know.
func (s *Session) Unseen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unseen = true
}

// FromClient records a message from the client, and returns the mistake in it.
func (s *Session) FromClient(body []byte) error { return s.from(client, body) }

// FromServer is FromClient for those from the server.
func (s *Session) FromServer(body []byte) error { return s.from(server, body) }

func (s *Session) from(sender int, body []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body)) // numbers are json.Number
	if err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	message, _ := v.(object) // a batch is a mistake
	if err := s.message(sender, message); err != nil {
		return fmt.Errorf("%.200s: %w", body, err)
	}
	return nil
}

func (s *Session) message(sender int, m object) error {
	id := idOf(m["id"])
	method, isMethod := m["method"].(string)
	if m["method"] != nil && id != "" {
		// Whatever is wrong with a request, it must be answered.
		if _, ok := s.asked[sender][id]; ok {
			return errors.New("the id is in use")
		}
		s.asked[sender][id] = method
	}
	if m["jsonrpc"] != "2.0" {
		return errors.New("the version is not 2.0")
	}
	if !isMethod {
		return s.answer(1-sender, id, m)
	}
	msg := s.model.methods[method]
	switch {
	case msg == nil && sender == client:
		return nil // it is refused or ignored
	case msg == nil || msg.Direction == [...]string{"serverToClient", "clientToServer"}[sender]:
		return errors.New("the other side has no such method")
	case (msg.Result != nil) != (id != ""):
		return errors.New("a request has an id, a notification has none")
	case msg.Params == nil && m["params"] != nil:
		return errors.New("it has no parameters")
	case msg.Params == nil:
		return nil
	}
	return s.model.Check(msg.Params, m["params"])
}

// answer checks an answer to a request; id is "" for one that is not known.
func (s *Session) answer(asker int, id string, m object) error {
	result, hasResult := m["result"]
	failed, hasError := m["error"]
	method, asked := s.asked[asker][id]
	delete(s.asked[asker], id)
	switch msg := s.model.methods[method]; {
	case hasResult == hasError:
		return errors.New("an answer has a result or an error")
	case !asked && !s.unseen && (id != "" || hasResult):
		return errors.New("nobody waits for this answer")
	case hasError:
		return s.model.Check(responseError, failed)
	case msg != nil && msg.Result != nil:
		return s.model.Check(msg.Result, result)
	}
	return nil
}

var responseError = &Type{Kind: "reference", Name: "ForgeResponseError"}

// idOf returns the id of a message as a text, "" for a value that is none.
func idOf(id any) string {
	switch id := id.(type) {
	case string:
		return strconv.Quote(id)
	case json.Number:
		if n, err := id.Float64(); err == nil && n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return strconv.FormatInt(int64(n), 10) // also of -0
		}
	}
	return ""
}
