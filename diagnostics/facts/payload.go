package facts

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/notes"
)

// A Payload is JSON where the runtime expects elements: the whole call (ADR-0002's
// form), or the arguments.
type Payload struct {
	Kind PayloadKind
	Span xmlcall.Span // from the first bracket to the last
}

// A PayloadKind tells what a [Payload] is in place of.
type PayloadKind uint8

// The kinds of payload.
const (
	NoPayload PayloadKind = iota
	// CallPayload: all there is in the call.
	CallPayload
	// ArgumentsPayload: all there is in the arguments.
	ArgumentsPayload
)

// claims reports whether a problem is only about how XML sees the JSON.
func (p Payload) claims(problem xmlcall.Problem) bool {
	if p.Kind == NoPayload || problem.Kind == xmlcall.UnclosedCall || problem.Kind == xmlcall.UnrecognizedTag {
		return false
	}
	return p.Span.Contains(problem.Span) || p.Kind == CallPayload
}

// explains reports whether a note is only about how XML sees the JSON.
func (p Payload) explains(n notes.Note) bool {
	if p.Kind == NoPayload {
		return false
	}
	switch n.Kind {
	case notes.NoServerName, notes.NoArguments, notes.StrayText:
		return true
	}
	return p.Span.Contains(n.Span)
}

// findPayload looks for JSON in the block.
func (c *Call) findPayload() Payload {
	b := c.Block
	if span := c.Trim(b.Element(0).Content()); b.Form != xmlcall.Unclosed && isCallPayload(b, span) {
		return Payload{CallPayload, span}
	}
	i := c.ArgumentsElement()
	if i < 0 {
		return Payload{}
	}
	span := c.Trim(b.Element(i).Content())
	text := b.Slice(span)
	// Elements beside a brace are the real arguments, unless all of it is JSON
	// whose strings hold them. An empty object loses nothing.
	if startsLikeJSON(text) && (!c.HasChildren(i) || json.Valid([]byte(text))) {
		return Payload{ArgumentsPayload, span}
	}
	return Payload{}
}

// isCallPayload reports whether all there is in a block, trimmed, is a JSON
// object, be it in a Markdown fence.
func isCallPayload(b *xmlcall.Block, span xmlcall.Span) bool {
	text := b.Slice(span)
	if strings.HasPrefix(text, "```") {
		text = Unfence(text)
	}
	if !strings.HasPrefix(text, "{") || !startsLikeJSON(text) {
		return false
	}
	for _, e := range b.Children(b.Envelope()) {
		if !e.Unclosed() && (e.Local() == "tool_name" || e.Local() == "arguments") {
			return false // a call with elements, and something before them
		}
	}
	return true
}

// Unfence returns what is in a Markdown fence that is all of text, text
// itself where it is none.
func Unfence(text string) string {
	_, inner, ok := strings.Cut(text, "\n")
	if !ok || !strings.HasSuffix(inner, "```") {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(inner, "```"))
}

// LooksLikeJSON reports whether text was written as a JSON object or array,
// correct or not: {search: "x"} was.
func LooksLikeJSON(text string) bool {
	return startsLikeJSON(text) && (text[0] == '{' && strings.HasSuffix(text, "}") || text[0] == '[' && strings.HasSuffix(text, "]"))
}

// startsLikeJSON reports whether text starts as a JSON object or array with
// something in it does.
func startsLikeJSON(text string) bool {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	inner := strings.TrimLeft(text[1:], " \t\r\n")
	if inner == "" {
		return false
	}
	switch c := inner[0]; {
	case c == '"' || c == '\'':
		return true
	case text[0] == '[':
		return c == '{' || c == '[' || c == '-' || '0' <= c && c <= '9' ||
			strings.HasPrefix(inner, "true") || strings.HasPrefix(inner, "false") || strings.HasPrefix(inner, "null")
	}
	name := strings.TrimLeft(inner, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$")
	return len(name) < len(inner) && strings.HasPrefix(strings.TrimLeft(name, " \t"), ":")
}
