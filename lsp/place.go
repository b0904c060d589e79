package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

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
	TextDocument textDocument `json:"textDocument"`
	Position     wirePosition `json:"position"`
}

func (p *positionParams) key() uri.URI { return p.TextDocument.key() }

// rangeParams are the parameters of a request about a range.
type rangeParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        wireRange    `json:"range"`
}

func (p *rangeParams) key() uri.URI { return p.TextDocument.key() }

// atPlace calls a function for a place to answer a request about a position. It returns the
// zero value if the document was closed in the meantime.
func atPlace[R any](s *server, answer func(*snapshot, *ls.Place) (R, error)) func(context.Context, *snapshot, *positionParams) (R, error) {
	return func(ctx context.Context, sn *snapshot, p *positionParams) (none R, err error) {
		if sn == nil {
			return none, nil
		}
		at, err := s.place(ctx, sn, p.Position)
		if err != nil {
			return none, err
		}
		return answer(sn, at)
	}
}

// view returns the view of a snapshot.
func (s *server) view(ctx context.Context, sn *snapshot) (ls.View, error) {
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return ls.View{}, err
	}
	return ls.ViewOf(doc, sn.path()), nil
}

// place returns the place of a position of a snapshot.
func (s *server) place(ctx context.Context, sn *snapshot, position wirePosition) (*ls.Place, error) {
	offset, err := position.in(sn.text(), s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	a, err := s.view(ctx, sn)
	if err != nil {
		return nil, err
	}
	return a.Place(offset), nil
}

// rangeIn returns the range of a span of a snapshot's text.
func (s *server) rangeIn(sn *snapshot, span xmlcall.Span) protocol.Range {
	return rangeIn(sn.text(), span, s.client.encoding)
}
