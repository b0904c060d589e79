package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/ls"
)

// inlayHint answers textDocument/inlayHint: for the calls in the range the types of values
// that are not strings, and after a call its outcome if it does not run as written.
func (s *server) inlayHint(ctx context.Context, sn *snapshot, p *rangeParams) ([]protocol.InlayHint, error) {
	if sn == nil {
		return []protocol.InlayHint{}, nil // closed meanwhile
	}
	start, end, err := p.Range.span(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	return s.hintsIn(ctx, sn, doc, start, end), ctx.Err()
}

// hintsIn returns the hints between two offsets of a document.
func (s *server) hintsIn(ctx context.Context, sn *snapshot, doc *diagnostics.Document, start, end int) []protocol.InlayHint {
	hints := []protocol.InlayHint{}
	at := newCounter(sn.text, s.client.encoding)
	for hint := range ls.Hints(doc, start, end) {
		if ctx.Err() != nil {
			break
		}
		hints = append(hints, s.hint(sn, &hint, at.of(hint.Offset)))
	}
	return hints
}

// hintData is the data of a hint, from which its tooltip is created.
type hintData struct {
	URI     string `json:"uri"`
	Text    uint64 `json:"text"`    // the revision of the text for which the hint was created
	Subject int    `json:"subject"` // a byte offset in the document
	Verdict bool   `json:"verdict,omitempty"`
}

// hint returns a hint in the form of the protocol.
func (s *server) hint(sn *snapshot, h *ls.Hint, at protocol.Position) protocol.InlayHint {
	wire := protocol.InlayHint{Position: at, Label: protocol.String(h.Label)}
	if h.Verdict {
		wire.PaddingLeft = new(true)
	} else {
		wire.Kind = protocol.InlayHintKindType
	}
	if s.client.resolvesTooltip {
		data, err := json.Marshal(hintData{string(sn.spelling), sn.revision, h.Subject, h.Verdict})
		if err == nil { // there are only numbers and a string
			wire.Data = data
		}
	}
	return wire
}

// hintParams is a hint to be resolved. Everything except the data is created again.
type hintParams struct{ data hintData }

func (p *hintParams) key() uri.URI { return canonical(p.data.URI) }

// UnmarshalJSON refuses data that this server does not send.
func (p *hintParams) UnmarshalJSON(raw []byte) error {
	var hint struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &hint); err != nil {
		return err
	}
	if err := json.Unmarshal(hint.Data, &p.data); err != nil || p.data.URI == "" {
		return errors.New("data: not from an inlay hint of this server")
	}
	return nil
}

// resolveInlayHint answers inlayHint/resolve with the hint and its tooltip.
func (s *server) resolveInlayHint(ctx context.Context, sn *snapshot, p *hintParams) (*protocol.InlayHint, error) {
	if sn == nil || sn.revision != p.data.Text || p.data.Subject < 0 || p.data.Subject > sn.text.Len() {
		return nil, protocol.ErrContentModified
	}
	a, err := s.view(ctx, sn)
	if err != nil {
		return nil, err
	}
	hint, about, ok := a.Place(p.data.Subject).Hint(p.data.Verdict, formatOf(protocol.MarkupKindMarkdown))
	if !ok {
		return nil, protocol.ErrContentModified
	}
	wire := s.hint(sn, &hint, positionIn(sn.text, hint.Offset, s.client.encoding))
	wire.Tooltip = contentOf(protocol.MarkupKindMarkdown, about)
	return &wire, nil
}
