package lsp

import (
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// workspaceEdit returns edits of a snapshot's text as the client applies them. If
// possible it specifies the version, so that a client does not apply them to another
// text.
func (s *server) workspaceEdit(sn *snapshot, edits []diagnostics.Edit) *protocol.WorkspaceEdit {
	texts := s.textEdits(sn, edits)
	if !s.client.Workspace.WorkspaceEdit.DocumentChanges {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{sn.spelling: texts}}
	}
	elements := make([]protocol.TextDocumentEditElement, len(texts))
	for i := range texts {
		elements[i] = &texts[i]
	}
	return versionedEdit(sn, elements)
}

// versionedEdit returns edits of a version of a document.
func versionedEdit(sn *snapshot, elements []protocol.TextDocumentEditElement) *protocol.WorkspaceEdit {
	edit := &protocol.TextDocumentEdit{Edits: elements}
	edit.TextDocument.URI = sn.spelling
	if version, ok := sn.wireVersion(); ok {
		edit.TextDocument.Version = &version
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{edit}}
}

// textEdits returns edits of a snapshot's text in the client's encoding.
func (s *server) textEdits(sn *snapshot, edits []diagnostics.Edit) []protocol.TextEdit {
	texts := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		e = widen(sn.text(), e)
		texts[i] = protocol.TextEdit{Range: rangeIn(sn.text(), e.Span, s.client.encoding), NewText: e.Text}
	}
	return texts
}

// widen returns an equivalent edit whose ends have positions: there is none between the
// two bytes of "\r\n", nor inside a character.
func widen(t text.Text, e diagnostics.Edit) diagnostics.Edit {
	from := max(0, e.Span.Start-utf8.UTFMax)
	near := t.Slice(from, min(t.Len(), e.Span.End+utf8.UTFMax))
	start, end := e.Span.Start-from, e.Span.End-from
	for !text.HasPosition(near, start) {
		start--
	}
	for !text.HasPosition(near, end) {
		end++
	}
	return diagnostics.Edit{
		Span: xmlcall.Span{Start: from + start, End: from + end},
		Text: near[start:e.Span.Start-from] + e.Text + near[e.Span.End-from:end],
	}
}
