package lsp

import (
	"context"
	"strconv"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/text"
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
	t := s.tokensOf(sn)
	of := ls.Tokens{Tools: doc.Options().Toolset(), Add: t.add}
	for call := range doc.Calls() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		of.Call(call, wholeText)
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

// semanticTokensRange answers textDocument/semanticTokens/range.
func (s *server) semanticTokensRange(ctx context.Context, sn *snapshot, p *rangeParams) (*protocol.SemanticTokens, error) {
	if sn == nil {
		return nil, nil
	}
	start, end, err := p.Range.span(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	around, err := s.view(ctx, sn)
	if err != nil {
		return nil, err
	}
	t := s.tokensOf(sn)
	around.Tokens(xmlcall.Span{Start: start, End: end}, t.add)
	return &protocol.SemanticTokens{Data: t.data}, ctx.Err()
}

// tokenTypes is the legend. A reference is a macro, which represents something else: themes
// color it as code, and never as an error, unlike their rules for XML inside Markdown.
var tokenTypes = []string{
	ls.KeywordToken:   string(protocol.SemanticTokenTypesKeyword),
	ls.PropertyToken:  string(protocol.SemanticTokenTypesProperty),
	ls.FunctionToken:  string(protocol.SemanticTokenTypesFunction),
	ls.NamespaceToken: string(protocol.SemanticTokenTypesNamespace),
	ls.NumberToken:    string(protocol.SemanticTokenTypesNumber),
	ls.EnumToken:      string(protocol.SemanticTokenTypesEnumMember),
	ls.MacroToken:     string(protocol.SemanticTokenTypesMacro),
	ls.OperatorToken:  string(protocol.SemanticTokenTypesOperator),
	ls.CommentToken:   string(protocol.SemanticTokenTypesComment),
}

// wholeText is a range that includes every token.
var wholeText = xmlcall.Span{End: int(^uint(0) >> 1)}

// tokens are semantic tokens in the protocol's form: five numbers each, the place
// relative to the previous one.
type tokens struct {
	text  text.Text
	count *counter
	data  []uint32
	last  protocol.Position
}

func (s *server) tokensOf(sn *snapshot) *tokens {
	return &tokens{text: sn.text, count: newCounter(sn.text, s.client.encoding), data: []uint32{}}
}

// add appends the tokens for a span of the document: one for each of its lines. Tokens come in
// the order of the text.
func (t *tokens) add(place xmlcall.Span, kind ls.TokenKind) {
	r := t.count.rangeOf(place)
	for line := r.Start.Line; line <= r.End.Line; line++ {
		start, end := uint32(0), r.End.Character
		if line == r.Start.Line {
			start = r.Start.Character
		}
		if line < r.End.Line {
			_, lineEnd, _ := t.text.Line(int(line))
			end = t.count.of(lineEnd).Character
		}
		if end > start {
			t.token(line, start, end-start, kind)
		}
	}
}

func (t *tokens) token(line, character, length uint32, kind ls.TokenKind) {
	from := t.last
	if line > from.Line {
		from.Character = 0
	}
	if line < from.Line || character < from.Character {
		return // a token of another call that includes the same text
	}
	t.data = append(t.data, line-from.Line, character-from.Character, length, uint32(kind), 0)
	t.last = protocol.Position{Line: line, Character: character}
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
