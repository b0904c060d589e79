package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// completionTriggers are the characters after which editors request completion. A path
// continues after a '/', a name after a '-'.
var completionTriggers = []string{"<", ">", "/", "&", "-"}

type completionParams struct {
	positionParams
	Context struct {
		TriggerKind      int    `json:"triggerKind"`
		TriggerCharacter string `json:"triggerCharacter"`
	} `json:"context"`
}

// completion answers textDocument/completion.
func (s *server) completion(_ context.Context, v *view, p *completionParams) (*protocol.CompletionList, error) {
	c, err := s.completer(v, p.Position)
	if err != nil {
		return nil, err
	}
	// A person requested it or typed a letter, which editors do not distinguish; without a context, only requested it.
	c.Invoked = p.Context.TriggerKind != int(protocol.CompletionTriggerKindTriggerCharacter)
	c.Words = p.Context.TriggerKind == 0
	if !v.ignored() {
		c.Complete(v.View)
	}
	return &protocol.CompletionList{Items: s.items(v, c), IsIncomplete: c.More}, nil
}

// completer returns what finds the items for a position of a document.
func (s *server) completer(v *view, position wirePosition) (*ls.Completer, error) {
	offset, err := v.offset(position)
	if err != nil {
		return nil, err
	}
	return &ls.Completer{
		Text: v.text(), Offset: offset, Templates: &s.templates,
		Pending: s.client.TextDocument.Completion.CompletionItem.CommitCharactersSupport, Snippets: s.client.TextDocument.Completion.CompletionItem.SnippetSupport, AdjustsIndentation: s.client.adjustsIndentation,
		Entries: func(folder string) ([]workspace.Entry, bool) { return s.Workspace.Entries(v.path(), folder) },
	}, nil
}

// itemKinds are the kinds of items of the protocol. A folder is what the client supports.
var itemKinds = [...]protocol.CompletionItemKind{
	ls.TextItem:     protocol.CompletionItemKindText,
	ls.KeywordItem:  protocol.CompletionItemKindKeyword,
	ls.PropertyItem: protocol.CompletionItemKindProperty,
	ls.ValueItem:    protocol.CompletionItemKindValue,
	ls.SnippetItem:  protocol.CompletionItemKindSnippet,
	ls.FileItem:     protocol.CompletionItemKindFile,
}

// items returns the items in the form of the protocol.
func (s *server) items(v *view, c *ls.Completer) []protocol.CompletionItem {
	items := make([]protocol.CompletionItem, len(c.Items))
	for i := range c.Items {
		items[i] = s.item(v, &c.Items[i], c)
	}
	return items
}

func (s *server) item(v *view, it *ls.Item, c *ls.Completer) protocol.CompletionItem {
	item := protocol.CompletionItem{Label: it.Label, InsertTextFormat: protocol.InsertTextFormatPlainText}
	if it.Kind == ls.FolderItem {
		item.Kind = s.client.folderKind
	} else {
		item.Kind = itemKinds[it.Kind]
	}
	if it.Snippet {
		item.InsertTextFormat = protocol.InsertTextFormatSnippet
	}
	if it.Adjusts {
		item.InsertTextMode = protocol.InsertTextModeAdjustIndentation
	}
	at, typed := v.rangeOf(it.Replace), v.rangeOf(xmlcall.Span{Start: it.Replace.Start, End: c.Offset})
	if s.client.TextDocument.Completion.CompletionItem.InsertReplaceSupport && it.Keep && typed != at {
		item.TextEdit = &protocol.InsertReplaceEdit{NewText: it.Text, Insert: typed, Replace: at}
	} else {
		item.TextEdit = &protocol.TextEdit{NewText: it.Text, Range: at}
	}
	item.FilterText.Set(it.Filter)
	if it.Detail != "" {
		item.Detail.Set(it.Detail)
	}
	if it.Summary != "" {
		item.LabelDetails = &protocol.CompletionItemLabelDetails{Description: &it.Summary}
	}
	if it.Sort != "" {
		item.SortText.Set(it.Sort)
	}
	if it.Commit && s.client.TextDocument.Completion.CompletionItem.CommitCharactersSupport {
		item.CommitCharacters = []string{"<"}
	}
	switch {
	case it.About.Tool == "":
	case s.client.resolvesDocumentation:
		item.Data = rawOf(resolveData{URI: string(v.spelling), About: it.About})
	default:
		s.document(&item, v.path(), c.Tools, it.About)
	}
	return item
}

// document adds the documentation of an item, if there is any. path is that of the file, "" for none.
func (s *server) document(item *protocol.CompletionItem, path string, tools *toolspec.Set, of ls.About) {
	if text := of.Text(s.client.markdownDocumentation, path, tools); text != "" {
		item.Documentation = contentOf(s.client.markdownDocumentation, text)
	}
}

// resolveItem answers completionItem/resolve: the item with its documentation, by the
// current definitions of tools.
func (s *server) resolveItem(_ context.Context, _ *snapshot, p *resolveParams[protocol.CompletionItem]) (*protocol.CompletionItem, error) {
	if p.data == nil {
		return &p.sent, nil
	}
	path := pathOf(p.key())
	s.document(&p.sent, path, s.Workspace.Options(path).Toolset(), p.data.About)
	return &p.sent, nil
}
