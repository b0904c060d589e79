package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/toolspec"
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

func (p *completionParams) key() uri.URI { return p.positionParams.key() }

// invoked reports whether a person requested completion, or typed a letter: editors do
// not distinguish these. A client that sends no context only asks on request.
func (p *completionParams) invoked() bool {
	return p.Context.TriggerKind != int(protocol.CompletionTriggerKindTriggerCharacter)
}

// completion answers textDocument/completion.
func (s *server) completion(ctx context.Context, sn *snapshot, p *completionParams) (*protocol.CompletionList, error) {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	if sn == nil {
		return list, nil // closed meanwhile
	}
	c, err := s.completer(sn, p.Position)
	if err != nil {
		return nil, err
	}
	c.Invoked, c.Words = p.invoked(), p.Context.TriggerKind == 0
	around, err := s.view(ctx, sn)
	if err != nil || sn.ignored {
		return list, err
	}
	c.Complete(around)
	list.Items, list.IsIncomplete = s.items(sn, c), c.More
	return list, nil
}

// completer returns what finds the items for a position of a snapshot.
func (s *server) completer(sn *snapshot, position wirePosition) (*ls.Completer, error) {
	offset, err := position.in(sn.text(), s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	return &ls.Completer{
		Text: sn.text(), Offset: offset, Templates: &s.templates,
		Pending: s.client.commits, Snippets: s.client.snippets, AdjustsIndentation: s.client.adjustsIndentation,
		Entries: func(folder string) ([]workspace.Entry, bool) { return s.workspace.Entries(sn.path(), folder) },
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
func (s *server) items(sn *snapshot, c *ls.Completer) []protocol.CompletionItem {
	items := make([]protocol.CompletionItem, len(c.Items))
	for i := range c.Items {
		items[i] = s.item(sn, &c.Items[i], c.Tools)
	}
	return items
}

func (s *server) item(sn *snapshot, it *ls.Item, tools *toolspec.Set) protocol.CompletionItem {
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
	at, typed := s.rangeIn(sn, it.Replace), s.rangeIn(sn, it.Typed)
	if s.client.insertsOrReplaces && it.Keep && typed != at {
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
	if it.Commit && s.client.commits {
		item.CommitCharacters = []string{"<"}
	}
	s.describe(&item, sn, it.About, tools)
	return item
}
