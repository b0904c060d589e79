package wire

import (
	"bytes"
	stdjson "encoding/json"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// hasDocument reports whether the texts in a message are those of documents, for which
// the handler calls textOf.
func hasDocument(msg jsonrpc2.Message) bool {
	n, ok := msg.(*jsonrpc2.Notification)
	return ok && (n.Method() == protocol.MethodTextDocumentDidOpen || n.Method() == protocol.MethodTextDocumentDidChange)
}

// isBatch reports whether a body, which is JSON, is a list of messages.
func isBatch(body []byte) bool { return bytes.TrimLeft(body, " \t\r\n")[0] == '[' }

// members returns the messages of a batch.
func members(body []byte) (list []stdjson.RawMessage) {
	_ = stdjson.Unmarshal(body, &list) // it is a list
	return list
}

// incoming is a message, or an invalid one.
type incoming struct {
	body []byte // the body for the connection
	msg  jsonrpc2.Message

	why string      // what is wrong, if msg is nil
	id  jsonrpc2.ID // the id of an invalid request, if it is known
}

// receive examines JSON that should be a message. It handles the cases in which the
// library deviates from the protocol:
//   - It treats a request whose id is null as a notification, so that the sender would
//     wait forever.
//   - It refuses an id such as 1.0, as sent by clients whose language has one number
//     type. It gets the same message with the id 1.
func receive(body []byte) incoming {
	msg, err := jsonrpc2.DecodeMessage(body)
	if _, ok := msg.(*jsonrpc2.Notification); err == nil && !(ok && hasID(body)) {
		return incoming{body: body, msg: msg}
	}
	bad := incoming{why: "not a message"}
	var fields map[string]jsontext.Value
	if json.Unmarshal(body, &fields) != nil || fields["method"] == nil {
		return bad
	}
	var ok bool
	if bad.id, ok = ParseID(fields["id"]); !ok {
		if fields["id"] != nil {
			bad.why = "the id of a request is an integer or a string"
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
	if msg, err := jsonrpc2.DecodeMessage(plain); err == nil {
		return incoming{body: plain, msg: msg}
	}
	return bad
}

// hasID reports whether a message has an id, even if it is null.
func hasID(body []byte) bool {
	if !bytes.Contains(body, []byte(`"id"`)) {
		return false
	}
	var m struct {
		ID jsontext.Value `json:"id"`
	}
	return json.Unmarshal(body, &m) == nil && m.ID != nil
}

// ParseID reads a request id: a string, or an integer in any notation.
func ParseID(raw []byte) (jsonrpc2.ID, bool) {
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
