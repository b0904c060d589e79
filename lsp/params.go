package lsp

import (
	"fmt"
	"math"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/text"
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

// wireRange is a range in the client's encoding.
type wireRange struct {
	Start wirePosition `json:"start"`
	End   wirePosition `json:"end"`
}

// wirePosition is a position in the client's encoding, 0-based. Clients send
// the largest integer of their language for "to the end of the line".
type wirePosition struct {
	Line      int64 `json:"line"`
	Character int64 `json:"character"`
}

// A lined text finds offsets: a [text.Text], or a [text.Pending].
type lined interface {
	Offset(pos text.Position, enc text.Encoding) int
}

// span returns the byte offsets of the range in a text.
func (r wireRange) span(t lined, enc encoding) (start, end int, err error) {
	if start, err = r.Start.in(t, enc); err != nil {
		return 0, 0, err
	}
	if end, err = r.End.in(t, enc); err != nil {
		return 0, 0, err
	}
	return min(start, end), max(start, end), nil
}

// in returns the byte offset of the position in a text.
func (p wirePosition) in(t lined, enc encoding) (offset int, err error) {
	if p.Line < 0 || p.Character < 0 {
		return 0, fmt.Errorf("negative position %d:%d", p.Line, p.Character)
	}
	return t.Offset(text.Position{
		Line: int(min(p.Line, math.MaxInt32)), Column: int(min(p.Character, math.MaxInt32)),
	}, units(enc)), nil
}

// invalid returns the error for invalid parameters.
func invalid(err error) error {
	return jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
}

// decode decodes parameters into what params points to, which does not alias raw.
func decode(raw jsonrpc2.RawMessage, params any) error {
	if len(raw) == 0 || raw[0] != '{' {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, "parameters must be an object")
	}
	if err := protocol.Unmarshal(raw, params); err != nil {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	}
	return nil
}
