package lsp

import (
	"context"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/toolspec"
)

// definition answers textDocument/definition: from a call to where its tool is defined, in
// YAML, JSON or Go. The tools of the runtime itself are defined in no file.
func (s *server) definition(_ context.Context, at *place) (*protocol.Location, error) {
	if at.call == nil || at.part() == inValue {
		return nil, nil
	}
	return definitionOf(at.tool), nil
}

// definitionOf returns where a tool is defined, nil where no file defines it.
func definitionOf(tool *toolspec.Tool) *protocol.Location {
	if tool == nil || tool.Source.File == "" {
		return nil
	}
	path, err := filepath.Abs(tool.Source.File)
	if err != nil {
		return nil
	}
	start := protocol.Position{Line: uint32(max(tool.Source.Line-1, 0))}
	return &protocol.Location{URI: uri.File(path), Range: protocol.Range{Start: start, End: start}}
}
