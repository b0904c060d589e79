package call

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Payload is JSON in place of elements: the whole call (the form of ADR-0002), or the
// arguments.
type Payload struct {
	Kind PayloadKind
	Span xmlcall.Span // from the first bracket to the last
}

// A PayloadKind is the part of a call that a [Payload] replaces.
type PayloadKind uint8

// The kinds of payload.
const (
	NoPayload PayloadKind = iota
	// CallPayload: the entire content of the call.
	CallPayload
	// ArgumentsPayload: the entire content of the arguments.
	ArgumentsPayload
)

// JSON returns the JSON, without a Markdown fence around it.
func (p Payload) JSON(of *xmlcall.Block) string { return unfence(of.Slice(p.Span)) }

// claims reports whether a problem only concerns how XML reads the JSON.
func (p Payload) claims(problem xmlcall.Problem) bool {
	if p.Kind == NoPayload || problem.Kind == xmlcall.UnclosedCall || problem.Kind == xmlcall.UnrecognizedTag {
		return false
	}
	return p.Span.Contains(problem.Span) || p.Kind == CallPayload
}

// explains reports whether a note only concerns how XML reads the JSON.
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

// findPayload searches for JSON in the block.
func (c *Call) findPayload() Payload {
	b := c.Block
	if span := c.Trim(b.Element(0).Content()); b.Delimiters != xmlcall.Unclosed && isCallPayload(b, span) {
		return Payload{CallPayload, span}
	}
	i := c.ArgumentsElement()
	if i < 0 {
		return Payload{}
	}
	span := c.Trim(b.Element(i).Content())
	text := b.Slice(span)
	// Elements beside a brace are the real arguments, unless everything is JSON whose
	// strings contain them. An empty object loses nothing.
	if startsLikeJSON(text) && (!c.HasChildren(i) || json.Valid([]byte(text))) {
		return Payload{ArgumentsPayload, span}
	}
	return Payload{}
}

// isCallPayload reports whether the trimmed content of a block is a JSON object,
// possibly in a Markdown fence.
func isCallPayload(b *xmlcall.Block, span xmlcall.Span) bool {
	text := unfence(b.Slice(span))
	if !strings.HasPrefix(text, "{") || !startsLikeJSON(text) {
		return false
	}
	for _, e := range b.Children(b.Envelope()) {
		if !e.Unclosed() && (e.Local() == "tool_name" || e.Local() == "arguments") {
			return false // a call with elements, and text before them
		}
	}
	return true
}

// unfence returns the content of a Markdown fence that is all of text, or text itself.
func unfence(text string) string {
	_, inner, ok := strings.Cut(text, "\n")
	if !ok || !strings.HasPrefix(text, "```") || !strings.HasSuffix(inner, "```") {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(inner, "```"))
}

// LooksLikeJSON reports whether text was written as a JSON object or array, valid or
// not: {search: "x"} was.
func LooksLikeJSON(text string) bool {
	return startsLikeJSON(text) && (text[0] == '{' && strings.HasSuffix(text, "}") || text[0] == '[' && strings.HasSuffix(text, "]"))
}

// startsLikeJSON reports whether text starts like a non-empty JSON object or array.
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
