package lsp

import (
	stdjson "encoding/json"
	"errors"
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
	call   *openRequest // nil for a notification
	answer *response    // to a request of the server

	wrong *jsonrpc2.Error // why it is no message, otherwise nil
	id    jsonrpc2.ID     // of an invalid request, if it is known

	more bool // another message has begun to arrive
}

// A response is the client's answer to a request of the server.
type response struct {
	id     string
	result jsontext.Value
	err    error // why the client refuses it
}

// readMessage returns the message in what the transport brought. A batch is none: the protocol has no batches.
// [jsonrpc2.DecodeMessage] deviates from the protocol: it takes a request whose id is null for a notification, so that
// the sender would wait forever, and refuses an id such as 1.0, of clients whose language has one type of numbers.
func readMessage(body []byte) *message {
	var of struct {
		Version jsontext.Value `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Method  jsontext.Value `json:"method"`
		Params  place          `json:"params"`
		Result  jsontext.Value `json:"result"`
		Error   jsontext.Value `json:"error"`
	}
	bad := &message{wrong: jsonrpc2.NewError(jsonrpc2.InvalidRequest, "not a message")}
	lenient := json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if json.Unmarshal(body, &of, lenient) != nil {
		if !jsontext.Value(body).IsValid(lenient) {
			bad.wrong = jsonrpc2.NewError(jsonrpc2.ParseError, "not JSON")
		}
		return bad
	}
	id, known := parseID(of.ID)
	params := jsonrpc2.RawMessage(body[of.Params.start:of.Params.end])
	var method string
	switch isText := of.Method.Kind() == '"' && stdjson.Unmarshal(of.Method, &method) == nil; {
	case of.Method == nil:
		if string(of.Version) != `"2.0"` || (of.Result == nil) == (of.Error == nil) {
			return bad
		}
		answer := &response{result: of.Result}
		if answer.id, _ = id.StringValue(); of.Error != nil {
			answer.err = errors.New(string(of.Error))
		}
		return &message{answer: answer}
	case of.ID != nil && !known:
		bad.wrong.Message = "the id of a request is an integer or a string"
		return bad
	case string(of.Version) != `"2.0"`, !isText, of.Result != nil, of.Error != nil:
		bad.id = id
		return bad
	case known:
		return &message{method: method, params: params, call: &openRequest{id: id}}
	}
	return &message{method: method, params: params}
}

// A place is where a value is in what is decoded, in bytes: the parameters are not copied, as they may be large.
type place struct{ start, end int }

// UnmarshalJSONFrom implements [json.UnmarshalerFrom].
func (p *place) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	value, err := in.ReadValue()
	p.end = int(in.InputOffset())
	p.start = p.end - len(value)
	return err
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
