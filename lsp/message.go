package lsp

import (
	"bytes"
	stdjson "encoding/json"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// A message is one that the client has sent, or what should be one.
type message struct {
	method string
	params jsonrpc2.RawMessage
	call   *openRequest       // nil for a notification
	answer *jsonrpc2.Response // to a request of the server

	wrong *jsonrpc2.Error // why it is no message, otherwise nil
	id    jsonrpc2.ID     // of an invalid request, if it is known

	more bool // another message has begun to arrive
}

// wrong returns what is not a message.
func wrong(code jsonrpc2.Code, why string) *message {
	return &message{wrong: jsonrpc2.NewError(code, why)}
}

// largeMessage is the size in bytes from which on a message is checked as it is decoded.
const largeMessage = 1 << 20

// readMessage returns the message in what the transport brought, which becomes the message's. A batch is
// none: the protocol has no batches.
func readMessage(body []byte) *message {
	m := decodeMessage(body)
	// The library checks that brackets balance and leaves the rest to the decoder of
	// the parameters. So do we in a message with a document, which is large.
	if m.wrong == nil && len(body) > largeMessage || jsontext.Value(body).IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) {
		return m
	}
	return wrong(jsonrpc2.ParseError, "not JSON")
}

// decodeMessage examines JSON that should be a message. It handles the cases in which the
// library deviates from the protocol:
//   - It treats a request whose id is null as a notification, so that the sender would
//     wait forever.
//   - It refuses an id such as 1.0, as sent by clients whose language has one number
//     type. It gets the same message with the id 1.
func decodeMessage(body []byte) *message {
	decoded, err := jsonrpc2.DecodeMessage(body)
	if _, ok := decoded.(*jsonrpc2.Notification); err == nil && !(ok && bytes.Contains(body, []byte(`"id"`))) {
		return received(decoded)
	}
	bad := wrong(jsonrpc2.InvalidRequest, "not a message")
	var fields map[string]jsontext.Value
	if json.Unmarshal(body, &fields) != nil || fields["method"] == nil {
		return bad
	}
	if fields["id"] == nil && err == nil {
		return received(decoded)
	}
	var ok bool
	if bad.id, ok = parseID(fields["id"]); !ok {
		if fields["id"] != nil {
			return wrong(jsonrpc2.InvalidRequest, "the id of a request is an integer or a string")
		}
		return bad
	}
	if n, ok := bad.id.Number(); ok {
		fields["id"] = strconv.AppendInt(nil, n, 10)
	}
	plain, err := json.Marshal(fields)
	if err != nil {
		return bad
	}
	if decoded, err := jsonrpc2.DecodeMessage(plain); err == nil {
		return received(decoded)
	}
	return bad
}

func received(decoded jsonrpc2.Message) *message {
	switch m := decoded.(type) {
	case *jsonrpc2.Call:
		return &message{method: m.Method(), params: m.Params(), call: &openRequest{id: m.ID()}}
	case *jsonrpc2.Notification:
		return &message{method: m.Method(), params: m.Params()}
	case *jsonrpc2.Response:
		return &message{answer: m}
	}
	return wrong(jsonrpc2.InvalidRequest, "not a message")
}

// parseID reads a request id: a string, or an integer in any notation.
func parseID(raw []byte) (jsonrpc2.ID, bool) {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return jsonrpc2.NewNumberID(n), true
	}
	var text string
	if len(raw) > 0 && raw[0] == '"' && stdjson.Unmarshal(raw, &text) == nil {
		return jsonrpc2.NewStringID(text), true
	}
	const exact = 1 << 53 // integers up to it are exact in a float64
	if n, err := strconv.ParseFloat(string(raw), 64); err == nil && n == math.Trunc(n) && math.Abs(n) <= exact {
		return jsonrpc2.NewNumberID(int64(n)), true
	}
	return jsonrpc2.ID{}, false
}
