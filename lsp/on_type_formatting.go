package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

type onTypeParams struct {
	positionParams
	Ch string `json:"ch"`
}

// onTypeFormatting answers textDocument/onTypeFormatting after a '>': after a start tag of
// a call it inserts the end tag, and in a CDATA section it splits the section if "]]>"
// would end it early, so that the value keeps it; after a line end between the tags of a call or its arguments it puts
// the end tag on a line of its own. Where the client moves the cursor to the end of
// text that is inserted at it, as VS Code does, its extension inserts the text as a snippet.
func (s *server) onTypeFormatting(_ context.Context, v *view, p *onTypeParams) ([]protocol.TextEdit, error) {
	edits := []protocol.TextEdit{}
	offset, err := v.offset(p.Position)
	if err != nil {
		return nil, err
	}
	if typed := strings.TrimRight(v.text().Slice(0, offset), " \t"); p.Ch == "" || !strings.HasSuffix(typed, p.Ch) || v.ignored() {
		return edits, nil
	}
	c := &ls.Completer{Text: v.text(), Offset: offset}
	if edit := c.OnType(v.View); edit != nil {
		edits = append(edits, protocol.TextEdit{Range: v.rangeOf(edit.Span), NewText: edit.Text})
	}
	return edits, nil
}
