package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// maxSymbolArguments bounds up to how many calls they have their arguments in an outline: more are of no use, and
// editors keep all of them in memory.
const maxSymbolArguments = 20_000

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
	Location *location           `json:"location,omitempty"`
}

type location struct {
	URI   string         `json:"uri"`
	Range protocol.Range `json:"range"`
}

// documentSymbol answers textDocument/documentSymbol: the messages of a transcript that have
// calls, the calls, and in each its arguments.
func (s *server) documentSymbol(ctx context.Context, v *view, _ *documentParams) ([]symbol, error) {
	nested := s.client.nestedSymbols
	arguments := nested && v.doc.Summary().Calls <= maxSymbolArguments
	list := []symbol{}
	message := -1 // the index in the list of the message that calls are in
	for of := range v.Symbols(nested) {
		if ctx.Err() != nil {
			break
		}
		call := v.symbol(&of, protocol.SymbolKindFunction, nested)
		if arguments {
			for _, argument := range of.Arguments() {
				kind := protocol.SymbolKindField
				if argument.Parent {
					kind = protocol.SymbolKindArray
				}
				call.Children = append(call.Children, v.symbol(&argument, kind, nested))
			}
		}
		if of.Another {
			if message = -1; of.Message > 0 { // it ends with its last call, and its first is what is selected
				message = len(list)
				all := *call.Range
				list = append(list, symbol{
					Name: fmt.Sprintf("message %d", of.Message), Detail: of.Role.String(), Kind: protocol.SymbolKindNamespace,
					Range: &all, Selected: call.Range,
				})
			}
		}
		if message < 0 {
			list = append(list, call)
			continue
		}
		in := &list[message]
		in.Children, in.Range.End = append(in.Children, call), call.Range.End
	}
	return list, ctx.Err()
}

// symbol returns a symbol as the client has it.
func (v *view) symbol(of *ls.Symbol, kind protocol.SymbolKind, nested bool) symbol {
	where := v.rangeOf(of.Span)
	if !nested {
		return symbol{Name: of.Name, Kind: kind, Within: of.Detail, Location: &location{string(v.spelling), where}}
	}
	selected := v.rangeOf(of.Selected)
	return symbol{Name: of.Name, Kind: kind, Detail: of.Detail, Range: &where, Selected: &selected}
}
