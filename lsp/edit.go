package lsp

import (
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// workspaceEdit returns edits of a snapshot's text as the client applies them.
// Where it can, it names the version, so that a client does not apply them to
// another text.
func (s *server) workspaceEdit(sn *snapshot, edits []diagnostics.Edit) *protocol.WorkspaceEdit {
	texts := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		e = widen(sn.text, e)
		texts[i] = protocol.TextEdit{Range: rangeIn(sn.text, e.Span, s.client.encoding), NewText: e.Text}
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
func widen(t text.Text, e diagnostics.Edit) diagnostics.Edit {
	from := max(0, e.Span.Start-utf8.UTFMax)
	near := t.Slice(from, min(t.Len(), e.Span.End+utf8.UTFMax))
	start, end := e.Span.Start-from, e.Span.End-from
	for !boundary(near, start) {
		start--
	}
	for !boundary(near, end) {
		end++
	}
	return diagnostics.Edit{
		Span: xmlcall.Span{Start: from + start, End: from + end},
		Text: near[start:e.Span.Start-from] + e.Text + near[e.Span.End-from:end],
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

// runeStart returns the start of the character that offset is inside of, and
// offset itself if it is at a boundary.
func runeStart(text string, offset int) int {
	if offset >= len(text) || utf8.RuneStart(text[offset]) {
		return offset
	}
	for start := offset - 1; start >= max(0, offset-utf8.UTFMax+1); start-- {
		if utf8.RuneStart(text[start]) {
			if _, size := utf8.DecodeRuneInString(text[start:]); start+size > offset {
				return start
			}
			return offset
		}
	}
	return offset
}
