package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

type onTypeParams struct {
	positionParams
	Ch string `json:"ch"`
}

// onTypeTrigger is the character that [server.onTypeFormatting] acts on.
const onTypeTrigger = ">"

// onTypeFormatting answers textDocument/onTypeFormatting after a '>': after a start tag of
// a call it inserts the end tag, and in a CDATA section it splits the section if "]]>"
// would end it early, so that the value keeps it.
func (s *server) onTypeFormatting(_ context.Context, v *view, p *onTypeParams) ([]protocol.TextEdit, error) {
	edits := []protocol.TextEdit{}
	offset, err := v.offset(p.Position)
	if err != nil {
		return nil, err
	}
	if p.Ch != onTypeTrigger || offset == 0 || v.text().Slice(offset-1, offset) != onTypeTrigger || v.ignored() {
		return edits, nil
	}
	c := &ls.Completer{Text: v.text(), Offset: offset}
	edit, isTag := c.OnType(v.View)
	switch {
	case edit == nil:
		return edits, nil
	case isTag && s.client.snippetEdits:
		// Editors move a cursor to the end of text that is inserted at it, except for a
		// snippet.
		snippet := &protocol.SnippetTextEdit{Range: v.rangeOf(edit.Span), Snippet: protocol.StringValue{Kind: "snippet", Value: ls.Snippet(edit.Text)}}
		s.request(protocol.MethodWorkspaceApplyEdit, &protocol.ApplyWorkspaceEditParams{
			Label: new("Close the element"), Edit: *versionedEdit(v.snapshot, []protocol.TextDocumentEditElement{snippet}),
		}, nil)
		return edits, nil
	}
	return []protocol.TextEdit{{Range: v.rangeOf(edit.Span), NewText: edit.Text}}, nil
}
