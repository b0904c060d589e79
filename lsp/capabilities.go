package lsp

import (
	"slices"
	"strconv"

	"go.lsp.dev/protocol"
)

// encoding is the unit of a character offset in a position.
type encoding = protocol.PositionEncodingKind

const (
	utf8Encoding  = protocol.PositionEncodingKindUTF8
	utf16Encoding = protocol.PositionEncodingKindUTF16
	utf32Encoding = protocol.PositionEncodingKindUTF32
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
	// refreshes is whether it supports requests to ask for them again.
	refreshes bool
	// related is whether it shows the related places of a diagnostic.
	related bool
	// versionedEdits is whether a workspace edit may specify its version.
	versionedEdits bool
	// annotates is whether it supports edits that need confirmation, snippetEdits
	// whether a workspace edit may contain snippets, and createsFiles whether it may
	// create files. All three need versioned edits.
	annotates, snippetEdits, createsFiles bool
	// watches is whether it can be asked to watch files, and relativePatterns whether
	// it can watch those of one folder.
	watches, relativePatterns bool
	// configuration is whether it can be asked for settings, and configurationEvents
	// whether it must be asked to report when they change.
	configuration, configurationEvents bool
	workspaceClient
	completionClient
	// nestedSymbols is whether it supports nested symbols.
	nestedSymbols bool
	// foldingLimit is the maximum number of folding ranges it accepts.
	foldingLimit int
	// preparesRename is whether it asks whether a rename is possible before it.
	preparesRename bool
	shows
	// resolvesEdit is whether a code action may be sent without its edit.
	resolvesEdit bool
}

// readClient reads the client's capabilities. They are looked up one by one, and what
// is absent or of an unexpected shape is not supported, because one unusual capability
// must not keep the server from starting.
//
// unnamed is the encoding of a client that does not name one.
func readClient(capabilities any, unnamed encoding) client {
	c := client{
		encoding:  unnamed,
		refreshes: at(capabilities, "workspace", "diagnostics", "refreshSupport") == true,
		related: at(capabilities, "textDocument", "publishDiagnostics", "relatedInformation") == true ||
			at(capabilities, "textDocument", "diagnostic", "relatedInformation") == true,
		watches:             at(capabilities, "workspace", "didChangeWatchedFiles", "dynamicRegistration") == true,
		relativePatterns:    at(capabilities, "workspace", "didChangeWatchedFiles", "relativePatternSupport") == true,
		configuration:       at(capabilities, "workspace", "configuration") == true,
		configurationEvents: at(capabilities, "workspace", "didChangeConfiguration", "dynamicRegistration") == true,
		workspaceClient:     readWorkspaceClient(capabilities),
		versionedEdits:      at(capabilities, "workspace", "workspaceEdit", "documentChanges") == true,
		nestedSymbols:       at(capabilities, "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport") == true,
		foldingLimit:        maxFolding,
		preparesRename:      at(capabilities, "textDocument", "rename", "prepareSupport") == true,
		shows:               readShows(capabilities),
		resolvesEdit: at(capabilities, "textDocument", "codeAction", "dataSupport") == true &&
			slices.Contains(list(at(capabilities, "textDocument", "codeAction", "resolveSupport", "properties")), any("edit")),
	}
	c.completionClient = readCompletion(capabilities)
	if edit := at(capabilities, "workspace", "workspaceEdit"); c.versionedEdits {
		c.annotates = at(edit, "changeAnnotationSupport") != nil
		c.snippetEdits = at(edit, "snippetEditSupport") == true && at(capabilities, "workspace", "applyEdit") == true
		c.createsFiles = slices.Contains(list(at(edit, "resourceOperations")), any(string(protocol.ResourceOperationKindCreate)))
	}
	if limit, ok := at(capabilities, "textDocument", "foldingRange", "rangeLimit").(float64); ok && limit >= 1 && limit < maxFolding {
		c.foldingLimit = int(limit)
	}
	c.pull = at(capabilities, "textDocument", "diagnostic") != nil &&
		(c.refreshes || at(capabilities, "textDocument", "publishDiagnostics") == nil)
	// The client's list is in its order of preference.
	for _, e := range list(at(capabilities, "general", "positionEncodings")) {
		if name, ok := e.(string); ok && slices.Contains([]encoding{utf8Encoding, utf16Encoding, utf32Encoding}, encoding(name)) {
			c.encoding = encoding(name)
			break
		}
	}
	return c
}

// capabilities returns what the server can do for this client.
func (c client) capabilities() protocol.ServerCapabilities {
	incremental := protocol.TextDocumentSyncKindIncremental
	caps := protocol.ServerCapabilities{
		PositionEncoding: c.encoding,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    &incremental,
			Save:      &protocol.SaveOptions{IncludeText: new(false)},
		},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{
				protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite, fixAllKind,
			},
			ResolveProvider: new(c.resolvesEdit),
		},
		CompletionProvider: &protocol.CompletionOptions{
			TriggerCharacters: completionTriggers,
			ResolveProvider:   new(c.resolvesDocumentation),
		},
		DocumentSymbolProvider:          protocol.Boolean(true),
		DocumentFormattingProvider:      protocol.Boolean(true),
		DocumentRangeFormattingProvider: protocol.Boolean(true),
		DocumentOnTypeFormattingProvider: protocol.DocumentOnTypeFormattingOptions{
			FirstTriggerCharacter: onTypeTrigger,
		},
		FoldingRangeProvider: protocol.Boolean(true),
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: []string{}},
			Range:  protocol.Boolean(true),
			Full:   protocol.Boolean(true),
		},
		DocumentHighlightProvider:  protocol.Boolean(true),
		LinkedEditingRangeProvider: protocol.Boolean(true),
		DefinitionProvider:         protocol.Boolean(true),
		RenameProvider:             protocol.Boolean(true),
	}
	if c.preparesRename {
		caps.RenameProvider = &protocol.RenameOptions{PrepareProvider: new(true)}
	}
	c.shows.announce(&caps)
	if c.pull {
		caps.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: new(Name)}
	}
	c.workspaceClient.announce(&caps)
	return caps
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

// unquoted returns the text of a JSON string that needs no escapes, or "".
func unquoted(raw []byte) string {
	s, _ := strconv.Unquote(string(raw))
	return s
}
