package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// The types of semantic tokens, as their indexes in the legend.
const (
	keywordToken   = iota // names of the envelope's tags
	propertyToken         // names of arguments' tags
	functionToken         // the tool's name
	namespaceToken        // the server's name
	numberToken           // values of numbers
	enumToken             // enumerated values, true and false
	macroToken            // references
	operatorToken         // the brackets of CDATA sections
	commentToken
)

// tokenTypes is the legend. A reference is a macro, which represents something else: themes
// color it as code, and never as an error, unlike their rules for XML inside Markdown.
var tokenTypes = []string{
	keywordToken:   string(protocol.SemanticTokenTypesKeyword),
	propertyToken:  string(protocol.SemanticTokenTypesProperty),
	functionToken:  string(protocol.SemanticTokenTypesFunction),
	namespaceToken: string(protocol.SemanticTokenTypesNamespace),
	numberToken:    string(protocol.SemanticTokenTypesNumber),
	enumToken:      string(protocol.SemanticTokenTypesEnumMember),
	macroToken:     string(protocol.SemanticTokenTypesMacro),
	operatorToken:  string(protocol.SemanticTokenTypesOperator),
	commentToken:   string(protocol.SemanticTokenTypesComment),
}

// wholeText is a range that includes every token.
var wholeText = xmlcall.Span{End: int(^uint(0) >> 1)}

// tokens are semantic tokens in the protocol's form: five numbers each, the place
// relative to the previous one.
type tokens struct {
	text  text.Text
	count *counter
	tools *toolspec.Set
	data  []uint32
	last  protocol.Position

	segment *document.Segment // of the call
	shift   int
	in      xmlcall.Span // of the text
}

func (s *server) tokensOf(sn *snapshot, doc *diagnostics.Document) *tokens {
	return &tokens{
		text: sn.text, count: newCounter(sn.text, s.client.encoding), tools: doc.Options().Toolset(), data: []uint32{},
	}
}

// call appends the tokens of a call that touch a range of the text. shift is the amount to
// add to the call's offsets.
func (t *tokens) call(call *diagnostics.Call, shift int, in xmlcall.Span) {
	if call.Span.Start+shift > in.End || call.Span.End+shift < in.Start {
		return
	}
	t.segment, t.shift, t.in = call.Segment, shift, in
	block := call.Block()
	tool := t.tools.Of(block)
	arguments, known := block.Arguments(), tool.Elements(block)
	for _, token := range block.Tokens {
		switch token.Kind() {
		case xmlcall.StartTag, xmlcall.EndTag:
			kind := propertyToken
			if !isWithin(block, token.Element(), arguments) {
				kind = keywordToken
			}
			t.add(token.Inner(), kind)
		case xmlcall.CDATA:
			inner := token.Inner()
			t.add(xmlcall.Span{Start: token.Span().Start, End: inner.Start}, operatorToken)
			t.value(block, known, token.Element(), inner)
			t.add(xmlcall.Span{Start: inner.End, End: token.Span().End}, operatorToken)
		case xmlcall.Comment:
			t.add(token.Span(), commentToken)
		case xmlcall.Text:
			if !t.value(block, known, token.Element(), token.Inner()) {
				for ref := range block.References(token) {
					t.add(ref.Span, macroToken)
				}
			}
		}
	}
}

// value appends the token of a text in an element, if the whole text is one.
func (t *tokens) value(block *xmlcall.Block, known []*toolspec.Argument, id xmlcall.ElementID, content xmlcall.Span) bool {
	content = syntax.Trim(block.Text, content)
	if content.Len() == 0 || id == xmlcall.NoElement {
		return false
	}
	element := block.Element(id)
	if element.Parent() == block.Envelope() {
		switch element.Local() {
		case "tool_name":
			return t.add(content, functionToken)
		case "server_name":
			return t.add(content, namespaceToken)
		}
	}
	a := known[id]
	switch {
	case a == nil:
	case a.Kind == toolspec.Integer, a.Kind == toolspec.Number:
		return t.add(content, numberToken)
	case a.Kind == toolspec.Boolean, slices.Contains(a.Enum, block.Slice(content)):
		return t.add(content, enumToken)
	}
	return false
}

// add appends the tokens for a span of the call: one for each of its lines. Tokens come in
// the order of the text.
func (t *tokens) add(span xmlcall.Span, kind int) bool {
	place := moved(t.segment.FileSpan(span), t.shift)
	if place.Start > t.in.End || place.End < t.in.Start || place.Len() == 0 {
		return true
	}
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
	return true
}

func (t *tokens) token(line, character, length uint32, kind int) {
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

// isWithin reports whether an element is inside another one, at any depth.
func isWithin(block *xmlcall.Block, id, outer xmlcall.ElementID) bool {
	for outer != xmlcall.NoElement && id > outer { // an element comes after those around it
		if id = block.Element(id).Parent(); id == outer {
			return true
		}
	}
	return false
}
