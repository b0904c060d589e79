package lsp

import (
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Parameters that the server reads into types of its own, because the
// generated ones lose or refuse what is needed:
//   - they keep only the canonical form of a URI, and a client may compare the
//     URI of a notification with its own spelling, byte for byte;
//   - they read a content change whose range is malformed as one without a
//     range, which replaces the whole document;
//   - they refuse a code action request because another server's diagnostic in its
//     context, which is not even used, is unusual;
//   - they refuse to initialize because of one unusual capability.

// textDocument identifies a document in the client's spelling.
type textDocument struct {
	URI string `json:"uri"`
}

// errNoDocument is the error for parameters that do not identify their document.
var errNoDocument = jsonrpc2.NewError(jsonrpc2.InvalidParams, "textDocument.uri is missing")

// key returns the canonical URI, under which the document is kept.
func (d textDocument) key() uri.URI { return canonical(d.URI) }

// canonical returns the canonical form of a URI; a text that is not a URI is returned
// unchanged.
func canonical(s string) uri.URI {
	u, err := uri.Parse(s)
	if err != nil || s == "" {
		return uri.URI(s)
	}
	return u
}

// invalid returns the error for invalid parameters.
func invalid(err error) error {
	return jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
}

// decode decodes parameters. The result does not alias raw.
func decode[P any](raw jsonrpc2.RawMessage) (*P, error) {
	params := new(P)
	if len(raw) == 0 || raw[0] != '{' {
		return nil, invalid(errors.New("parameters must be an object"))
	}
	if err := protocol.Unmarshal(raw, params); err != nil {
		return nil, invalid(err)
	}
	return params, nil
}
