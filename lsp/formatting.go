package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// formatting answers textDocument/formatting: it formats the structure of calls. The options
// of the client, which concern the width of tabs, are ignored: there is one layout, which the
// command also uses.
func (s *server) formatting(ctx context.Context, v *view, _ *documentParams) ([]protocol.TextEdit, error) {
	return s.format(ctx, v, 0, v.text().Len())
}

// rangeFormatting answers textDocument/rangeFormatting: it formats the calls that the range
// touches.
func (s *server) rangeFormatting(ctx context.Context, v *view, p *rangeParams) ([]protocol.TextEdit, error) {
	start, end, err := v.span(p.Range)
	if err != nil {
		return nil, err
	}
	return s.format(ctx, v, start, end)
}

// format returns the edits that format the calls from start to end.
func (s *server) format(ctx context.Context, v *view, start, end int) (edits []protocol.TextEdit, err error) {
	err = diagnostics.Interruptible(ctx, func(i *diagnostics.Interrupt) {
		edits = s.textEdits(v.snapshot, v.doc.With(i).Format(start, end))
	})
	return edits, err
}
