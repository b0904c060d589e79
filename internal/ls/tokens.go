package ls

import (
	"context"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A TokenKind is what a token of a call is.
type TokenKind uint8

// The kinds of tokens.
const (
	KeywordToken   TokenKind = iota // names of the envelope's tags
	PropertyToken                   // names of arguments' tags
	FunctionToken                   // the tool's name
	NamespaceToken                  // the server's name
	NumberToken                     // values of numbers
	EnumToken                       // enumerated values, true and false
	MacroToken                      // references
	OperatorToken                   // the brackets of CDATA sections
	CommentToken
)

// Tokens adds the tokens of the calls that touch a range of the text, in their order. add takes a
// token, given its span in the document.
func (a View) Tokens(ctx context.Context, in xmlcall.Span, add func(span xmlcall.Span, kind TokenKind)) {
	for call := range a.doc.CallsIn(in.Start, in.End) {
		if ctx.Err() != nil {
			return
		}
		t := tokens{call: &call, block: call.Block(), in: in, take: add}
		t.known = a.doc.Options().Toolset().Of(t.block).Elements(t.block)
		t.ofCall()
	}
}

// tokens are those of a call.
type tokens struct {
	call  *diagnostics.DocumentCall
	block *xmlcall.Block
	known []*toolspec.Argument // that the tool reads in each element
	in    xmlcall.Span         // of the text
	take  func(span xmlcall.Span, kind TokenKind)
}

// ofCall adds the tokens of the call.
func (t *tokens) ofCall() {
	argument := make([]bool, t.block.NumElements())
	for id := range t.block.Within(t.block.Arguments()) {
		argument[id] = true
	}
	for _, token := range t.block.Tokens {
		span, inner, id := token.Span(), token.Inner(), token.Element()
		switch token.Kind() {
		case xmlcall.StartTag, xmlcall.EndTag:
			kind := KeywordToken
			if id != xmlcall.NoElement && argument[id] {
				kind = PropertyToken
			}
			t.add(inner, kind)
		case xmlcall.CDATA:
			t.add(xmlcall.Span{Start: span.Start, End: inner.Start}, OperatorToken)
			t.value(id, inner)
			t.add(xmlcall.Span{Start: inner.End, End: span.End}, OperatorToken)
		case xmlcall.Comment:
			t.add(span, CommentToken)
		case xmlcall.Text:
			if !t.value(id, inner) {
				for ref := range t.block.References(token) {
					t.add(ref.Span, MacroToken)
				}
			}
		}
	}
}

// value adds the token of a text in an element, if the whole text is one.
func (t *tokens) value(id xmlcall.ElementID, content xmlcall.Span) bool {
	content = syntax.Trim(t.block.Text, content)
	if content.Len() == 0 || id == xmlcall.NoElement {
		return false
	}
	element := t.block.Element(id)
	if element.Parent() == t.block.Envelope() {
		switch element.Local() {
		case "tool_name":
			return t.add(content, FunctionToken)
		case "server_name":
			return t.add(content, NamespaceToken)
		}
	}
	a := t.known[id]
	switch {
	case a == nil:
	case a.Kind == toolspec.Integer, a.Kind == toolspec.Number:
		return t.add(content, NumberToken)
	case a.Kind == toolspec.Boolean, slices.Contains(a.Enum, t.block.Slice(content)):
		return t.add(content, EnumToken)
	}
	return false
}

// add adds a token of the call.
func (t *tokens) add(span xmlcall.Span, kind TokenKind) bool {
	place := placeOf(t.call, span)
	if place.Start <= t.in.End && place.End >= t.in.Start && place.Len() > 0 {
		t.take(place, kind)
	}
	return true
}
