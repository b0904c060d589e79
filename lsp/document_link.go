package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// documentLink answers textDocument/documentLink: from the paths in calls to existing files
// of the workspace.
func (s *server) documentLink(ctx context.Context, sn *snapshot, _ *documentParams) ([]protocol.DocumentLink, error) {
	links := []protocol.DocumentLink{}
	if sn == nil {
		return links, nil // closed meanwhile
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	spans, paths := ls.Paths(ctx, doc)
	if len(paths) == 0 {
		return links, ctx.Err()
	}
	for i, found := range s.workspace.Find(sn.path(), paths) {
		if found != "" {
			links = append(links, protocol.DocumentLink{
				Range: s.rangeIn(sn, spans[i]), Target: new(uri.File(found)),
			})
		}
	}
	return links, ctx.Err()
}
