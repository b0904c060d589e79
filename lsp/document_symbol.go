package lsp

import (
	"context"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/text"
)

// maxSymbolCalls bounds how many calls an outline has, and maxSymbolArguments up to how
// many calls they have their arguments: more are of no use, and editors keep all of
// them in memory.
const (
	maxSymbolCalls     = 50_000
	maxSymbolArguments = 20_000
)

// documentSymbol answers textDocument/documentSymbol: the messages of a transcript that have
// calls, the calls, and in each its arguments. It is written directly as JSON: for ten
// thousand calls, creating values of the protocol's types first would take longer than
// everything else.
func (s *server) documentSymbol(ctx context.Context, sn *snapshot, _ *documentParams) (jsonrpc2.RawMessage, error) {
	if sn == nil {
		return jsonrpc2.RawMessage("[]"), nil // closed meanwhile
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	o := newOutline(doc, s.client)
	o.uri = string(sn.spelling)
	calls := 0
	for symbol := range ls.Symbols(doc, o.nested) {
		if calls++; calls > maxSymbolCalls || ctx.Err() != nil {
			break
		}
		if symbol.Another {
			o.inMessage(symbol.Message, symbol.Role)
		}
		o.call(&symbol)
	}
	o.inMessage(0, document.Unknown)
	return append(o.buf, ']'), ctx.Err()
}

// An outline is a list of symbols as JSON.
type outline struct {
	buf       []byte
	text      text.Text
	encoding  encoding
	uri       string
	nested    bool // whether the client supports nested symbols
	arguments bool

	message int // the number of the one that the last call is in, 0 for none
	first   protocol.Range
	last    protocol.Position // the end of the last call
}

// inMessage sets which message of a transcript the next call is in; number is 0 for a call in
// none that has a number.
func (o *outline) inMessage(number int, role document.Role) {
	before := o.message
	o.message = number
	if before > 0 { // it ends with its last call
		o.buf = append(o.buf, ']')
		o.end(protocol.Range{Start: o.first.Start, End: o.last}, o.first)
	}
	if number > 0 {
		o.begin("message "+strconv.Itoa(number), role.String(), protocol.SymbolKindNamespace)
		o.buf = append(o.buf, `,"children":[`...)
	}
}

func newOutline(doc *diagnostics.Document, c client) *outline {
	calls := doc.Summary().Calls
	return &outline{
		// Usually three symbols per call, of some 265 bytes each.
		buf:  append(make([]byte, 0, min(calls, maxSymbolCalls)*3*272+2), '['),
		text: doc.Text(), encoding: c.encoding,
		nested: c.nestedSymbols, arguments: c.nestedSymbols && calls <= maxSymbolArguments,
	}
}

// call appends a call.
func (o *outline) call(s *ls.Symbol) {
	start := o.at(s.Span.Start)
	name := rangeIn(o.text, s.Selected, o.encoding)
	opened := len(o.buf)
	o.begin(s.Name, s.Detail, protocol.SymbolKindFunction)
	if o.arguments {
		o.buf = append(o.buf, `,"children":[`...)
		for argument := range s.Arguments() {
			o.argument(&argument)
		}
		o.buf = append(o.buf, ']')
	}
	r := protocol.Range{Start: start, End: o.at(s.Span.End)}
	if o.buf[opened-1] == '[' {
		o.first = r // of its message; what is selected for that is its first call
	}
	o.last = r.End
	o.end(r, name)
}

// at returns the position of an offset.
func (o *outline) at(offset int) protocol.Position { return positionIn(o.text, offset, o.encoding) }

// argument appends an argument of a call.
func (o *outline) argument(s *ls.Symbol) {
	r := protocol.Range{Start: o.at(s.Span.Start)}
	tag := protocol.Range{Start: r.Start, End: o.at(s.Selected.End)}
	r.End = o.at(s.Span.End)
	kind := protocol.SymbolKindField
	if s.Parent {
		kind = protocol.SymbolKindArray
	}
	o.begin(s.Name, s.Detail, kind)
	o.end(r, tag)
}

// begin appends the start of a DocumentSymbol, or the corresponding part of a
// SymbolInformation.
func (o *outline) begin(name, detail string, kind protocol.SymbolKind) {
	if o.buf[len(o.buf)-1] == '}' {
		o.buf = append(o.buf, ',')
	}
	o.buf = appendString(append(o.buf, `{"name":`...), name)
	o.buf = strconv.AppendUint(append(o.buf, `,"kind":`...), uint64(kind), 10)
	switch {
	case detail == "":
	case o.nested:
		o.buf = appendString(append(o.buf, `,"detail":`...), detail)
	default:
		o.buf = appendString(append(o.buf, `,"containerName":`...), detail)
	}
}

// end appends the rest of a symbol: its range and its name.
func (o *outline) end(r, name protocol.Range) {
	o.buf = append(o.buf, ',')
	if o.nested {
		o.buf = append(appendRange(o.buf, "range", r), ',')
		o.buf = append(appendRange(o.buf, "selectionRange", name), '}')
		return
	}
	o.buf = append(appendString(append(o.buf, `"location":{"uri":`...), o.uri), ',')
	o.buf = append(appendRange(o.buf, "range", r), '}', '}')
}

// appendString appends a string as JSON. Invalid UTF-8 is replaced.
func appendString(buf []byte, s string) []byte {
	buf, err := jsontext.AppendQuote(buf, s)
	if err != nil {
		buf, _ = jsontext.AppendQuote(buf, strings.ToValidUTF8(s, "\uFFFD"))
	}
	return buf
}
