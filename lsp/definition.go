package lsp

import (
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// definition answers textDocument/definition: from a call to the definition of its tool,
// in YAML, JSON or Go; from a text that it searches for to its place in the file, from a path to the
// file. The tools of the runtime itself are not defined in a file.
func (s *server) definition(v *view, at *ls.Place, _ *positionParams) (*protocol.Location, error) {
	if path, source, span, ok := at.Found(); ok {
		return &protocol.Location{URI: uri.File(path), Range: rangeIn(text.New(source), span, v.encoding)}, nil
	}
	if path := at.Link(); path != "" {
		if file := s.Workspace.Find(v.path(), path); file != "" {
			return &protocol.Location{URI: uri.File(file)}, nil
		}
	}
	return definitionOf(at.Tool()), nil
}

// definitionOf returns the place where a tool is defined, or nil if no file defines it.
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
