package call

import (
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// FieldText returns the intended content of the field, with the line ends of the file.
// ok is false for an element with child elements, comments or the like, for one that is
// never closed, and for text that a CDATA section cannot represent.
func (c *Call) FieldText(element xmlcall.ElementID) (text string, ok bool) {
	e := c.Block.Element(element)
	if e.SelfClosing() || e.Unclosed() || element == c.Block.Envelope() || c.IsArguments(element) {
		return "", false
	}
	var w strings.Builder
	for i := e.First() + 1; i < e.Last(); i++ {
		t := c.Block.Tokens[i]
		switch t.Kind() {
		case xmlcall.Text:
			from := t.Span().Start
			for ref := range c.Block.References(t) {
				if ref.Text == "\r" { // a CDATA section would convert it to LF
					return "", false
				}
				w.WriteString(c.Block.Text[from:ref.Span.Start])
				w.WriteString(ref.Text)
				from = ref.Span.End
			}
			w.WriteString(c.Block.Text[from:t.Span().End])
		case xmlcall.CDATA:
			w.WriteString(c.Block.Slice(t.Inner()))
		default:
			return "", false
		}
	}
	return w.String(), true
}

// A Field is a value with its text.
type Field struct {
	Element  xmlcall.ElementID
	Text     string
	Sections int // number of CDATA sections
}

// SoundFields yields each value that the runtime reads as written. There are none in a
// call that does not run as written: other problems must be fixed first.
func (c *Call) SoundFields() iter.Seq[Field] {
	return func(yield func(Field) bool) {
		if c.outcome != xmlcall.Runs || c.Block.Delimiters != xmlcall.Closed {
			return
		}
		for i, e := range c.Block.Elements() {
			if !c.InArguments(i) || len(c.ProblemsIn(i)) > 0 {
				continue
			}
			text, ok := c.FieldText(i)
			if !ok {
				continue
			}
			f := Field{Element: i, Text: text}
			for _, t := range c.Block.Tokens[e.First()+1 : e.Last()] {
				if t.Kind() == xmlcall.CDATA {
					f.Sections++
				}
			}
			if !yield(f) {
				return
			}
		}
	}
}

// Unescape decodes the references in a text, and reports whether it has an '&' that does not start one.
func Unescape(text string) (decoded string, bare bool) {
	var w strings.Builder
	at := 0
	for i, a := range ampersands(text) {
		w.WriteString(text[at:i])
		if at = a.end; !a.ok {
			a.text, bare = text[i:a.end], true
		}
		w.WriteString(a.text)
	}
	return w.String() + text[at:], bare
}
