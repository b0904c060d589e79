package lsp

import (
	"context"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
}

func (p *documentParams) key() uri.URI { return p.TextDocument.key() }

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
	for call, shift := range doc.Calls() {
		if !call.Listed() {
			continue
		}
		if calls++; calls > maxSymbolCalls || ctx.Err() != nil {
			break
		}
		if o.nested {
			number, role := doc.Message(call, shift)
			o.inMessage(number, role, o.count.of(call.Span.Start+shift).Line)
		}
		o.call(call, shift)
	}
	o.inMessage(0, document.Unknown, 0)
	return append(o.buf, ']'), ctx.Err()
}

// An outline is a list of symbols as JSON.
type outline struct {
	buf       []byte
	count     *counter
	uri       string
	nested    bool // whether the client supports nested symbols
	arguments bool

	messages
	first protocol.Range
	last  protocol.Position // the end of the last call
}

// inMessage sets which message of a transcript the next call is in, and on which line it starts;
// number is 0 for a call in none that has a number.
func (o *outline) inMessage(number int, role document.Role, line uint32) {
	before := o.number
	if !o.starts(number, func() uint32 { return line }) {
		return
	}
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
		buf:      append(make([]byte, 0, min(calls, maxSymbolCalls)*3*272+2), '['),
		count:    newCounter(doc.Text(), c.encoding),
		messages: messages{inJSON: doc.Kind() == document.JSON},
		nested:   c.nestedSymbols, arguments: c.nestedSymbols && calls <= maxSymbolArguments,
	}
}

// call appends a call. shift is the amount to add to its offsets.
func (o *outline) call(call *diagnostics.Call, shift int) {
	block := call.Block()
	place := func(span xmlcall.Span) xmlcall.Span { return moved(call.Segment.FileSpan(span), shift) }
	start := o.count.of(call.Span.Start + shift)
	name := protocol.Range{Start: start, End: start}
	if id, ok := block.Child(block.Envelope(), "tool_name"); ok {
		if at := place(block.Element(id).Content()); call.Span.Start+shift <= at.Start && at.End <= call.Span.End+shift {
			name = o.count.rangeOf(at)
		}
	}
	opened := len(o.buf)
	o.begin(callName(block), callDetail(call, block), protocol.SymbolKindFunction)
	if o.arguments {
		o.buf = append(o.buf, `,"children":[`...)
		o.argumentsOf(block, place)
		o.buf = append(o.buf, ']')
	}
	r := protocol.Range{Start: start, End: o.count.of(call.Span.End + shift)}
	if o.buf[opened-1] == '[' {
		o.first = r // of its message; what is selected for that is its first call
	}
	o.last = r.End
	o.end(r, name)
}

// argumentsOf appends the arguments of a call.
func (o *outline) argumentsOf(block *xmlcall.Block, place func(xmlcall.Span) xmlcall.Span) {
	for id, element := range block.Children(block.Arguments()) {
		span := place(element.Span())
		r := protocol.Range{Start: o.count.of(span.Start)}
		tag := protocol.Range{Start: r.Start, End: o.count.of(place(element.Start()).End)}
		r.End = o.count.of(span.End)
		kind := protocol.SymbolKindField
		if element.HasChildren() {
			kind = protocol.SymbolKindArray
		}
		o.begin(foreign.Line(element.Local()), inShort(valueStart(block, id)), kind)
		o.end(r, tag)
	}
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

// callName returns the name of a call in a list.
func callName(block *xmlcall.Block) string {
	if name := inShort(block.ToolName()); name != "" {
		return name
	}
	return "<tool>" // editors refuse a symbol without a name
}

// callDetail returns the detail of a call in a list: its subject, and its outcome if it
// does not run as written.
func callDetail(call *diagnostics.Call, block *xmlcall.Block) string {
	about, what := callAbout(block), notable(call)
	if about != "" && what != "" {
		return about + ", " + what
	}
	return about + what
}

// callAbout returns the subject of a call: its first value, shortened.
func callAbout(block *xmlcall.Block) string {
	if arguments := block.Arguments(); arguments != xmlcall.NoElement {
		for id, element := range block.Children(arguments) {
			if !element.HasChildren() {
				return inShort(valueStart(block, id))
			}
		}
	}
	return ""
}

// notable returns the words for the outcome of a call, or "" for one that runs as written and for
// an empty block that is none.
func notable(call *diagnostics.Call) string {
	if call.AsWritten() || !call.Listed() {
		return ""
	}
	return call.Outcome().Words()
}

// maxInShort is the maximum length in characters of a value in a list.
const maxInShort = 60

// valueStart returns enough of an element's value for the short form.
func valueStart(block *xmlcall.Block, id xmlcall.ElementID) string {
	const bytes = 8 * maxInShort
	element := block.Element(id)
	if element.Content().Len() <= bytes {
		return element.Text()
	}
	var b strings.Builder
	for i := element.First() + 1; i < element.Last() && b.Len() < bytes; i++ {
		switch token := block.Tokens[i]; token.Kind() {
		case xmlcall.Text, xmlcall.CDATA:
			inner := token.Inner()
			inner.End = min(inner.End, inner.Start+bytes)
			b.WriteString(block.Slice(inner))
		}
	}
	return b.String()
}

// inShort returns the first non-blank line of a value, shortened if it is long.
func inShort(value string) string {
	value = strings.TrimSpace(value)
	line, _, more := strings.Cut(value, "\n")
	line = strings.TrimRight(line, "\r")
	if len(line) > maxInShort {
		cut := 0
		for i := range line {
			if cut++; cut > maxInShort {
				line, more = line[:i], true
				break
			}
		}
	}
	if more {
		line += "…"
	}
	return foreign.Line(strings.ReplaceAll(line, "\t", " "))
}
