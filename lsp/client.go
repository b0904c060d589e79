package lsp

import (
	"math"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// fixAllKind is the kind of the action that applies every safe fix. Editors
// ask for its parent, source.fixAll, or for it alone.
const fixAllKind protocol.CodeActionKind = protocol.CodeActionKindSourceFixAll + ".forge"

// client holds the relevant capabilities of the client.
type client struct {
	encoding encoding
	// pull is whether the client asks for diagnostics; if not, they are pushed. Never
	// both: an editor would show every finding twice. A client without refresh requests
	// would show a changed configuration only after the next edit, so diagnostics are
	// pushed to it if possible.
	pull bool
	// refreshes is whether it supports requests to ask for them again, and refreshable are
	// all requests that make it ask again for what it shows.
	refreshes   bool
	refreshable []string
	// related is whether it shows the related places of a diagnostic.
	related bool
	// versionedEdits is whether a workspace edit may specify its version.
	versionedEdits bool
	// annotates is whether it supports edits that need confirmation, snippetEdits
	// whether a workspace edit may contain snippets, and createsFiles whether it may
	// create files. All three need versioned edits.
	annotates, snippetEdits, createsFiles bool
	// appliesEdits is whether it supports requests to apply an edit, showsDocuments
	// requests to show a place, and progress requests to show progress.
	appliesEdits, showsDocuments, progress bool
	// watches is whether it can be asked to watch files, and relativePatterns whether
	// it can watch those of one folder.
	watches, relativePatterns bool
	// configuration is whether it can be asked for settings, and configurationEvents
	// whether it must be asked to report when they change.
	configuration, configurationEvents bool
	// folders is whether it can open and close folders, and creates, renames and deletes
	// are whether it reports these operations on files.
	folders, creates, renames, deletes bool
	// nestedSymbols is whether it supports nested symbols.
	nestedSymbols bool
	// foldingLimit is the maximum number of folding ranges it accepts.
	foldingLimit int
	// preparesRename is whether it asks whether a rename is possible before it.
	preparesRename bool
	// resolvesEdit is whether a code action may be sent without its edit.
	resolvesEdit bool
	// hoverKind, signatureKind and documentationKind are the formats of hovers, of signature help and of
	// the documentation of completion items.
	hoverKind, signatureKind, documentationKind protocol.MarkupKind
	// labelOffsets is whether parameters can be specified by their place in the label of a
	// signature, and noActiveParameter whether there may be no active parameter.
	labelOffsets, noActiveParameter bool

	// snippets is whether a completion item may have fields, and commits whether it may
	// specify commit characters.
	snippets, commits bool
	// insertsOrReplaces is whether an item may have two ranges, and adjustsIndentation
	// whether the client can give its lines the indentation of the first.
	insertsOrReplaces, adjustsIndentation bool
	// resolvesDocumentation is whether an item may be sent without its documentation.
	resolvesDocumentation bool
	folderKind            protocol.CompletionItemKind // of the items that are folders
}

// readClient reads the client's capabilities. They are looked up one by one, and what
// is absent or of an unexpected shape is not supported, because one unusual capability
// must not keep the server from starting.
//
// unnamed is the encoding of a client that does not name one.
func readClient(capabilities any, unnamed encoding) client {
	get := func(path string) any { return at(capabilities, strings.Split(path, ".")...) }
	has := func(path string, value any) bool { return slices.Contains(list(get(path)), value) }
	c := client{
		encoding:     unnamed,
		foldingLimit: math.MaxInt,
		related:      get("textDocument.diagnostic.relatedInformation") == true,
		resolvesEdit: get("textDocument.codeAction.dataSupport") == true && has("textDocument.codeAction.resolveSupport.properties", "edit"),

		hoverKind:         markupKind(get("textDocument.hover.contentFormat")),
		signatureKind:     markupKind(get("textDocument.signatureHelp.signatureInformation.documentationFormat")),
		documentationKind: markupKind(get("textDocument.completion.completionItem.documentationFormat")),

		adjustsIndentation:    has("textDocument.completion.completionItem.insertTextModeSupport.valueSet", float64(protocol.InsertTextModeAdjustIndentation)),
		resolvesDocumentation: has("textDocument.completion.completionItem.resolveSupport.properties", "documentation"),
		folderKind:            protocol.CompletionItemKindFile, // which all clients support
	}
	for path, supported := range map[string]*bool{
		"workspace.diagnostics.refreshSupport":                                                    &c.refreshes,
		"workspace.workspaceEdit.documentChanges":                                                 &c.versionedEdits,
		"workspace.applyEdit":                                                                     &c.appliesEdits,
		"workspace.didChangeWatchedFiles.dynamicRegistration":                                     &c.watches,
		"workspace.didChangeWatchedFiles.relativePatternSupport":                                  &c.relativePatterns,
		"workspace.configuration":                                                                 &c.configuration,
		"workspace.didChangeConfiguration.dynamicRegistration":                                    &c.configurationEvents,
		"workspace.workspaceFolders":                                                              &c.folders,
		"workspace.fileOperations.didCreate":                                                      &c.creates,
		"workspace.fileOperations.didRename":                                                      &c.renames,
		"workspace.fileOperations.didDelete":                                                      &c.deletes,
		"window.workDoneProgress":                                                                 &c.progress,
		"window.showDocument.support":                                                             &c.showsDocuments,
		"textDocument.documentSymbol.hierarchicalDocumentSymbolSupport":                           &c.nestedSymbols,
		"textDocument.rename.prepareSupport":                                                      &c.preparesRename,
		"textDocument.signatureHelp.signatureInformation.noActiveParameterSupport":                &c.noActiveParameter,
		"textDocument.signatureHelp.signatureInformation.parameterInformation.labelOffsetSupport": &c.labelOffsets,
		"textDocument.completion.completionItem.snippetSupport":                                   &c.snippets,
		"textDocument.completion.completionItem.commitCharactersSupport":                          &c.commits,
		"textDocument.completion.completionItem.insertReplaceSupport":                             &c.insertsOrReplaces,
	} {
		*supported = get(path) == true
	}
	c.related = c.related || get("textDocument.publishDiagnostics.relatedInformation") == true
	if c.versionedEdits {
		c.annotates = get("workspace.workspaceEdit.changeAnnotationSupport") != nil
		c.snippetEdits = get("workspace.workspaceEdit.snippetEditSupport") == true && c.appliesEdits
		c.createsFiles = has("workspace.workspaceEdit.resourceOperations", string(protocol.ResourceOperationKindCreate))
	}
	if limit, ok := get("textDocument.foldingRange.rangeLimit").(float64); ok && limit >= 1 && limit < math.MaxInt32 {
		c.foldingLimit = int(limit)
	}
	if has("textDocument.completion.completionItemKind.valueSet", float64(protocol.CompletionItemKindFolder)) {
		c.folderKind = protocol.CompletionItemKindFolder
	}
	c.pull = get("textDocument.diagnostic") != nil && (c.refreshes || get("textDocument.publishDiagnostics") == nil)
	for _, r := range []struct{ capability, method string }{
		{"diagnostics", protocol.MethodWorkspaceDiagnosticRefresh},
		{"semanticTokens", protocol.MethodWorkspaceSemanticTokensRefresh},
		{"codeLens", protocol.MethodWorkspaceCodeLensRefresh},
	} {
		if get("workspace."+r.capability+".refreshSupport") == true {
			c.refreshable = append(c.refreshable, r.method)
		}
	}
	// The client's list is in its order of preference.
	for _, e := range list(get("general.positionEncodings")) {
		if name, ok := e.(string); ok && slices.Contains([]encoding{utf8Encoding, utf16Encoding, utf32Encoding}, encoding(name)) {
			c.encoding = encoding(name)
			break
		}
	}
	return c
}

// at returns the member of a decoded JSON object at a path, or nil.
func at(v any, path ...string) any {
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// list returns a decoded JSON array, or nil.
func list(v any) []any {
	l, _ := v.([]any)
	return l
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
