package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// route handles one method. It is called on the goroutine that reads, in wire
// order; params are borrowed until it returns or calls [async].
type route func(ctx context.Context, params jsonrpc2.RawMessage) (any, error)

// table returns the methods that the server knows. Everything else is answered with
// MethodNotFound, or ignored if it is a notification.
//
// A table of our own instead of [protocol.ServerHandler], which decodes every
// method with the generated types; see params.go for where those do not fit.
func (s *server) table() map[string]route {
	return map[string]route{
		protocol.MethodInitialize:  inline(s.initialize),
		protocol.MethodInitialized: s.initialized,
		protocol.MethodShutdown:    s.shutdown,
		protocol.MethodExit:        s.exit,
		protocol.MethodSetTrace:    notification(s.setTrace),

		protocol.MethodWorkspaceDidChangeConfiguration:    notification(s.didChangeConfiguration),
		protocol.MethodWorkspaceDidChangeWatchedFiles:     notification(s.didChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification(s.didChangeWorkspaceFolders),

		protocol.MethodTextDocumentDidOpen:   notification(following(s, changing(s, s.didOpen, func(p *didOpenParams) textDocument { return p.TextDocument.textDocument }))),
		protocol.MethodTextDocumentDidChange: notification(changing(s, s.didChange, func(p *didChangeParams) textDocument { return p.TextDocument.textDocument })),
		protocol.MethodTextDocumentDidSave:   ignore,
		protocol.MethodTextDocumentDidClose:  notification(following(s, changing(s, s.didClose, func(p *documentParams) textDocument { return p.TextDocument }))),

		protocol.MethodWorkspaceDidCreateFiles: notification(s.didChangeFiles),
		protocol.MethodWorkspaceDidRenameFiles: notification(s.didChangeFiles),
		protocol.MethodWorkspaceDidDeleteFiles: notification(s.didChangeFiles),

		protocol.MethodTextDocumentDiagnostic: onDocument(s, (*diagnosticParams).key, s.diagnostic),
		protocol.MethodTextDocumentCodeAction: onDocument(s, (*codeActionParams).key, s.codeAction),
		protocol.MethodCodeActionResolve:      onDocument(s, (*resolveParams).key, s.resolveCodeAction),

		protocol.MethodTextDocumentDocumentSymbol:      onDocument(s, (*documentParams).key, s.documentSymbol),
		protocol.MethodTextDocumentFormatting:          onDocument(s, (*documentParams).key, s.formatting),
		protocol.MethodTextDocumentRangeFormatting:     onDocument(s, (*rangeParams).key, s.rangeFormatting),
		protocol.MethodTextDocumentOnTypeFormatting:    onDocument(s, (*onTypeParams).key, s.onTypeFormatting),
		protocol.MethodTextDocumentFoldingRange:        onDocument(s, (*documentParams).key, s.foldingRange),
		protocol.MethodTextDocumentSemanticTokensFull:  onDocument(s, (*documentParams).key, s.semanticTokensFull),
		protocol.MethodTextDocumentSemanticTokensRange: onDocument(s, (*rangeParams).key, s.semanticTokensRange),
		protocol.MethodTextDocumentDocumentHighlight:   onDocument(s, (*positionParams).key, s.documentHighlight),
		protocol.MethodTextDocumentLinkedEditingRange:  onDocument(s, (*positionParams).key, atPlace(s, s.linkedEditingRange)),
		protocol.MethodTextDocumentPrepareRename:       onDocument(s, (*positionParams).key, atPlace(s, s.prepareRename)),
		protocol.MethodTextDocumentRename:              onDocument(s, (*renameParams).key, s.rename),
		protocol.MethodTextDocumentDefinition:          onDocument(s, (*positionParams).key, atPlace(s, s.definition)),
		protocol.MethodTextDocumentCompletion:          onDocument(s, (*completionParams).key, s.completion),
		protocol.MethodCompletionItemResolve:           onDocument(s, (*resolveItemParams).key, s.resolveItem),

		protocol.MethodTextDocumentHover:         onDocument(s, (*positionParams).key, atPlace(s, s.hover)),
		protocol.MethodTextDocumentSignatureHelp: onDocument(s, (*positionParams).key, atPlace(s, s.signatureHelp)),
		protocol.MethodTextDocumentCodeLens:      onDocument(s, (*documentParams).key, s.codeLens),
		protocol.MethodCodeLensResolve:           onDocument(s, (*lensParams).key, s.resolveCodeLens),
		protocol.MethodWorkspaceExecuteCommand:   onDocument(s, (*commandParams).key, s.executeCommand),

		methodSummary:    onDocument(s, (*documentParams).key, s.summary),
		methodCalls:      onDocument(s, (*documentParams).key, s.listCalls),
		methodCallList:   onDocument(s, (*windowParams).key, s.callWindow),
		methodReceived:   onDocument(s, (*receivedParams).key, s.received),
		methodFixedCall:  onDocument(s, (*positionParams).key, atPlace(s, s.fixedCall)),
		methodInsertCall: onDocument(s, (*positionParams).key, s.insertCall),
		methodCorrection: onDocument(s, (*positionParams).key, atPlace(s, s.correction)),
		methodWritten:    onDocument(s, (*positionParams).key, atPlace(s, s.written)),
		methodRecognize:  inline(s.recognize),
	}
}

// ignore is the route of a notification that has no effect.
func ignore(context.Context, jsonrpc2.RawMessage) (any, error) { return nil, nil }

// notification routes a notification.
func notification[P any](handle func(*P) error) route {
	return func(_ context.Context, raw jsonrpc2.RawMessage) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return nil, handle(params)
	}
}

// inline routes a request that is answered before the next message is read.
func inline[P, R any](answer func(*P) (R, error)) route {
	return func(_ context.Context, raw jsonrpc2.RawMessage) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return answer(params)
	}
}

// onDocument routes a request about one document. It takes the snapshot, which is nil
// if the document is not open, and releases the reader.
func onDocument[P, R any](s *server, key func(*P) uri.URI, answer func(context.Context, *snapshot, *P) (R, error)) route {
	return func(ctx context.Context, raw jsonrpc2.RawMessage) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		document := key(params)
		if document == "" {
			return nil, errNoDocument
		}
		snap := s.documents.get(document)
		if s.release(ctx) {
			snap = s.documents.renewed(snap)
		}
		return answer(ctx, snap, params)
	}
}

// release releases the reader, and waits until earlier changes by the client have been
// applied. It reports whether there were any.
func (s *server) release(ctx context.Context) bool {
	made := s.changes.latest()
	async(ctx)
	if made == nil {
		return false
	}
	select {
	case <-made:
	case <-ctx.Done():
	}
	return true
}
