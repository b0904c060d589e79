package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

type referenceParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     wirePosition `json:"position"`
	Context      struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

func (p *referenceParams) key() uri.URI { return p.TextDocument.key() }

// maxReferences bounds an answer: more are of no use to a person.
const maxReferences = 10_000

// references answers textDocument/references in all open documents: at the tag of an
// argument the arguments of that name in calls of the same tool, elsewhere in the envelope
// the calls of the tool.
func (s *server) references(ctx context.Context, sn *snapshot, p *referenceParams) ([]protocol.Location, error) {
	found := []protocol.Location{}
	if sn == nil {
		return found, nil // closed meanwhile
	}
	at, err := s.place(ctx, sn, p.Position)
	if err != nil {
		return found, err
	}
	wanted := at.Reference()
	if wanted == nil {
		return found, nil
	}
	if definition := definitionOf(at.Tool()); p.Context.IncludeDeclaration && definition != nil {
		found = append(found, *definition)
	}
	for _, other := range s.documents.all() {
		doc, err := s.analysis(ctx, other)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue // of another document, which reports it itself
		}
		for call := range doc.Calls() {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for _, span := range wanted.In(call.Call) {
				if len(found) == maxReferences {
					return found, nil
				}
				found = append(found, protocol.Location{
					URI:   other.spelling,
					Range: s.rangeIn(other, call.Place(span)),
				})
			}
		}
	}
	return found, nil
}
