package ls

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
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

// Tokens are the tokens of calls, which are added in the order of the text.
type Tokens struct {
	Tools *toolspec.Set
	// Add takes a token, given its span in the document.
	Add func(span xmlcall.Span, kind TokenKind)

	segment *document.Segment // of the call
	shift   int
	in      xmlcall.Span // of the text
}

// Tokens adds the tokens of the calls that touch a range of the text.
func (a View) Tokens(in xmlcall.Span, add func(span xmlcall.Span, kind TokenKind)) {
	t := Tokens{Tools: a.doc.Options().Toolset(), Add: add}
	for call := range a.doc.CallsIn(in.Start, in.End) {
		t.Call(call, in)
	}
}

// Call adds the tokens of a call that touch a range of the text.
func (t *Tokens) Call(call diagnostics.PlacedCall, in xmlcall.Span) {
	t.segment, t.shift, t.in = call.Segment, call.Shift, in
	block := call.Block()
	tool := t.Tools.Of(block)
	known, argument := tool.Elements(block), make([]bool, block.NumElements())
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
func (t *Tokens) value(block *xmlcall.Block, known []*toolspec.Argument, id xmlcall.ElementID, content xmlcall.Span) bool {
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
func (t *Tokens) add(span xmlcall.Span, kind TokenKind) bool {
	place := Moved(t.segment.FileSpan(span), t.shift)
	if place.Start <= t.in.End && place.End >= t.in.Start && place.Len() > 0 {
		t.Add(place, kind)
	}
	return true
}
