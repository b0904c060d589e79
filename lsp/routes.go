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
		protocol.MethodWorkspaceDidChangeWatchedFiles:     notification(s.didChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification(s.didChangeWorkspaceFolders),

		protocol.MethodTextDocumentDidOpen:   notification(following(s, changing(s, s.didOpen, func(p *didOpenParams) textDocument { return p.TextDocument.textDocument }))),
		protocol.MethodTextDocumentDidChange: notification(changing(s, s.didChange, func(p *didChangeParams) textDocument { return p.TextDocument.textDocument })),
		protocol.MethodTextDocumentDidSave:   notification(s.didSave),
		protocol.MethodTextDocumentDidClose:  notification(following(s, changing(s, s.didClose, func(p *documentParams) textDocument { return p.TextDocument }))),

		protocol.MethodWorkspaceDidCreateFiles: notification(s.didChangeFiles),
		protocol.MethodWorkspaceDidRenameFiles: notification(s.didChangeFiles),
		protocol.MethodWorkspaceDidDeleteFiles: notification(s.didChangeFiles),

		protocol.MethodTextDocumentDiagnostic: onDocument(s, s.diagnostic),
		protocol.MethodCodeActionResolve:      onDocument(s, s.resolveCodeAction),
		protocol.MethodCodeLensResolve:        onDocument(s, s.resolveCodeLens),
		protocol.MethodCompletionItemResolve:  onDocument(s, s.resolveItem),

		protocol.MethodTextDocumentCodeAction:          onView(s, s.codeAction, []protocol.CommandOrCodeAction{}),
		protocol.MethodTextDocumentCodeLens:            onView(s, s.codeLens, []protocol.CodeLens{}),
		protocol.MethodTextDocumentCompletion:          onView(s, s.completion, noItems()),
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
		protocol.MethodTextDocumentRename:              onView(s, s.rename, nil),
		protocol.MethodTextDocumentSemanticTokensFull:  onView(s, s.semanticTokensFull, nil),
		protocol.MethodTextDocumentSemanticTokensRange: onView(s, s.semanticTokensRange, nil),
		protocol.MethodTextDocumentSignatureHelp:       onView(s, s.signatureHelp, nil),
		protocol.MethodWorkspaceExecuteCommand:         onView(s, s.executeCommand, nil),

		methodSummary:    onView(s, s.summary, ls.Summarize(nil)),
		methodCalls:      onView(s, s.listCalls, []callItem{}),
		methodCallList:   onView(s, s.callWindow, &callWindow{Counts: map[string]int{"all": 0}, List: []callRow{}}),
		methodReceived:   onView(s, s.received, nil),
		methodFixedCall:  onPlace(s, s.fixedCall, nil),
		methodInsertCall: onView(s, s.insertCall, []protocol.CompletionItem{}),
		methodCorrection: onPlace(s, s.correction, nil),
		methodWritten:    onPlace(s, s.written, nil),
		methodRecognize:  inline(s.recognize),
	}
}

// notification routes a notification.
func notification[P any](handle func(*P) error) route {
	return func(_ context.Context, raw jsonrpc2.RawMessage) (any, error) {
		p := new(P)
		if err := decode(raw, p); err != nil {
			return nil, err
		}
		return nil, handle(p)
	}
}

// inline routes a request that is answered before the next message is read.
func inline[P, R any](answer func(*P) (R, error)) route {
	return func(_ context.Context, raw jsonrpc2.RawMessage) (any, error) {
		p := new(P)
		if err := decode(raw, p); err != nil {
			return nil, err
		}
		return answer(p)
	}
}

// aboutDocument are parameters of a request about one document; key returns its canonical URI, "" if it is missing.
type aboutDocument interface{ key() uri.URI }

type params[T any] interface {
	*T
	aboutDocument
}

// noDocument is the key of a request that turns out not to need a document.
const noDocument = "about:blank"

// onDocument routes a request about one document, whose snapshot is nil if it is not open.
func onDocument[T any, P params[T], R any](s *server, answer func(context.Context, *snapshot, P) (R, error)) route {
	return func(ctx context.Context, raw jsonrpc2.RawMessage) (any, error) {
		p := P(new(T))
		snap, err := s.snapshotFor(ctx, raw, p)
		if err != nil {
			return nil, err
		}
		return answer(ctx, snap, p)
	}
}

// onView routes a request that is answered from the analysis of a document. closed is the answer for one
// that is not open.
func onView[T any, P params[T], R any](s *server, answer func(context.Context, *view, P) (R, error), closed R) route {
	return func(ctx context.Context, raw jsonrpc2.RawMessage) (any, error) {
		p := P(new(T))
		v, err := s.viewFor(ctx, raw, p)
		if v == nil || err != nil {
			return closed, err
		}
		return answer(ctx, v, p)
	}
}

// onPlace routes a request about what is at a position of a document.
func onPlace[R any](s *server, answer func(*view, *ls.Place) (R, error), closed R) route {
	return onView(s, func(_ context.Context, v *view, p *positionParams) (R, error) {
		at, err := v.at(p.Position)
		if err != nil {
			return closed, err
		}
		return answer(v, at)
	}, closed)
}

// snapshotFor decodes the parameters of a request, takes the snapshot of their document, which is nil if
// that is not open, and releases the reader. It is apart from [onDocument], as is viewFor from onView,
// because those are compiled again for the types of every request.
func (s *server) snapshotFor(ctx context.Context, raw jsonrpc2.RawMessage, p aboutDocument) (*snapshot, error) {
	if err := decode(raw, p); err != nil {
		return nil, err
	}
	document := p.key()
	if document == "" {
		return nil, errNoDocument
	}
	snap := s.documents.get(document)
	if s.release(ctx) {
		snap = s.documents.renewed(snap)
	}
	return snap, nil
}

// viewFor does the same for the analysis of the document.
func (s *server) viewFor(ctx context.Context, raw jsonrpc2.RawMessage, p aboutDocument) (*view, error) {
	snap, err := s.snapshotFor(ctx, raw, p)
	if snap == nil || err != nil {
		return nil, err
	}
	return s.view(ctx, snap)
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
