package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/toolspec"
)

type workspaceSymbolParams struct {
	Query string `json:"query"`
}

// maxWorkspaceSymbols bounds an answer: editors show a few, and ask again with each
// letter.
const maxWorkspaceSymbols = 500

// workspaceSymbol answers workspace/symbol: the tools that files of the workspace define,
// and the calls of the open documents, by the name of the tool and by their subject. A name
// matches if it contains the letters of the query in order.
func (s *server) workspaceSymbol(ctx context.Context, p *workspaceSymbolParams) (protocol.SymbolInformationSlice, error) {
	found := protocol.SymbolInformationSlice{}
	query := strings.ToLower(p.Query)
	defined := map[protocol.Location]bool{}
	open := s.documents.all()
	for _, sn := range open {
		doc, err := s.analysis(ctx, sn)
		if err != nil {
			continue // of a document, which reports it itself
		}
		for _, tool := range doc.Options().Toolset().Tools() {
			at := definitionOf(tool)
			if at == nil || defined[*at] || !ls.Matches(query, tool.Name) || len(found) == maxWorkspaceSymbols {
				continue
			}
			defined[*at] = true
			found = append(found, symbolOf(tool, *at))
		}
	}
	for _, sn := range open {
		doc, err := s.analysis(ctx, sn)
		if err != nil {
			continue
		}
		for call := range doc.Calls() {
			if len(found) == maxWorkspaceSymbols || ctx.Err() != nil {
				return found, ctx.Err()
			}
			if name, what := ls.CallSymbol(call.Call); call.Listed() && ls.Matches(query, name) {
				it := protocol.SymbolInformation{Location: protocol.Location{
					URI: sn.spelling, Range: s.rangeIn(sn, call.Place(call.Span)),
				}}
				it.Name, it.Kind = name, protocol.SymbolKindFunction
				if what != "" {
					it.ContainerName = &what
				}
				found = append(found, it)
			}
		}
	}
	return found, ctx.Err()
}

// symbolOf returns the symbol of a tool that is defined at a place.
func symbolOf(tool *toolspec.Tool, at protocol.Location) protocol.SymbolInformation {
	it := protocol.SymbolInformation{Location: at}
	it.Name, it.Kind = foreign.Line(tool.Name), protocol.SymbolKindInterface
	if tool.Server != "" {
		it.ContainerName = new(foreign.Line(tool.Server))
	}
	return it
}
