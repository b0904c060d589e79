package agents

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Half a surrogate pair, as an escape, becomes U+FFFD: JavaScript writes it for a text that was cut.
var halfSurrogates = jsontext.AllowInvalidUTF8(true)

// isJSON reports whether a text is JSON in UTF-8.
func isJSON(text []byte) bool { return utf8.Valid(text) && stdjson.Valid(text) }

// membersOf returns the members of a batch, or nil if line is something else.
func membersOf(line []byte) *jsontext.Decoder {
	if line[0] != '[' || len(line) > maxMCPLine || !isJSON(line) {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(line), halfSurrogates, jsontext.AllowDuplicateNames(true))
	if _, err := d.ReadToken(); err != nil || d.PeekKind() == ']' {
		return nil
	}
	return d
}

// receive returns the request or notification in a message, or nil for an answer, which nobody
// waits for. Everything else is refused, with its id if it has a valid one.
//
// The SDK's own decoder takes 1.5 and 2⁶⁰+1 for other ids, and a request whose id is null for a
// notification.
func receive(body []byte) (r *jsonrpc.Request, id jsonrpc.ID, refused *jsonrpc.Error) {
	switch {
	case len(body) > maxMCPLine:
		return nil, id, invalidRequest("message too large")
	case !isJSON(body):
		return nil, id, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "not JSON in UTF-8"}
	case body[0] != '{':
		return nil, id, invalidRequest("not a message")
	}
	var m map[string]jsontext.Value
	err := json.Unmarshal(body, &m, halfSurrogates) // what comes before an error is in m
	id, hasID := requestID(m["id"])
	if err != nil {
		return nil, id, invalidRequest(err.Error())
	}
	if m["method"] == nil && (m["result"] != nil || m["error"] != nil) {
		return nil, id, nil
	}
	r = &jsonrpc.Request{ID: id, Params: stdjson.RawMessage(m["params"])}
	switch {
	case string(m["jsonrpc"]) != `"2.0"`:
		return nil, id, invalidRequest(`"jsonrpc" must be "2.0"`)
	case json.Unmarshal(m["method"], &r.Method, halfSurrogates) != nil || m["method"].Kind() != '"':
		return nil, id, invalidRequest(`"method" must be a string`)
	case m["id"] != nil && !hasID:
		return nil, id, invalidRequest(`"id" must be a string or an integer`)
	}
	return r, id, nil
}

// requestID returns a valid id: a string, or an integer in any notation that is exact in a float64.
func requestID(raw jsontext.Value) (id jsonrpc.ID, ok bool) {
	var v any
	if json.Unmarshal(raw, &v, halfSurrogates) != nil {
		return id, false
	}
	const exact = 1 << 53
	switch n := v.(type) {
	case string:
	case float64:
		if n != math.Trunc(n) || math.Abs(n) >= exact {
			return id, false
		}
	default:
		return id, false
	}
	id, err := jsonrpc.MakeID(v)
	return id, err == nil
}

func invalidRequest(why string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: why}
}

// refusal returns the answer to an invalid message. The SDK leaves out an id that is null, which
// JSON-RPC requires.
func refusal(id jsonrpc.ID, why *jsonrpc.Error) []byte {
	line, err := stdjson.Marshal(struct {
		Version string         `json:"jsonrpc"`
		ID      any            `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", id.Raw(), wireError(why)})
	if err != nil {
		panic(err) // strings and numbers
	}
	return line
}

// wireError returns the error of an answer, with a code and a short message: some errors of the SDK
// have no code, and some contain all that was sent.
func wireError(err error) *jsonrpc.Error {
	wire := jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
	if coded, ok := errors.AsType[*jsonrpc.Error](err); ok {
		wire.Code, wire.Data = coded.Code, coded.Data
	}
	if params, ok := errors.AsType[*stdjson.UnmarshalTypeError](err); ok {
		wire.Code, wire.Message = jsonrpc.CodeInvalidParams, "parameters of the wrong type"
		if params.Field != "" {
			wire.Message = fmt.Sprintf("parameter %q has the wrong type", params.Field)
		}
	}
	wire.Message = clipped(wire.Message, 500)
	return &wire
}
