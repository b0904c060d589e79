package lsp

import "go.lsp.dev/protocol"

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
		HoverProvider:              protocol.Boolean(true),
		SignatureHelpProvider:      &protocol.SignatureHelpOptions{TriggerCharacters: []string{"<"}},
		CodeLensProvider:           &protocol.CodeLensOptions{ResolveProvider: new(c.Workspace.ApplyEdit)},
		ExecuteCommandProvider:     protocol.ExecuteCommandOptions{Commands: c.commands()},
		Workspace:                  c.workspaceOptions(),
	}
	if c.TextDocument.Rename.PrepareSupport {
		caps.RenameProvider = &protocol.RenameOptions{PrepareProvider: new(true)}
	}
	if c.pull {
		caps.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: new(Name)}
	}
	return caps
}

// workspaceOptions returns what it can do that concerns more than one document, nil for nothing.
func (c *client) workspaceOptions() *protocol.WorkspaceOptions {
	var options protocol.WorkspaceOptions
	if c.Workspace.WorkspaceFolders {
		options.WorkspaceFolders = &protocol.WorkspaceFoldersServerCapabilities{
			Supported: new(true), ChangeNotifications: protocol.Boolean(true),
		}
	}
	if c.Workspace.FileOperations.DidCreate || c.Workspace.FileOperations.DidRename || c.Workspace.FileOperations.DidDelete {
		files := protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{{
			Scheme: new("file"), Pattern: protocol.FileOperationPattern{Glob: "**"},
		}}}
		options.FileOperations = &protocol.FileOperationOptions{}
		if c.Workspace.FileOperations.DidCreate {
			options.FileOperations.DidCreate = files
		}
		if c.Workspace.FileOperations.DidRename {
			options.FileOperations.DidRename = files
		}
		if c.Workspace.FileOperations.DidDelete {
			options.FileOperations.DidDelete = files
		}
	}
	if options.WorkspaceFolders == nil && options.FileOperations == nil {
		return nil
	}
	return &options
}
