package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// shows holds the capabilities of the client for showing texts other than a document's
// own.
type shows struct {
	// hoverKind is the format of hovers.
	hoverKind protocol.MarkupKind
	// signatureKind is the format of signature help, labelOffsets whether parameters can
	// be specified by their place in the label, and noActiveParameter whether there may
	// be no active parameter.
	signatureKind                   protocol.MarkupKind
	labelOffsets, noActiveParameter bool
	// appliesEdits is whether it supports requests to apply an edit, and showsDocuments
	// requests to show a place.
	appliesEdits, showsDocuments bool
}

func readShows(capabilities any) shows {
	signature := at(capabilities, "textDocument", "signatureHelp", "signatureInformation")
	return shows{
		hoverKind:         markupKind(at(capabilities, "textDocument", "hover", "contentFormat")),
		signatureKind:     markupKind(at(signature, "documentationFormat")),
		labelOffsets:      at(signature, "parameterInformation", "labelOffsetSupport") == true,
		noActiveParameter: at(signature, "noActiveParameterSupport") == true,
		appliesEdits:      at(capabilities, "workspace", "applyEdit") == true,
		showsDocuments:    at(capabilities, "window", "showDocument", "support") == true,
	}
}

// announce announces the requests for them.
func (c *shows) announce(caps *protocol.ServerCapabilities) {
	caps.HoverProvider = protocol.Boolean(true)
	caps.SignatureHelpProvider = &protocol.SignatureHelpOptions{TriggerCharacters: []string{"<"}}
	caps.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: new(c.appliesEdits)}
	caps.ExecuteCommandProvider = protocol.ExecuteCommandOptions{Commands: c.commands()}
}

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
