package lsp

import (
	"bytes"
	"encoding/json"
	"strconv"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// hasDocument reports whether the texts in a message are those of documents, which
// whoever handles it asks textOf for.
func hasDocument(msg jsonrpc2.Message) bool {
	n, ok := msg.(*jsonrpc2.Notification)
	return ok && (n.Method() == protocol.MethodTextDocumentDidOpen || n.Method() == protocol.MethodTextDocumentDidChange)
}

// validate returns the message that body is, nil for a batch. If the connection
// cannot take it, validate returns the code to answer with and, if the message
// has one, its id.
func validate(body []byte) (msg jsonrpc2.Message, id jsonrpc2.ID, code jsonrpc2.Code) {
	// The library checks that brackets balance and leaves the rest to whoever
	// decodes the parameters. Checking all of it here means that nothing behind
	// this line meets bad JSON.
	if !json.Valid(body) {
		return nil, id, jsonrpc2.ParseError
	}
	if bytes.TrimLeft(body, " \t\r\n")[0] == '[' {
		return nil, id, 0 // the library answers for each member
	}
	if msg, err := jsonrpc2.DecodeMessage(body); err == nil {
		return msg, id, 0
	}
	var m struct {
		ID     protocol.LSPAny `json:"id"`
		Method protocol.LSPAny `json:"method"`
	}
	if protocol.Unmarshal(body, &m) == nil && m.Method != nil {
		id, _ = parseID(m.ID)
	}
	return nil, id, jsonrpc2.InvalidRequest
}

// parseID reads a request id; it is an integer or a string.
func parseID(raw []byte) (jsonrpc2.ID, bool) {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return jsonrpc2.NewNumberID(n), true
	}
	var text string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return jsonrpc2.NewStringID(text), true
	}
	return jsonrpc2.ID{}, false
}
