package lsp

import (
	"context"
	"strconv"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxTokensText is the maximum size in bytes of a text whose tokens are sent as a
// whole. For a larger one they are requested for the visible part.
const maxTokensText = 2 << 20

// semanticTokensFull answers textDocument/semanticTokens/full, with null for a text that is
// too large.
func (s *server) semanticTokensFull(ctx context.Context, sn *snapshot, _ *documentParams) (*protocol.SemanticTokens, error) {
	if sn == nil || sn.text.Len() > maxTokensText {
		return nil, nil
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	t := s.tokensOf(sn, doc)
	for call, shift := range doc.Calls() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t.call(call, shift, wholeText)
	}
	return &protocol.SemanticTokens{ResultID: s.sentTokens.keep(sn, t.data, s.documents), Data: t.data}, nil
}

type tokensDeltaParams struct {
	TextDocument     textDocument `json:"textDocument"`
	PreviousResultID string       `json:"previousResultId"`
}

func (p *tokensDeltaParams) key() uri.URI { return p.TextDocument.key() }

// semanticTokensDelta answers textDocument/semanticTokens/full/delta.
func (s *server) semanticTokensDelta(ctx context.Context, sn *snapshot, p *tokensDeltaParams) (protocol.SemanticTokensDeltaResult, error) {
	if sn == nil {
		return nil, nil
	}
	previous, known := s.sentTokens.get(sn.key, p.PreviousResultID)
	full, err := s.semanticTokensFull(ctx, sn, nil)
	if err != nil || full == nil {
		return nil, err
	}
	if !known {
		return full, nil
	}
	return &protocol.SemanticTokensDelta{ResultID: full.ResultID, Edits: tokenEdits(previous, full.Data)}, nil
}

// tokenEdits returns the edit that turns one list of tokens into another, or none if they
// are equal.
func tokenEdits(old, new []uint32) []protocol.SemanticTokensEdit {
	same := 0
	for same < min(len(old), len(new)) && old[same] == new[same] {
		same++
	}
	end := 0
	for end < min(len(old), len(new))-same && old[len(old)-1-end] == new[len(new)-1-end] {
		end++
	}
	if same == len(old) && same == len(new) {
		return []protocol.SemanticTokensEdit{}
	}
	return []protocol.SemanticTokensEdit{{
		Start: uint32(same), DeleteCount: uint32(len(old) - same - end), Data: new[same : len(new)-end],
	}}
}

type rangeParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        wireRange    `json:"range"`
}

func (p *rangeParams) key() uri.URI { return p.TextDocument.key() }

// semanticTokensRange answers textDocument/semanticTokens/range.
func (s *server) semanticTokensRange(ctx context.Context, sn *snapshot, p *rangeParams) (*protocol.SemanticTokens, error) {
	if sn == nil {
		return nil, nil
	}
	start, end, err := p.Range.span(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	around, err := s.around(ctx, sn, start, end)
	if err != nil {
		return nil, err
	}
	t := s.tokensOf(sn, around.doc)
	for i := range around.result.Calls {
		t.call(&around.result.Calls[i], around.base, xmlcall.Span{Start: start, End: end})
	}
	return &protocol.SemanticTokens{Data: t.data}, ctx.Err()
}

// sentTokens are the tokens last sent for each open document, for the difference to the
// next. The zero value is ready to use.
type sentTokens struct {
	mu    sync.Mutex
	sent  map[uri.URI]sentData
	count uint64
}

type sentData struct {
	id   string
	data []uint32
}

// keep stores the tokens of a document, and returns the id of the result, or nil if it was
// closed in the meantime.
func (s *sentTokens) keep(sn *snapshot, data []uint32, open *documents) *string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if open.get(sn.key) == nil { // otherwise forget is called after this
		return nil
	}
	s.count++
	id := strconv.FormatUint(s.count, 10)
	if s.sent == nil {
		s.sent = map[uri.URI]sentData{}
	}
	s.sent[sn.key] = sentData{id, data}
	return &id
}

// get returns the tokens of a document that were sent with an id.
func (s *sentTokens) get(key uri.URI, id string) (data []uint32, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sent := s.sent[key]
	return sent.data, sent.id == id && id != ""
}

// forget drops the tokens of a document that is closed.
func (s *sentTokens) forget(key uri.URI) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sent, key)
}
