package metamodel

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A Session checks the messages of one session, in both directions. Whether an answer
// is valid depends on the messages before it.
type Session struct {
	model *Model

	mu           sync.Mutex
	asked        [2]map[string]string // the methods of requests without an answer, by sender and id
	unseen       bool                 // see Unseen
	initialized  bool                 // whether initialize was sent
	capabilities any                  // the client's
	registered   map[string]string    // methods by id
}

// A side is the sender of a message.
type side int

const (
	client side = iota
	server
)

func (s side) String() string { return [...]string{"the client", "the server"}[s] }

// New returns a session for a test, without any messages.
func New(t testing.TB) *Session {
	t.Helper()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return m.NewSession()
}

// NewSession returns a session without any messages.
func (m *Model) NewSession() *Session {
	return &Session{model: m, asked: [2]map[string]string{{}, {}}, registered: map[string]string{}}
}

// Unseen records that the client has sent messages that the session does not know, so
// any answers to them are accepted.
func (s *Session) Unseen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unseen = true
}

// FromClient records a message, or a batch of them, from the client, and returns the
// mistakes in it.
func (s *Session) FromClient(body []byte) error { return s.from(client, body) }

// FromServer records a message, or a batch of them, from the server, and returns the
// mistakes in it.
func (s *Session) FromServer(body []byte) error { return s.from(server, body) }

// Waiting returns the number of requests of the client without an answer.
func (s *Session) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked[client])
}

func (s *Session) from(sender side, body []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := Decode(body)
	if err != nil {
		return fmt.Errorf("%v sent no JSON: %w", sender, err)
	}
	list, isBatch := v.([]any)
	if !isBatch {
		list = []any{v}
	}
	var all []error
	for _, v := range list {
		if err := s.message(sender, v); err != nil {
			all = append(all, fmt.Errorf("%v sent %s: %w", sender, short(v), err))
		}
	}
	if isBatch && len(list) == 0 {
		all = append(all, fmt.Errorf("%v sent an empty batch", sender))
	}
	return errors.Join(all...)
}

// envelope are the members that a message may have.
var envelope = map[string]bool{"jsonrpc": true, "id": true, "method": true, "params": true, "result": true, "error": true}

func (s *Session) message(sender side, v any) error {
	object, ok := v.(map[string]any)
	if !ok {
		return errors.New("no object")
	}
	if has(object, "method") && has(object, "id") {
		// Whatever is wrong with a request, it must be answered, and with its id if
		// that can be read.
		id, err := idOf(object)
		if _, ok := s.asked[sender][id]; ok {
			return errors.New("the id is in use")
		}
		if id != "" {
			s.asked[sender][id], _ = object["method"].(string)
		}
		if err != nil {
			return err
		}
	}
	for name := range object {
		if !envelope[name] {
			return fmt.Errorf("a message has no %s", name)
		}
	}
	if object["jsonrpc"] != "2.0" {
		return errors.New("the version is not 2.0")
	}
	if !has(object, "method") {
		return s.answer(sender, object)
	}
	method, ok := object["method"].(string)
	if !ok {
		return errors.New("the method is not a string")
	}
	if has(object, "result") || has(object, "error") {
		return errors.New("a request with an answer")
	}
	return s.request(sender, method, object)
}

func has(object map[string]any, name string) bool { _, ok := object[name]; return ok }

// idOf returns the id of a message as JSON. It also returns an error for an integer that
// is not spelled as one.
func idOf(object map[string]any) (string, error) {
	err := fmt.Errorf("an id is an integer or a string, found %s", short(object["id"]))
	switch id := object["id"].(type) {
	case string:
		text, err := json.Marshal(id)
		return string(text), err
	case json.Number:
		if n, err := id.Int64(); err == nil {
			return strconv.FormatInt(n, 10), nil
		}
		if n, ferr := id.Float64(); ferr == nil && n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return strconv.FormatInt(int64(n), 10), err
		}
	}
	return "", err
}

// request checks a request or a notification.
func (s *Session) request(sender side, method string, object map[string]any) error {
	msg := s.model.Method(method)
	if msg == nil {
		if sender == client {
			return nil // it is refused or ignored
		}
		return errors.New("there is no such method")
	}
	if sender == client && !msg.FromClient() || sender == server && !msg.FromServer() {
		return errors.New("it goes the other way")
	}
	if msg.IsRequest() != has(object, "id") {
		return errors.New("a request has an id, a notification has none")
	}
	params, ok := object["params"]
	switch {
	case msg.Params == nil:
		if ok && params != nil {
			return errors.New("it has no parameters")
		}
		return nil
	case !ok:
		return errors.New("the parameters are missing")
	}
	if sender == client && method == "initialize" && !s.initialized {
		s.initialized = true // a second one is refused
		s.capabilities = at(params, "capabilities")
	}
	if err := s.model.Check(msg.Params, params); err != nil {
		return fmt.Errorf("params: %w", err)
	}
	if sender == client {
		return nil
	}
	return s.allowed(msg, params)
}

// allowed checks requests that a server may send only to clients that support them.
func (s *Session) allowed(msg *Message, params any) error {
	switch msg.Method {
	case "client/registerCapability":
		for _, r := range list(at(params, "registrations")) {
			if err := s.register(r); err != nil {
				return err
			}
		}
	case "client/unregisterCapability":
		for _, r := range list(at(params, "unregisterations")) {
			id, _ := at(r, "id").(string)
			if s.registered[id] == "" || s.registered[id] != at(r, "method") {
				return fmt.Errorf("%s was not registered", short(r))
			}
			delete(s.registered, id)
		}
	case "window/showMessageRequest": // the capability concerns optional features
	default:
		if msg.IsRequest() && msg.ClientCapability != "" && !s.can(msg.ClientCapability) {
			return fmt.Errorf("the client has no %s", msg.ClientCapability)
		}
	}
	return nil
}

// register checks a registration.
func (s *Session) register(r any) error {
	id, _ := at(r, "id").(string)
	method, _ := at(r, "method").(string)
	options, known := s.model.options[method]
	if !known {
		return fmt.Errorf("%s cannot be registered", method)
	}
	if _, ok := s.registered[id]; ok {
		return fmt.Errorf("%s is registered already", id)
	}
	if msg := s.model.Method(method); msg != nil && msg.ClientCapability != "" && !s.can(msg.ClientCapability+".dynamicRegistration") {
		return fmt.Errorf("the client does not take registrations of %s", method)
	}
	s.registered[id] = method
	given := at(r, "registerOptions")
	if given == nil {
		return nil
	}
	if options == nil {
		return fmt.Errorf("%s has no options", method)
	}
	if err := s.model.Check(options, given); err != nil {
		return fmt.Errorf("registerOptions: %w", err)
	}
	return nil
}

// can reports whether the client has a capability.
func (s *Session) can(path string) bool {
	v := at(s.capabilities, strings.Split(path, ".")...)
	return v != nil && v != false
}

// at returns the member of a decoded object at a path, or nil.
func at(v any, path ...string) any {
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

func list(v any) []any { l, _ := v.([]any); return l }
