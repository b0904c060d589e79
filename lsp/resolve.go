package lsp

import (
	"encoding/json"
	"errors"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// resolveData is the data of a code action, a lens or a completion item that lacks a part, which
// is created when the client resolves it.
type resolveData struct {
	URI  string `json:"uri"`
	Text uint64 `json:"text,omitempty"` // the revision of the text that it was offered for
	Code string `json:"code,omitempty"` // of the findings that an action fixes, "" for all
	Call int    `json:"call,omitempty"` // the byte offset in the document of the call of a lens
	ls.About
}

// rawOf returns data that the client sends back as it is; nil for a name that JSON cannot represent.
func rawOf(v any) protocol.LSPAny {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return raw
}

// resolveParams are a code action, a lens or a completion item that a client sends back to be completed.
type resolveParams[T any] struct {
	sent T
	data *resolveData // nil for what was sent complete: some clients resolve everything
}

func (p *resolveParams[T]) key() uri.URI {
	if p.data == nil {
		return "about:blank" // no document is needed
	}
	return canonical(p.data.URI)
}

// UnmarshalJSON refuses data that this server does not send.
func (p *resolveParams[T]) UnmarshalJSON(raw []byte) error {
	var of struct {
		Data *resolveData `json:"data"`
	}
	if err := errors.Join(protocol.Unmarshal(raw, &p.sent), protocol.Unmarshal(raw, &of)); err != nil {
		return err
	}
	if p.data = of.Data; p.data != nil && p.data.URI == "" {
		return errors.New("data: not from this server")
	}
	return nil
}
