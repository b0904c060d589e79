package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// workspaceEdit returns edits of a snapshot's text as the client applies them.
// Where it can, it names the version, so that a client does not apply them to
// another text.
func (s *server) workspaceEdit(sn *snapshot, edits []diagnostics.Edit) *protocol.WorkspaceEdit {
	cursor := sn.mapper.cursor()
	texts := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		e = widen(sn.text(), e)
		texts[i] = protocol.TextEdit{Range: cursor.span(e.Span.Start, e.Span.End), NewText: e.Text}
	}
	if !s.client.versionedEdits {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{sn.spelling: texts}}
	}

	edit := &protocol.TextDocumentEdit{Edits: make([]protocol.TextDocumentEditElement, len(texts))}
	edit.TextDocument.URI = sn.spelling
	if version, ok := sn.wireVersion(); ok {
		edit.TextDocument.Version = &version
	}
	for i := range texts {
		edit.Edits[i] = &texts[i]
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{edit}}
}

// widen returns the same edit with ends that have a position: there is none
// between the two bytes of "\r\n", nor inside a character.
func widen(text string, e diagnostics.Edit) diagnostics.Edit {
	start, end := e.Span.Start, e.Span.End
	for !boundary(text, start) {
		start--
	}
	for !boundary(text, end) {
		end++
	}
	return diagnostics.Edit{
		Span: xmlcall.Span{Start: start, End: end},
		Text: text[start:e.Span.Start] + e.Text + text[e.Span.End:end],
	}
}

// boundary reports whether an offset has a position of its own.
func boundary(text string, offset int) bool {
	if offset <= 0 || offset >= len(text) {
		return true
	}
	if text[offset-1] == '\r' && text[offset] == '\n' {
		return false
	}
	return runeStart(text, offset) == offset
}

// difference returns the edit that makes new of old, none if they are equal.
// It is one edit, without what both have in common at the start and the end:
// fixes are small and few, and one range is what every client applies well.
func difference(old, new string) []diagnostics.Edit {
	if old == new {
		return nil
	}
	head, tail := transcript.Common(old, new)
	for !boundary(old, head) || !boundary(new, head) {
		head--
	}
	for !boundary(old, len(old)-tail) || !boundary(new, len(new)-tail) {
		tail--
	}
	return []diagnostics.Edit{{
		Span: xmlcall.Span{Start: head, End: len(old) - tail},
		Text: new[head : len(new)-tail],
	}}
}
