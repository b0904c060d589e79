package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// documentParams are the parameters of a request about a document.
type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
}

func (p *documentParams) key() uri.URI { return p.TextDocument.key() }

// positionParams are the parameters of a request about a position.
type positionParams struct {
	documentParams
	Position wirePosition `json:"position"`
}

func (p *positionParams) position() wirePosition { return p.Position }

// rangeParams are the parameters of a request about a range.
type rangeParams struct {
	documentParams
	Range wireRange `json:"range"`
}

// A view is a version of a document with its analysis, as the client sees it.
type view struct {
	*snapshot
	ls.View
	doc      *diagnostics.Document
	encoding encoding
}

// view returns the view of a snapshot.
func (s *server) view(ctx context.Context, sn *snapshot) (*view, error) {
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	return &view{sn, ls.ViewOf(doc, sn.path()), doc, s.client.encoding}, nil
}

// position returns the position of a byte offset of the document.
func (v *view) position(offset int) protocol.Position {
	return onWire(v.text().Position(offset, units[v.encoding]))
}

// rangeOf returns the range of a span of the document.
func (v *view) rangeOf(span xmlcall.Span) protocol.Range {
	return rangeIn(v.text(), span, v.encoding)
}

// offset returns the byte offset of a position.
func (v *view) offset(p wirePosition) (int, error) { return p.in(v.text(), v.encoding) }

// span returns the byte offsets of a range.
func (v *view) span(r wireRange) (start, end int, err error) { return r.span(v.text(), v.encoding) }

// at returns what is at a position.
func (v *view) at(p wirePosition) (*ls.Place, error) {
	offset, err := v.offset(p)
	if err != nil {
		return nil, err
	}
	return v.Place(offset), nil
}

// ignored reports whether the document is not read, and has no diagnostics.
func (v *view) ignored() bool { return v.doc == unread() }
