package metamodel

import (
	"errors"
	"fmt"
)

// answer checks an answer.
func (s *Session) answer(sender side, object map[string]any) error {
	if has(object, "params") || has(object, "result") == has(object, "error") {
		return errors.New("an answer has a result or an error")
	}
	var msg *Message
	if has(object, "id") && object["id"] == nil {
		if has(object, "result") {
			return errors.New("a result without an id")
		}
	} else {
		id, err := idOf(object)
		if err != nil {
			return err
		}
		asker := 1 - sender
		method, ok := s.asked[asker][id]
		if !ok {
			if s.unseen {
				return nil
			}
			return errors.New("nobody waits for this answer")
		}
		delete(s.asked[asker], id)
		msg = s.model.Method(method)
	}
	if has(object, "error") {
		return s.checkError(msg, object["error"])
	}
	if msg != nil && msg.IsRequest() {
		if err := s.model.Check(msg.Result, object["result"]); err != nil {
			return fmt.Errorf("result of %s: %w", msg.Method, err)
		}
	}
	return nil
}

// errorType is the type of an error without its data.
var errorType = &Type{Kind: "literal", inner: Definition{Properties: []Property{
	{Name: "code", Type: &Type{Kind: "base", Name: "integer"}},
	{Name: "message", Type: &Type{Kind: "base", Name: "string"}},
	{Name: "data", Type: &Type{Kind: "reference", Name: "LSPAny"}, Optional: true},
}}}

// checkError checks the error of an answer; msg is nil if the request is not known.
func (s *Session) checkError(msg *Message, v any) error {
	if err := s.model.Check(errorType, v); err != nil {
		return fmt.Errorf("error: %w", err)
	}
	if at(v, "message") == "" {
		return errors.New("an error has a message")
	}
	if data := at(v, "data"); data != nil && msg != nil && msg.ErrorData != nil {
		if err := s.model.Check(msg.ErrorData, data); err != nil {
			return fmt.Errorf("data of an error: %w", err)
		}
	}
	return nil
}
