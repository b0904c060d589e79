package main

import (
	"context"
	"io"
	"os"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// echo serves the protocol on standard input and output: it decodes each notification
// with the types of the library, applies nothing and publishes an empty list.
func echo() error {
	e := &echoServer{}
	e.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(stdio{os.Stdin, os.Stdout}), jsonrpc2.WithCodec(codec{}))
	e.conn.Go(context.Background(), e.handle)
	<-e.conn.Done()
	return e.conn.Err()
}

// stdio is the one stream of both.
type stdio struct {
	io.ReadCloser
	io.Writer
}

// codec encodes with the functions of the protocol, which know its unions.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(data, v) }

type echoServer struct {
	conn    jsonrpc2.Conn
	pushing bool
}

func (e *echoServer) handle(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	switch req.Method() {
	case protocol.MethodInitialize:
		var p struct {
			Capabilities struct {
				TextDocument struct {
					Diagnostic any `json:"diagnostic"`
				} `json:"textDocument"`
			} `json:"capabilities"`
		}
		if err := protocol.Unmarshal(req.Params(), &p); err != nil {
			return nil, err
		}
		e.pushing = p.Capabilities.TextDocument.Diagnostic == nil
		incremental := protocol.TextDocumentSyncKindIncremental
		return &protocol.InitializeResult{Capabilities: protocol.ServerCapabilities{TextDocumentSync: &incremental}}, nil
	case protocol.MethodShutdown:
		return nil, nil
	case protocol.MethodExit:
		os.Exit(0)
	case protocol.MethodTextDocumentDidOpen:
		var p protocol.DidOpenTextDocumentParams
		if err := protocol.Unmarshal(req.Params(), &p); err != nil {
			return nil, err
		}
		return nil, e.publish(ctx, protocol.PublishDiagnosticsParams{URI: p.TextDocument.URI, Version: protocol.NewOptional(p.TextDocument.Version)})
	case protocol.MethodTextDocumentDidChange:
		var p protocol.DidChangeTextDocumentParams
		if err := protocol.Unmarshal(req.Params(), &p); err != nil {
			return nil, err
		}
		return nil, e.publish(ctx, protocol.PublishDiagnosticsParams{URI: p.TextDocument.URI, Version: protocol.NewOptional(p.TextDocument.Version)})
	case protocol.MethodTextDocumentDiagnostic:
		var p protocol.DocumentDiagnosticParams
		if err := protocol.Unmarshal(req.Params(), &p); err != nil {
			return nil, err
		}
		report := &protocol.RelatedFullDocumentDiagnosticReport{}
		report.Kind, report.Items = "full", []protocol.Diagnostic{}
		return report, nil
	}
	return nil, nil
}

func (e *echoServer) publish(ctx context.Context, p protocol.PublishDiagnosticsParams) error {
	if !e.pushing {
		return nil
	}
	p.Diagnostics = []protocol.Diagnostic{}
	return e.conn.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, &p)
}
