package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// hover answers textDocument/hover: the description of the element at the position, and of
// the rules of the findings there.
func (s *server) hover(v *view, at *ls.Place) (*protocol.Hover, error) {
	about, span, ok := at.Hover(formatOf(s.client.hoverKind))
	if !ok {
		return nil, nil
	}
	where := v.rangeOf(span)
	return &protocol.Hover{Contents: contentOf(s.client.hoverKind, about), Range: &where}, nil
}

// markupKind returns the first of a list of formats that the server supports; an empty
// list means plain text.
func markupKind(formats any) protocol.MarkupKind {
	for _, format := range list(formats) {
		kind, _ := format.(string)
		if known := protocol.MarkupKind(kind); slices.Contains([]protocol.MarkupKind{protocol.MarkupKindMarkdown, protocol.MarkupKindPlainText}, known) {
			return known
		}
	}
	return protocol.MarkupKindPlainText
}

// formatOf returns how a text of a kind is written.
func formatOf(kind protocol.MarkupKind) ls.Format {
	return ls.Format{Markdown: kind == protocol.MarkupKindMarkdown, Address: func(path string) string { return string(uri.File(path)) }}
}

// contentOf returns a text as the protocol has it.
func contentOf(kind protocol.MarkupKind, text string) *protocol.MarkupContent {
	if kind != protocol.MarkupKindMarkdown {
		kind = protocol.MarkupKindPlainText
	}
	return &protocol.MarkupContent{Kind: kind, Value: text}
}
