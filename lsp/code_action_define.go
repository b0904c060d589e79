package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// definitionEdit returns the edit that defines the tool of a call, or nil if no file can
// define it, or the client cannot create it.
func (s *server) definitionEdit(sn *snapshot, call *xmlcall.Block) *protocol.WorkspaceEdit {
	name, data, ok := s.workspace.Definitions(sn.path())
	if !ok || data == nil && !s.client.createsFiles {
		return nil
	}
	target := &snapshot{spelling: uri.File(name), version: unknownVersion, text: text.New(string(data))}
	if open := s.documents.get(canonical(string(target.spelling))); open != nil {
		target = open // which may have changed
	}
	if target.text.Len() > toolspec.MaxSource {
		return nil
	}
	added, ok := toolspec.Define(name, []byte(target.text.String()), call)
	if !ok {
		return nil
	}
	end := xmlcall.Span{Start: target.text.Len(), End: target.text.Len()}
	edit := s.workspaceEdit(target, []diagnostics.Edit{{Span: end, Text: added}})
	if data == nil {
		create := &protocol.CreateFile{
			Kind: string(protocol.ResourceOperationKindCreate), URI: target.spelling,
			Options: &protocol.CreateFileOptions{IgnoreIfExists: new(true)},
		}
		edit.DocumentChanges = append([]protocol.DocumentChange{create}, edit.DocumentChanges...)
	}
	return edit
}

// unknownVersion is the version of a file that the client has not opened: one that does
// not occur in messages.
const unknownVersion = 1 << 40
