package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type onTypeParams struct {
	positionParams
	Ch string `json:"ch"`
}

func (p *onTypeParams) key() uri.URI { return p.positionParams.key() }

// onTypeTrigger is the character that [server.onTypeFormatting] acts on.
const onTypeTrigger = ">"

// onTypeFormatting answers textDocument/onTypeFormatting after a '>': after a start tag of
// a call it inserts the end tag, and in a CDATA section it splits the section if "]]>"
// would end it early, so that the value keeps it.
func (s *server) onTypeFormatting(ctx context.Context, sn *snapshot, p *onTypeParams) ([]protocol.TextEdit, error) {
	edits := []protocol.TextEdit{}
	if sn == nil {
		return edits, nil // closed meanwhile
	}
	offset, err := p.Position.in(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	if p.Ch != onTypeTrigger || offset == 0 || sn.text.Slice(offset-1, offset) != onTypeTrigger {
		return edits, nil
	}
	around, err := s.around(ctx, sn, offset, offset)
	if err != nil || sn.ignored {
		return edits, err
	}
	c := &completer{server: s, sn: sn, offset: offset}
	if c.read(sn.text); !c.enter(around) || c.block == nil {
		return edits, nil
	}
	edit, isTag := c.splitSection()
	if edit == nil {
		edit, isTag = c.closeElement(), true
	}
	if edit == nil {
		return edits, nil
	}
	written, ok := c.inDocument(*edit)
	switch {
	case !ok:
		return edits, nil
	case isTag && s.client.snippetEdits:
		// Editors move a cursor to the end of text that is inserted at it, except for a
		// snippet.
		s.request(protocol.MethodWorkspaceApplyEdit, &protocol.ApplyWorkspaceEditParams{
			Label: new("Close the element"), Edit: *s.snippetEdit(sn, written),
		}, nil)
		return edits, nil
	}
	return []protocol.TextEdit{{Range: rangeIn(sn.text, written.Span, s.client.encoding), NewText: written.Text}}, nil
}

// splitSection returns the edit that splits the CDATA section that contains the cursor,
// or nil if the "]]>" before the cursor is its end.
func (c *completer) splitSection() (edit *diagnostics.Edit, isTag bool) {
	at := c.at - c.block.Span.Start // in the text of rest
	for _, problem := range c.rest.Problems {
		if problem.Kind == xmlcall.CDATAEndsEarly && problem.Span.End == at {
			return &diagnostics.Edit{Span: xmlcall.Span{Start: c.at - 1, End: c.at - 1}, Text: "]]><![CDATA["}, false
		}
	}
	return nil, false
}

// closeElement returns the edit that inserts the end tag of the element whose start tag ends
// at the cursor, or nil if there is none, or the element has an end.
func (c *completer) closeElement() *diagnostics.Edit {
	e := c.block.Element(c.open)
	if e.Start().End != c.at || e.SelfClosing() || c.hasEndTag(e) || !c.takesElement(e) {
		return nil
	}
	return &diagnostics.Edit{Span: xmlcall.Span{Start: c.at, End: c.at}, Text: "</" + e.Name() + ">"}
}

// hasEndTag reports whether an open element has its end tag after the cursor. Without one
// the parser may treat it as text rather than as an element.
func (c *completer) hasEndTag(e xmlcall.Element) bool {
	for _, other := range c.rest.Elements() {
		if other.Start().Start == e.Start().Start-c.block.Span.Start {
			return other.End().Len() > 0
		}
	}
	return false
}

// takesElement reports whether an element belongs to the structure of the call rather than
// being markup in a value.
func (c *completer) takesElement(e xmlcall.Element) bool {
	parent := e.Parent()
	switch {
	case parent == xmlcall.NoElement:
		return false // <tool> may be a mention
	case parent == c.block.Envelope():
		return slices.Contains(syntax.Envelope(), e.Local())
	case c.path(parent) == nil && !isArguments(c.block, parent):
		return false
	}
	if a := argument(c.tool, c.block, parent); a != nil && a.Kind.Scalar() {
		return false
	}
	return strings.Trim(c.block.Element(parent).Text(), " \t\r\n>") == "" // the marks of a block quote are not text
}

// inDocument returns an edit of the site's text as an edit of the document. ok is false
// if the file cannot represent its text.
func (c *completer) inDocument(e diagnostics.Edit) (edit diagnostics.Edit, ok bool) {
	if c.segment == nil {
		return diagnostics.Edit{Span: moved(e.Span, c.shift), Text: e.Text}, true
	}
	where, with, ok := c.segment.FileEdit(e.Span, e.Text)
	return diagnostics.Edit{Span: moved(where, c.inset), Text: with}, ok
}
