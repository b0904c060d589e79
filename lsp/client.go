package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
)

// fixAllKind is the kind of the action that applies every safe fix. Editors
// ask for its parent, source.fixAll, or for it alone.
const fixAllKind protocol.CodeActionKind = protocol.CodeActionKindSourceFixAll + ".forge"

// clientCapabilities are those capabilities of the protocol that matter, under its names. What is absent or of an
// unexpected shape is not supported: one unusual capability must not keep the server from starting.
type clientCapabilities struct {
	General struct{ PositionEncodings []encoding }
	Window  struct {
		WorkDoneProgress bool
		ShowDocument     struct{ Support bool }
	}
	Workspace struct {
		ApplyEdit, Configuration bool

		WorkspaceEdit struct {
			DocumentChanges    bool
			ResourceOperations []protocol.ResourceOperationKind
		}
		DidChangeConfiguration                struct{ DynamicRegistration bool }
		DidChangeWatchedFiles                 struct{ DynamicRegistration, RelativePatternSupport bool }
		Diagnostics, SemanticTokens, CodeLens struct{ RefreshSupport bool }
	}
	TextDocument struct {
		Diagnostic, PublishDiagnostics *struct{ RelatedInformation bool }
		DocumentSymbol                 struct{ HierarchicalDocumentSymbolSupport bool }
		Synchronization                struct{ WillSave bool }
		Rename                         struct{ PrepareSupport bool }
		FoldingRange                   struct{ RangeLimit float64 }
		Hover                          struct{ ContentFormat []protocol.MarkupKind }

		CodeAction struct {
			DataSupport    bool
			ResolveSupport struct{ Properties []string }
		}
		SignatureHelp struct {
			SignatureInformation struct {
				DocumentationFormat      []protocol.MarkupKind
				NoActiveParameterSupport bool
				ParameterInformation     struct{ LabelOffsetSupport bool }
			}
		}
		Completion struct {
			CompletionItemKind struct{ ValueSet []float64 }
			CompletionItem     struct {
				SnippetSupport, CommitCharactersSupport, InsertReplaceSupport bool

				DocumentationFormat   []protocol.MarkupKind
				InsertTextModeSupport struct{ ValueSet []float64 }
				ResolveSupport        struct{ Properties []string }
			}
		}
	}
}

// client is what the client can do.
type client struct {
	clientCapabilities
	encoding encoding
	// pull is whether the client asks for diagnostics; if not, they are pushed. Never
	// both: an editor would show every finding twice. A client without refresh requests
	// would show a changed configuration only after the next edit, so diagnostics are
	// pushed to it if possible.
	pull bool
	// refreshable are the requests that make it ask again for what it shows.
	refreshable []string
	// related is whether it shows the related places of a diagnostic.
	related bool
	// createsFiles is whether a workspace edit may create files, which needs versioned edits.
	createsFiles bool
	// foldingLimit is the maximum number of folding ranges it accepts.
	foldingLimit int
	// resolvesEdit is whether a code action may be sent without its edit, and resolvesDocumentation
	// whether a completion item may be without its documentation.
	resolvesEdit, resolvesDocumentation bool
	// adjustsIndentation is whether the client can give the lines of an item the indentation of the first.
	adjustsIndentation bool
	folderKind         protocol.CompletionItemKind // of the items that are folders
	// These are whether hovers, signature help and the documentation of completion items are in Markdown.
	markdownHover, markdownSignature, markdownDocumentation bool
}

// maxFolding bounds an answer if the client does not set a limit.
const maxFolding = 100_000

// newClient returns a client with some capabilities. unnamed is the encoding of one that does not name any.
func newClient(of clientCapabilities, unnamed encoding) client {
	edits, document, item := &of.Workspace.WorkspaceEdit, &of.TextDocument, &of.TextDocument.Completion.CompletionItem
	c := client{
		clientCapabilities: of,

		encoding:     unnamed,
		pull:         document.Diagnostic != nil && (of.Workspace.Diagnostics.RefreshSupport || document.PublishDiagnostics == nil),
		createsFiles: edits.DocumentChanges && slices.Contains(edits.ResourceOperations, protocol.ResourceOperationKindCreate),
		foldingLimit: maxFolding,
		resolvesEdit: document.CodeAction.DataSupport && slices.Contains(document.CodeAction.ResolveSupport.Properties, "edit"),

		resolvesDocumentation: slices.Contains(item.ResolveSupport.Properties, "documentation"),
		adjustsIndentation:    slices.Contains(item.InsertTextModeSupport.ValueSet, float64(protocol.InsertTextModeAdjustIndentation)),
		folderKind:            protocol.CompletionItemKindFile, // which all clients support
		markdownHover:         prefersMarkdown(document.Hover.ContentFormat),
		markdownSignature:     prefersMarkdown(document.SignatureHelp.SignatureInformation.DocumentationFormat),
		markdownDocumentation: prefersMarkdown(item.DocumentationFormat),
	}
	for _, with := range []*struct{ RelatedInformation bool }{document.Diagnostic, document.PublishDiagnostics} {
		c.related = c.related || with != nil && with.RelatedInformation
	}
	if limit := document.FoldingRange.RangeLimit; limit >= 1 && limit < maxFolding {
		c.foldingLimit = int(limit)
	}
	if slices.Contains(document.Completion.CompletionItemKind.ValueSet, float64(protocol.CompletionItemKindFolder)) {
		c.folderKind = protocol.CompletionItemKindFolder
	}
	for _, r := range []struct {
		supported bool
		method    string
	}{
		{of.Workspace.Diagnostics.RefreshSupport, protocol.MethodWorkspaceDiagnosticRefresh},
		{of.Workspace.SemanticTokens.RefreshSupport, protocol.MethodWorkspaceSemanticTokensRefresh},
		{of.Workspace.CodeLens.RefreshSupport, protocol.MethodWorkspaceCodeLensRefresh},
	} {
		if r.supported {
			c.refreshable = append(c.refreshable, r.method)
		}
	}
	// The client's list is in its order of preference.
	for _, e := range of.General.PositionEncodings {
		if _, known := units[e]; known {
			c.encoding = e
			break
		}
	}
	return c
}

// prefersMarkdown reports whether Markdown is the first of a list of formats that the server supports; an
// empty list means plain text.
func prefersMarkdown(formats []protocol.MarkupKind) bool {
	i := slices.IndexFunc(formats, func(f protocol.MarkupKind) bool {
		return f == protocol.MarkupKindMarkdown || f == protocol.MarkupKindPlainText
	})
	return i >= 0 && formats[i] == protocol.MarkupKindMarkdown
}

// contentOf returns a text as the protocol has it.
func contentOf(markdown bool, text string) *protocol.MarkupContent {
	if markdown {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: text}
}
