package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
)

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
		protocol.MethodWorkspaceDidChangeWatchedFiles:     notification(s.didChangeFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification(s.didChangeWorkspaceFolders),

		protocol.MethodTextDocumentDidOpen:   notification(s.didOpen),
		protocol.MethodTextDocumentDidChange: notification(s.didChange),
		protocol.MethodTextDocumentWillSave:  notification(s.willSave),
		protocol.MethodTextDocumentDidSave:   notification(s.didSave),
		protocol.MethodTextDocumentDidClose:  notification(s.didClose),

		protocol.MethodWorkspaceDidCreateFiles: notification(s.didChangeFiles),
		protocol.MethodWorkspaceDidRenameFiles: notification(s.didChangeFiles),
		protocol.MethodWorkspaceDidDeleteFiles: notification(s.didChangeFiles),

		protocol.MethodTextDocumentDiagnostic: onDocument(s, s.diagnostic),
		protocol.MethodCodeActionResolve:      onDocument(s, s.resolveCodeAction),
		protocol.MethodCodeLensResolve:        onDocument(s, s.resolveCodeLens),
		protocol.MethodCompletionItemResolve:  onDocument(s, s.resolveItem),

		protocol.MethodTextDocumentCodeAction:          onView(s, s.codeAction, []protocol.CommandOrCodeAction{}),
		protocol.MethodTextDocumentCodeLens:            onView(s, s.codeLens, []protocol.CodeLens{}),
		protocol.MethodTextDocumentCompletion:          onView(s, s.completion, &protocol.CompletionList{Items: []protocol.CompletionItem{}}),
		protocol.MethodTextDocumentDefinition:          onPlace(s, s.definition, nil),
		protocol.MethodTextDocumentDocumentHighlight:   onPlace(s, s.documentHighlight, []protocol.DocumentHighlight{}),
		protocol.MethodTextDocumentDocumentSymbol:      onView(s, s.documentSymbol, []symbol{}),
		protocol.MethodTextDocumentFoldingRange:        onView(s, s.foldingRange, nil),
		protocol.MethodTextDocumentFormatting:          onView(s, s.formatting, []protocol.TextEdit{}),
		protocol.MethodTextDocumentHover:               onPlace(s, s.hover, nil),
		protocol.MethodTextDocumentLinkedEditingRange:  onPlace(s, s.linkedEditingRange, nil),
		protocol.MethodTextDocumentOnTypeFormatting:    onView(s, s.onTypeFormatting, []protocol.TextEdit{}),
		protocol.MethodTextDocumentPrepareRename:       onPlace(s, s.prepareRename, nil),
		protocol.MethodTextDocumentRangeFormatting:     onView(s, s.rangeFormatting, []protocol.TextEdit{}),
		protocol.MethodTextDocumentRename:              onPlace(s, s.rename, nil),
		protocol.MethodTextDocumentSemanticTokensFull:  onView(s, s.semanticTokensFull, nil),
		protocol.MethodTextDocumentSemanticTokensRange: onView(s, s.semanticTokensRange, nil),
		protocol.MethodTextDocumentSignatureHelp:       onPlace(s, s.signatureHelp, nil),
		protocol.MethodWorkspaceExecuteCommand:         onView(s, s.executeCommand, nil),

		methodSummary:    onView(s, s.summary, ls.Summarize(nil, nil)),
		methodCalls:      onView(s, s.listCalls, &ls.Window[callItem]{Filters: []ls.Filter{}, List: []ls.Row[callItem]{}}),
		methodReceived:   onPlace(s, s.received, nil),
		methodFixedCall:  onPlace(s, toldOf((*ls.Place).Fixed), nil),
		methodInsertCall: onView(s, s.insertCall, []protocol.CompletionItem{}),
		methodCorrection: onPlace(s, toldOf((*ls.Place).Correction), nil),
		methodWritten:    onPlace(s, toldOf((*ls.Place).Written), nil),
		methodRecognize:  inline(s.recognize),
	}
}

// notification routes a notification.
func notification[P any](handle func(*P) error) route {
	return inline(func(params *P) (any, error) { return nil, handle(params) })
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

// params are parameters of a request about one document; key returns its canonical URI, "" if it is missing.
type params[T any] interface {
	*T
	key() uri.URI
}

// onDocument routes a request about one document. It takes the snapshot, which is nil
// if the document is not open, and lets the next message be handled, while earlier changes
// by the client are applied. An answer is created when the document is analyzed: many requests may have waited
// for that, and the client may not be reading.
func onDocument[T any, P params[T], R any](s *server, answer func(context.Context, *snapshot, P) (R, error)) route {
	return func(ctx context.Context, raw jsonrpc2.RawMessage) (any, error) {
		p, err := decode[T](raw)
		if err != nil {
			return nil, err
		}
		document := P(p).key()
		if document == "" {
			return nil, errNoDocument
		}
		sn, applied := s.documents.get(document), s.changes.latest()
		return later(func() (any, error) {
			await(ctx, applied)
			sn = s.documents.renewed(sn)
			if sn != nil {
				_, _ = s.analysis(ctx, sn)
			}
			done, err := s.room(ctx)
			defer done()
			if err != nil {
				return nil, err
			}
			result, err := answer(ctx, sn, p)
			if err != nil {
				return nil, err
			}
			return encode(result)
		}), nil
	}
}

// onView routes a request that is answered from the analysis of a document. closed is the answer for one
// that is not open.
func onView[T any, P params[T], R any](s *server, answer func(context.Context, *view, P) (R, error), closed R) route {
	return onDocument(s, func(ctx context.Context, sn *snapshot, p P) (R, error) {
		if sn == nil {
			return closed, nil
		}
		v, err := s.view(ctx, sn)
		if err != nil {
			return closed, err
		}
		return answer(ctx, v, p)
	})
}

// placed are parameters of a request about a position of a document.
type placed[T any] interface {
	params[T]
	position() wirePosition
}

// onPlace routes a request about what is at a position of a document.
func onPlace[T any, P placed[T], R any](s *server, answer func(*view, *ls.Place, P) (R, error), closed R) route {
	return onView(s, func(_ context.Context, v *view, p P) (R, error) {
		at, err := v.at(p.position())
		if err != nil {
			return closed, err
		}
		return answer(v, at, p)
	}, closed)
}
