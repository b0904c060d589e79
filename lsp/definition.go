package lsp

import (
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/text"
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
	tool := at.Tool()
	if tool == nil || tool.Source.File == "" {
		return nil, nil
	}
	path, err := filepath.Abs(tool.Source.File)
	if err != nil {
		return nil, nil
	}
	start := protocol.Position{Line: uint32(max(tool.Source.Line-1, 0))}
	return &protocol.Location{URI: uri.File(path), Range: protocol.Range{Start: start, End: start}}, nil
}
