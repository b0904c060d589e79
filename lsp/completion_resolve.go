package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/toolspec"
)

// describe adds the documentation of an item, or the data by which it is found when the
// item is resolved.
func (s *server) describe(item *protocol.CompletionItem, v *view, of ls.About, tools *toolspec.Set) {
	if of.Tool == "" {
		return
	}
	if s.client.resolvesDocumentation {
		item.Data = resolveData{URI: string(v.spelling), About: of}.raw()
		return
	}
	if about := s.documentation(v.path(), tools, of); about != nil {
		item.Documentation = about
	}
}

// documentation returns the documentation of an item, nil for none. path is that of the file, "" for none.
func (s *server) documentation(path string, tools *toolspec.Set, of ls.About) *protocol.MarkupContent {
	text := of.Text(formatOf(s.client.documentationKind), path, tools)
	if text == "" {
		return nil
	}
	return contentOf(s.client.documentationKind, text)
}

// resolveItem answers completionItem/resolve: the item with its documentation, by the
// current definitions of tools.
func (s *server) resolveItem(_ context.Context, _ *snapshot, p *resolveParams[protocol.CompletionItem]) (*protocol.CompletionItem, error) {
	if p.data == nil {
		return &p.sent, nil
	}
	path := ""
	if key := p.key(); key.IsFile() {
		path = key.FsPath()
	}
	if about := s.documentation(path, s.workspace.Options(path).Toolset(), p.data.About); about != nil {
		p.sent.Documentation = about
	}
	return &p.sent, nil
}
