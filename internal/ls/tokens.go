package ls

import (
	"context"
	"slices"

	"github.com/entrhq/forge-lsp/internal/document"
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
		t := tokens{call.Segment, call.Shift, in, add}
		t.call(call.Block(), a.doc.Options().Toolset())
	}
}

// tokens are those of a call.
type tokens struct {
	segment *document.Segment // of the call
	shift   int
	in      xmlcall.Span // of the text
	take    func(span xmlcall.Span, kind TokenKind)
}

// call adds the tokens of a call.
func (t *tokens) call(block *xmlcall.Block, tools *toolspec.Set) {
	known, argument := tools.Of(block).Elements(block), make([]bool, block.NumElements())
	for id := range block.Within(block.Arguments()) {
		argument[id] = true
	}
	for _, token := range block.Tokens {
		switch token.Kind() {
		case xmlcall.StartTag, xmlcall.EndTag:
			kind := KeywordToken
			if id := token.Element(); id != xmlcall.NoElement && argument[id] {
				kind = PropertyToken
			}
			t.add(token.Inner(), kind)
		case xmlcall.CDATA:
			inner := token.Inner()
			t.add(xmlcall.Span{Start: token.Span().Start, End: inner.Start}, OperatorToken)
			t.value(block, known, token.Element(), inner)
			t.add(xmlcall.Span{Start: inner.End, End: token.Span().End}, OperatorToken)
		case xmlcall.Comment:
			t.add(token.Span(), CommentToken)
		case xmlcall.Text:
			if !t.value(block, known, token.Element(), token.Inner()) {
				for ref := range block.References(token) {
					t.add(ref.Span, MacroToken)
				}
			}
		}
	}
}

// value adds the token of a text in an element, if the whole text is one.
func (t *tokens) value(block *xmlcall.Block, known []*toolspec.Argument, id xmlcall.ElementID, content xmlcall.Span) bool {
	content = syntax.Trim(block.Text, content)
	if content.Len() == 0 || id == xmlcall.NoElement {
		return false
	}
	element := block.Element(id)
	if element.Parent() == block.Envelope() {
		switch element.Local() {
		case "tool_name":
			return t.add(content, FunctionToken)
		case "server_name":
			return t.add(content, NamespaceToken)
		}
	}
	a := known[id]
	switch {
	case a == nil:
	case a.Kind == toolspec.Integer, a.Kind == toolspec.Number:
		return t.add(content, NumberToken)
	case a.Kind == toolspec.Boolean, slices.Contains(a.Enum, block.Slice(content)):
		return t.add(content, EnumToken)
	}
	return false
}

// add adds a token of the call.
func (t *tokens) add(span xmlcall.Span, kind TokenKind) bool {
	place := Moved(t.segment.FileSpan(span), t.shift)
	if place.Start <= t.in.End && place.End >= t.in.Start && place.Len() > 0 {
		t.take(place, kind)
	}
	return true
}
