package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/toolspec"
)

// completionData is the data of an item without documentation.
type completionData struct {
	URI string `json:"uri"`
	ls.About
}

// describe adds the documentation of an item, or the data by which it is found when the
// item is resolved.
func (s *server) describe(item *protocol.CompletionItem, sn *snapshot, of ls.About, tools *toolspec.Set) {
	if of.Tool == "" {
		return
	}
	if !s.client.resolvesDocumentation {
		s.document(item, sn.path(), tools, of)
		return
	}
	data, err := json.Marshal(completionData{string(sn.spelling), of})
	if err != nil {
		return // a name that JSON cannot represent
	}
	item.Data = data
}

// document adds the documentation of an item. path is that of the file, "" for none.
func (s *server) document(item *protocol.CompletionItem, path string, tools *toolspec.Set, of ls.About) {
	if text := of.Text(formatOf(s.client.documentationKind), path, tools); text != "" {
		item.Documentation = contentOf(s.client.documentationKind, text)
	}
}

// resolveItemParams is an item to be resolved.
type resolveItemParams struct {
	item protocol.CompletionItem
	data *completionData // nil for an item that was sent complete
}

func (p *resolveItemParams) key() uri.URI {
	if p.data == nil {
		return "about:blank" // no document
	}
	return canonical(p.data.URI)
}

// UnmarshalJSON refuses values that are not items, or have data that this server does not
// send: they would otherwise be sent back.
func (p *resolveItemParams) UnmarshalJSON(raw []byte) error {
	if err := protocol.Unmarshal(raw, &p.item); err != nil {
		return err
	}
	if err := wellFormedItem(raw, &p.item); err != nil {
		return err
	}
	if len(p.item.Data) == 0 || string(p.item.Data) == "null" {
		p.item.Data = nil
		return nil
	}
	p.data = new(completionData)
	if err := json.Unmarshal(p.item.Data, p.data); err != nil || p.data.URI == "" {
		return errors.New("data: not from a completion item of this server")
	}
	return nil
}

// wellFormedItem checks what the generated decoder does not check in an item.
func wellFormedItem(raw []byte, item *protocol.CompletionItem) error {
	if err := complete(raw, item); err != nil {
		return err
	}
	if d, ok := item.Documentation.(*protocol.MarkupContent); ok && d.Kind != protocol.MarkupKindMarkdown && d.Kind != protocol.MarkupKindPlainText {
		return errors.New("unknown kind of documentation")
	}
	switch {
	case item.Kind > protocol.CompletionItemKindTypeParameter:
		return errors.New("unknown kind of an item")
	case item.InsertTextFormat > protocol.InsertTextFormatSnippet || item.InsertTextMode > protocol.InsertTextModeAdjustIndentation:
		return errors.New("unknown way to insert a text")
	case slices.ContainsFunc(item.Tags, func(t protocol.CompletionItemTag) bool { return t != protocol.CompletionItemTagDeprecated }):
		return errors.New("unknown tag of an item")
	}
	return nil
}

// resolveItem answers completionItem/resolve: the item with its documentation, by the
// current definitions of tools.
func (s *server) resolveItem(_ context.Context, _ *snapshot, p *resolveItemParams) (*protocol.CompletionItem, error) {
	if p.data == nil {
		return &p.item, nil
	}
	path := ""
	if key := p.key(); key.IsFile() {
		path = key.FsPath()
	}
	s.document(&p.item, path, s.workspace.Options(path).Toolset(), p.data.About)
	return &p.item, nil
}
