package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// A symbol is a DocumentSymbol of the protocol or, for a client without nested ones, a
// SymbolInformation. The protocol's own types take several times as long to encode.
type symbol struct {
	Name     string              `json:"name"`
	Kind     protocol.SymbolKind `json:"kind"`
	Detail   string              `json:"detail,omitempty"`
	Within   string              `json:"containerName,omitempty"`
	Children []symbol            `json:"children,omitempty"`
	Range    *protocol.Range     `json:"range,omitempty"`
	Selected *protocol.Range     `json:"selectionRange,omitempty"`
	Location *protocol.Location  `json:"location,omitempty"`
}

// symbolKinds are the kinds of symbols of the protocol.
var symbolKinds = [...]protocol.SymbolKind{
	ls.CallSymbol:     protocol.SymbolKindFunction,
	ls.MessageSymbol:  protocol.SymbolKindNamespace,
	ls.ArgumentSymbol: protocol.SymbolKindField,
	ls.ParentSymbol:   protocol.SymbolKindArray,
}

// documentSymbol answers textDocument/documentSymbol: the messages of a transcript that have
// calls, the calls, and in each its arguments; for a client without nested symbols the calls.
func (s *server) documentSymbol(ctx context.Context, v *view, _ *documentParams) ([]symbol, error) {
	nested, list := s.client.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport, []symbol{}
	for _, of := range v.Symbols(ctx, nested) {
		list = append(list, v.symbol(&of, nested))
	}
	return list, ctx.Err()
}

// symbol returns a symbol as the client has it.
func (v *view) symbol(of *ls.Symbol, nested bool) symbol {
	where := v.rangeOf(of.Span)
	if !nested {
		return symbol{Name: of.Name, Kind: symbolKinds[of.Kind], Within: of.Detail, Location: &protocol.Location{URI: v.spelling, Range: where}}
	}
	all := symbol{Name: of.Name, Kind: symbolKinds[of.Kind], Detail: of.Detail, Range: &where, Selected: new(v.rangeOf(of.Selected))}
	for i := range of.Children {
		all.Children = append(all.Children, v.symbol(&of.Children[i], true))
	}
	return all
}
