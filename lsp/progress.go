package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"go.lsp.dev/protocol"
)

// A progress reports to the client that all of a large document is being fixed: under a token of
// its own, or under one that the server asks it to create. A nil one reports nothing.
type progress struct {
	s     *server
	token protocol.LSPAny

	mu    sync.Mutex
	begun bool
	ended bool
}

// progressParams are the parameters of $/progress.
type progressParams struct {
	Token protocol.LSPAny `json:"token"`
	Value any             `json:"value"`
}

// workProgress is the value of such a notification about work.
type workProgress struct {
	Kind  string `json:"kind"`
	Title string `json:"title,omitempty"`
}

// tokenOf returns a value that names progress, an integer or a string, as it is sent back: an integer
// may have come as 1.0. It is nil for any other value.
func tokenOf(raw protocol.LSPAny) protocol.LSPAny {
	id, ok := parseID(raw)
	if !ok {
		return nil
	}
	if n, is := id.Number(); is {
		if n != int64(int32(n)) {
			return nil // the protocol's integers have 32 bits
		}
		return strconv.AppendInt(nil, n, 10)
	}
	return raw
}

// progress begins to report work. token is the token in the request, or nil. The result must
// be ended.
func (s *server) progress(token protocol.LSPAny) *progress {
	p := &progress{s: s, token: tokenOf(token)}
	switch {
	case p.token != nil:
		p.begin()
		return p
	case !s.client.progress:
		return nil
	}
	p.token, _ = json.Marshal(fmt.Sprintf("%s-work-%d", Name, s.works.Add(1)))
	s.request(protocol.MethodWindowWorkDoneProgressCreate, map[string]any{"token": p.token}, func(_ []byte, err error) {
		if err == nil {
			p.begin()
		}
	})
	return p
}

func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.begun = true
	p.send(workProgress{Kind: "begin", Title: "Fixing all safe problems"})
}

func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.begun && !p.ended {
		p.send(workProgress{Kind: "end"})
	}
	p.ended = true
}

func (p *progress) send(value workProgress) {
	p.s.notify(protocol.MethodProgress, &progressParams{p.token, value})
}

type workKey struct{}

// withWork returns a context for work with the token in a request, or nil.
func withWork(ctx context.Context, token protocol.LSPAny) context.Context {
	return context.WithValue(ctx, workKey{}, token)
}

// workToken returns that token.
func workToken(ctx context.Context) protocol.LSPAny {
	token, _ := ctx.Value(workKey{}).(protocol.LSPAny)
	return token
}
