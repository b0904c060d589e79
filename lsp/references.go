package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
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
	if err != nil || at.call == nil || at.part() == inValue {
		return found, err
	}
	wanted := reference{server: at.block.ServerName(), tool: at.block.ToolName(), path: at.path()}
	if wanted.tool == "" {
		return found, nil
	}
	if definition := definitionOf(at.tool); p.Context.IncludeDeclaration && definition != nil {
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
		for call, shift := range doc.Calls() {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for _, span := range wanted.in(call) {
				if len(found) == maxReferences {
					return found, nil
				}
				found = append(found, protocol.Location{
					URI:   other.spelling,
					Range: rangeIn(other.text, moved(span, shift), s.client.encoding),
				})
			}
		}
	}
	return found, nil
}

// A reference is a tool, or an argument of one.
type reference struct {
	server, tool string
	path         string // of the argument, "" for the tool
}

// in returns the places in a call that refer to it, as spans of the text of its item.
func (r *reference) in(call *diagnostics.Call) (spans []xmlcall.Span) {
	block := call.Block()
	if block.ToolName() != r.tool || block.ServerName() != r.server {
		return nil
	}
	if r.path == "" {
		if name, ok := block.Child(block.Envelope(), "tool_name"); ok {
			spans = append(spans, call.Segment.FileSpan(block.Element(name).Content()))
		}
		return spans
	}
	for id := range block.Elements() {
		if pathOf(block, id) == r.path {
			name, _ := nameIn(block, block.Element(id).Start())
			spans = append(spans, call.Segment.FileSpan(name))
		}
	}
	return spans
}
