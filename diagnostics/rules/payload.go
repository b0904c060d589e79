package rules

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A jsonPayload is JSON that stands where the runtime expects elements: the
// whole call (ADR-0002's form), or the arguments.
type jsonPayload struct {
	kind payloadKind
	span xmlcall.Span // from the first bracket to the last
}

type payloadKind uint8

const (
	noPayload payloadKind = iota
	callPayload
	argumentsPayload
)

// claims reports whether a problem is only about how XML sees the JSON.
func (j jsonPayload) claims(problem xmlcall.Problem) bool {
	if j.kind == noPayload || problem.Kind == xmlcall.UnclosedCall || problem.Kind == xmlcall.UnrecognizedTag {
		return false
	}
	return j.span.Contains(problem.Span) || j.kind == callPayload
}

// findPayload looks for JSON in a block.
func findPayload(b *xmlcall.Block) jsonPayload {
	if span := trim(b, b.Elements[0].Content()); b.Form != xmlcall.Unclosed && isCallPayload(b, span) {
		return jsonPayload{callPayload, span}
	}
	i := b.Child(b.Envelope(), "arguments")
	if i < 0 {
		return jsonPayload{}
	}
	span := trim(b, b.Elements[i].Content())
	text := b.Slice(span)
	// Elements beside a brace are the real arguments, unless all of it is JSON
	// whose strings hold them. An empty object loses nothing.
	if startsLikeJSON(text) && (!hasChildren(b, i) || json.Valid([]byte(text))) {
		return jsonPayload{argumentsPayload, span}
	}
	return jsonPayload{}
}

// isCallPayload reports whether all there is in a block, trimmed, is a JSON
// object, be it in a Markdown fence.
func isCallPayload(b *xmlcall.Block, span xmlcall.Span) bool {
	text := b.Slice(span)
	if strings.HasPrefix(text, "```") {
		text = unfence(text)
	}
	if !strings.HasPrefix(text, "{") || !startsLikeJSON(text) {
		return false
	}
	for _, e := range b.Elements[1:] {
		if e.Parent == b.Envelope() && !e.Unclosed && (e.Local() == "tool_name" || e.Local() == "arguments") {
			return false // a call with elements, and something before them
		}
	}
	return true
}

// unfence returns what stands in a Markdown fence that is all of text, text
// itself where it is none.
func unfence(text string) string {
	_, inner, ok := strings.Cut(text, "\n")
	if !ok || !strings.HasSuffix(inner, "```") {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(inner, "```"))
}

func hasChildren(b *xmlcall.Block, element int) bool {
	for i := element + 1; i < len(b.Elements); i++ {
		if b.Elements[i].Parent == element {
			return true
		}
	}
	return false
}

// trim returns span without the white space at its ends.
func trim(b *xmlcall.Block, span xmlcall.Span) xmlcall.Span {
	text := b.Slice(span)
	left := strings.TrimLeft(text, " \t\r\n")
	span.Start += len(text) - len(left)
	span.End = span.Start + len(strings.TrimRight(left, " \t\r\n"))
	return span
}

// looksLikeJSON reports whether text was written as a JSON object or array,
// correct or not: {search: "x"} was.
func looksLikeJSON(text string) bool {
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
