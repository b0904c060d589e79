package examples

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// MaxText is the maximum size in bytes of a call, with the text around it, from which an
// example is made.
const MaxText = 8 << 10

// A Call is a call that does not run as written, with the text around it as far as that
// may matter.
type Call struct {
	Signature

	// Text has the call from byte Start up to, not including, End, and is read as Kind with
	// Options. Levels of rules change nothing. The text of a call that leaked is the call
	// alone: [Call.File] puts a transcript around it.
	Text       string
	Start, End int
	Kind       document.Kind
	Options    diagnostics.Options

	words *words // nil until it is needed, see vocabulary
}

// around is how many bytes before and after a call are looked at.
const around = 2 << 10

// NewCall returns a call of a result, with the text around it, but without its text if that
// is too long for an example.
func NewCall(c *diagnostics.Call, s Signature, options diagnostics.Options) Call {
	call := Call{Signature: s, Kind: document.Reply, Options: options}
	if c.Segment != nil && c.Segment.IsDocument() {
		call.Kind = document.Document
	}
	b := c.Block()
	start, end := b.Span.Start, max(b.Span.End, b.Rest().End)
	if end-start > MaxText-2*around {
		return call
	}
	from, to := max(0, start-around), min(len(b.Text), end+around)
	for from > 0 && b.Text[from]&0xC0 == 0x80 {
		from++ // not in a character
	}
	for to < len(b.Text) && b.Text[to]&0xC0 == 0x80 {
		to--
	}
	call.Text, call.Start, call.End = b.Text[from:to], start-from, end-from
	return call
}

// NewLeak returns a call that leaked; without its text where that is too long for an example.
func NewLeak(l *document.LeakedCall, options diagnostics.Options) Call {
	call := Call{Signature: SignatureOfLeak(l), Kind: document.JSON, Options: options}
	if len(l.Text) <= MaxText {
		call.Text, call.End = l.Text, len(l.Text)
	}
	return call
}

// File returns the content of a file with the call: the text or, for a call that leaked, a
// transcript in JSON with a message of an agent whose calls are native.
func (c *Call) File() string { return c.file(c.Text) }

func (c *Call) file(text string) string {
	if c.Format == "" {
		return text
	}
	var b strings.Builder
	b.WriteString(`{"role":"assistant","content":`)
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string can be encoded
	return strings.TrimSuffix(b.String(), "\n") + `,"tool_calls":[{}]}` + "\n"
}

// Extension returns the file name extension of files that are read as Kind.
func (c *Call) Extension() string {
	switch c.Kind {
	case document.JSON:
		return ".jsonl"
	case document.Document:
		return ".md"
	}
	return ".reply"
}

// A hit is a call of a text that the example is about.
type hit struct {
	Signature
	call     *diagnostics.Call       // nil for one that leaked
	reported *diagnostics.Diagnostic // nil for none
	leak     xmlcall.Span            // one that leaked, in the text
}

// find returns the first call of a text that has the signature.
func (c *Call) find(source string) (h hit, ok bool) {
	d := c.Options.Unfiltered().Open(text.New(c.file(source)), c.Kind)
	if c.Format != "" {
		for p := range d.Diagnostics() {
			l, _ := d.Leak(&p)
			if l == nil {
				continue
			}
			if h.Signature = SignatureOfLeak(l); c.allows(&h.Signature, c.vocabulary()) {
				start := strings.Index(source, l.Text)
				h.leak = xmlcall.Span{Start: start, End: start + len(l.Text)}
				return h, start >= 0
			}
		}
		return hit{}, false
	}
	for call, found := range d.ByCall() {
		h = hit{call: call.Call, reported: Reported(found)}
		if h.Signature = SignatureOf(h.call, found); c.allows(&h.Signature, c.vocabulary()) {
			return h, true
		}
	}
	return hit{}, false
}
