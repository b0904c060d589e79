package lsp

import "go.lsp.dev/protocol"

// capabilities returns what the server can do for this client.
func (c client) capabilities() protocol.ServerCapabilities {
	incremental := protocol.TextDocumentSyncKindIncremental
	files := protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{{
		Scheme: new("file"), Pattern: protocol.FileOperationPattern{Glob: "**"},
	}}}
	caps := protocol.ServerCapabilities{
		PositionEncoding: c.encoding,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    &incremental,
			WillSave:  new(true),
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
			FirstTriggerCharacter: ">",
			MoreTriggerCharacter:  []string{"\n"},
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
		HoverProvider:              protocol.Boolean(true),
		SignatureHelpProvider:      &protocol.SignatureHelpOptions{TriggerCharacters: []string{"<"}},
		CodeLensProvider:           &protocol.CodeLensOptions{ResolveProvider: new(c.Workspace.ApplyEdit)},
		ExecuteCommandProvider:     protocol.ExecuteCommandOptions{Commands: c.commands()},
		Workspace: &protocol.WorkspaceOptions{ // of which a client that does not report it takes no notice
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: new(true), ChangeNotifications: protocol.Boolean(true)},
			FileOperations:   &protocol.FileOperationOptions{DidCreate: files, DidRename: files, DidDelete: files},
		},
	}
	if c.TextDocument.Rename.PrepareSupport {
		caps.RenameProvider = &protocol.RenameOptions{PrepareProvider: new(true)}
	}
	if c.pull {
		caps.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: new(Name)}
	}
	return caps
}
