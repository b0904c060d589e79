package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// formatting answers textDocument/formatting: it formats the structure of calls. The options
// of the client, which concern the width of tabs, are ignored: there is one layout, which the
// command also uses.
func (s *server) formatting(ctx context.Context, sn *snapshot, _ *documentParams) ([]protocol.TextEdit, error) {
	if sn == nil {
		return []protocol.TextEdit{}, nil // closed meanwhile
	}
	return s.format(ctx, sn, 0, sn.text().Len())
}

// rangeFormatting answers textDocument/rangeFormatting: it formats the calls that the range
// touches.
func (s *server) rangeFormatting(ctx context.Context, sn *snapshot, p *rangeParams) ([]protocol.TextEdit, error) {
	if sn == nil {
		return []protocol.TextEdit{}, nil // closed meanwhile
	}
	start, end, err := p.Range.span(sn.text(), s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	return s.format(ctx, sn, start, end)
}

// format returns the edits that format the calls from start to end.
func (s *server) format(ctx context.Context, sn *snapshot, start, end int) ([]protocol.TextEdit, error) {
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	edits := []protocol.TextEdit{}
	err = diagnostics.Interruptible(ctx, func(i *diagnostics.Interrupt) {
		for _, e := range doc.With(i).Format(start, end) {
			e = widen(sn.text(), e)
			edits = append(edits, protocol.TextEdit{Range: rangeIn(sn.text(), e.Span, s.client.encoding), NewText: e.Text})
		}
	})
	return edits, err
}
