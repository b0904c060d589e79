package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
)

// A completionClient is what a client can do with completion items.
type completionClient struct {
	snippets bool // an item may have fields
	commits  bool // an item may name characters that accept it
	// insertsOrReplaces is whether an item may have two ranges, and adjustsIndentation
	// whether the client gives its lines the indentation of the first where it is told to.
	insertsOrReplaces, adjustsIndentation bool
	// resolvesDocumentation is whether an item may be sent without its documentation.
	resolvesDocumentation bool
	documentationKind     protocol.MarkupKind
	folderKind            protocol.CompletionItemKind // of the items that are folders
}

// readCompletion reads what the client can do with completion items.
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
		folderKind:            protocol.CompletionItemKindFile, // which all clients know
	}
	if slices.Contains(list(at(completion, "completionItemKind", "valueSet")), any(float64(protocol.CompletionItemKindFolder))) {
		c.folderKind = protocol.CompletionItemKindFolder
	}
	return c
}
