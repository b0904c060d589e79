package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxTokensText is the maximum size in bytes of a text whose tokens are sent as a
// whole. For a larger one they are requested for the visible part.
const maxTokensText = 2 << 20

// semanticTokensFull answers textDocument/semanticTokens/full, with null for a text that is
// too large.
func (s *server) semanticTokensFull(ctx context.Context, v *view, _ *documentParams) (*protocol.SemanticTokens, error) {
	if v.text().Len() > maxTokensText {
		return nil, nil
	}
	return v.tokens(ctx, xmlcall.Span{End: v.text().Len()})
}

// semanticTokensRange answers textDocument/semanticTokens/range.
func (s *server) semanticTokensRange(ctx context.Context, v *view, p *rangeParams) (*protocol.SemanticTokens, error) {
	start, end, err := v.span(p.Range)
	if err != nil {
		return nil, err
	}
	return v.tokens(ctx, xmlcall.Span{Start: start, End: end})
}

// tokens returns the tokens of the calls that touch a range of the text.
func (v *view) tokens(ctx context.Context, in xmlcall.Span) (*protocol.SemanticTokens, error) {
	t := &tokens{view: v, data: []uint32{}}
	v.Tokens(ctx, in, t.add)
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

// tokens are semantic tokens in the protocol's form: five numbers each, the place
// relative to the previous one.
type tokens struct {
	view *view
	data []uint32
	last protocol.Position
}

// add appends the tokens for a span of the document: one for each of its lines. Tokens come in
// the order of the text.
func (t *tokens) add(place xmlcall.Span, kind ls.TokenKind) {
	r := t.view.rangeOf(place)
	for line := r.Start.Line; line <= r.End.Line; line++ {
		start, end := uint32(0), r.End.Character
		if line == r.Start.Line {
			start = r.Start.Character
		}
		if line < r.End.Line {
			_, lineEnd, _ := t.view.text().Line(int(line))
			end = t.view.position(lineEnd).Character
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
