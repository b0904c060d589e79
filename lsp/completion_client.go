package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
)

// A completionClient holds the capabilities of a client for completion items.
type completionClient struct {
	snippets bool // an item may have fields
	commits  bool // an item may specify commit characters
	// insertsOrReplaces is whether an item may have two ranges, and adjustsIndentation
	// whether the client can give its lines the indentation of the first.
	insertsOrReplaces, adjustsIndentation bool
	// resolvesDocumentation is whether an item may be sent without its documentation.
	resolvesDocumentation bool
	documentationKind     protocol.MarkupKind
	folderKind            protocol.CompletionItemKind // of the items that are folders
}

// readCompletion reads the capabilities for completion items.
func readCompletion(capabilities any) completionClient {
	completion := at(capabilities, "textDocument", "completion")
	item := at(completion, "completionItem")
	has := func(value any, path ...string) bool { return slices.Contains(list(at(item, path...)), value) }
	c := completionClient{
		snippets:              at(item, "snippetSupport") == true,
		commits:               at(item, "commitCharactersSupport") == true,
		insertsOrReplaces:     at(item, "insertReplaceSupport") == true,
		adjustsIndentation:    has(float64(protocol.InsertTextModeAdjustIndentation), "insertTextModeSupport", "valueSet"),
		resolvesDocumentation: has("documentation", "resolveSupport", "properties"),
		documentationKind:     markupKind(at(item, "documentationFormat")),
		folderKind:            protocol.CompletionItemKindFile, // which all clients support
	}
	if slices.Contains(list(at(completion, "completionItemKind", "valueSet")), any(float64(protocol.CompletionItemKindFolder))) {
		c.folderKind = protocol.CompletionItemKindFolder
	}
	return c
}
