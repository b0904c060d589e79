package call

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Payload is JSON in place of elements: the whole call (the form of ADR-0002), or the arguments.
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
	return p.Kind != NoPayload && problem.Kind != xmlcall.UnclosedCall && problem.Kind != xmlcall.UnrecognizedTag &&
		(p.Span.Contains(problem.Span) || p.Kind == CallPayload)
}

// explains reports whether a note only concerns how XML reads the JSON.
func (p Payload) explains(n Note) bool {
	return p.Kind != NoPayload && (n.Kind == NoServerName || n.Kind == NoArguments || n.Kind == StrayText || p.Span.Contains(n.Span))
}

// findPayload searches for JSON in the block.
func (c *Call) findPayload() Payload {
	b := c.Block
	span := c.Trim(b.Element(0).Content())
	if text := unfence(b.Slice(span)); b.Delimiters != xmlcall.Unclosed && strings.HasPrefix(text, "{") && startsLikeJSON(text) && !c.hasElements() {
		return Payload{CallPayload, span}
	}
	if c.arguments == xmlcall.NoElement {
		return Payload{}
	}
	span = c.Trim(b.Element(c.arguments).Content())
	// Elements beside a brace are the real arguments, unless everything is JSON whose
	// strings contain them. An empty object loses nothing.
	if text := b.Slice(span); startsLikeJSON(text) && (!c.HasChildren(c.arguments) || json.Valid([]byte(text))) {
		return Payload{ArgumentsPayload, span}
	}
	return Payload{}
}

// hasElements reports whether a call has the elements of one: what is before them is text.
func (c *Call) hasElements() bool {
	for _, e := range c.Block.Children(c.Block.Envelope()) {
		if !e.Unclosed() && (e.Local() == "tool_name" || e.Local() == "arguments") {
			return true
		}
	}
	return false
}

// unfence returns the content of a Markdown fence that is all of text, or text itself.
func unfence(text string) string {
	_, inner, ok := strings.Cut(text, "\n")
	if !ok || !strings.HasPrefix(text, "```") || !strings.HasSuffix(inner, "```") {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(inner, "```"))
}

// LooksLikeJSON reports whether text was written as a JSON object or array, valid or not: {search: "x"} was.
func LooksLikeJSON(text string) bool {
	return startsLikeJSON(text) && (text[0] == '{' && strings.HasSuffix(text, "}") || text[0] == '[' && strings.HasSuffix(text, "]"))
}

// jsonStart matches the start of a non-empty JSON object or array.
var jsonStart = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[{\[][ \t\r\n]*["']|\[[ \t\r\n]*(?:[{\[0-9-]|true|false|null)|\{[ \t\r\n]*[\w$]+[ \t]*:)`)
})

func startsLikeJSON(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == '[') && jsonStart().MatchString(text)
}
