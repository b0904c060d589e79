package facts

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/syntax"
)

// LineEnds gives text the line ends of the file.
func (c *Call) LineEnds(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	// As the next line ends, or where there is none, the one before.
	if c.Around.Lines == nil {
		c.Around.Lines = &Lines{}
	}
	all := c.Block.Text
	at := c.Around.Lines.end(all, c.Block.Span.Start)
	if at > 0 && all[at-1] == '\r' || at < 0 && c.Around.AfterCRLF {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// Lines are what was found of the line ends of a text, of which the calls are looked at
// in order: there may be thousands on one line. They are not safe for concurrent use.
type Lines struct {
	known    bool
	length   int // of the text: that of a call in thinking ends with it
	from, at int // between these there is no line end; at is one, or -1 where none follows from
	last     int // the last line end, -1 where there is none; known where at is -1
}

// end returns the offset of the first line end at or after an offset, of the last one
// where none follows, -1 where there is none.
func (l *Lines) end(text string, offset int) int {
	if !l.known || len(text) != l.length || offset < l.from || l.at >= 0 && offset > l.at {
		*l = Lines{known: true, length: len(text), from: offset, at: strings.IndexByte(text[offset:], '\n')}
		if l.at >= 0 {
			l.at += offset
		} else {
			l.last = strings.LastIndexByte(text[:offset], '\n')
		}
	}
	if l.at < 0 {
		return l.last
	}
	return l.at
}

// maxIndent is how far, in bytes, is looked back for the start of a line.
const maxIndent = 1000

// Indent returns the white space that the line of offset starts with, and
// whether nothing else precedes offset on it.
func (c *Call) Indent(offset int) (indent string, first bool) {
	from := max(0, offset-maxIndent-1)
	line := from + strings.LastIndexByte(c.Block.Text[from:offset], '\n') + 1
	if offset-line > maxIndent {
		return "", false
	}
	before := c.Block.Text[line:offset]
	rest := strings.TrimLeft(before, " \t")
	return before[:len(before)-len(rest)], rest == ""
}

// WholeLines extends a span to whole lines where nothing else is on them, so that
// removing it leaves no blank line.
func (c *Call) WholeLines(span xmlcall.Span) xmlcall.Span {
	indent, first := c.Indent(span.Start)
	if !first {
		return span
	}
	rest := c.Block.Text[span.End:c.Block.Span.End]
	end := strings.TrimLeft(rest, " \t")
	end = strings.TrimPrefix(end, "\r")
	if !strings.HasPrefix(end, "\n") {
		return span
	}
	return xmlcall.Span{Start: span.Start - len(indent), End: span.End + len(rest) - len(end) + 1}
}

// Trim returns span without the white space at its ends.
func (c *Call) Trim(span xmlcall.Span) xmlcall.Span {
	return syntax.Trim(c.Block.Text, span)
}

// Adjacent reports whether nothing but white space is between the elements.
func (c *Call) Adjacent(elements []xmlcall.ElementID) bool {
	for i := 1; i < len(elements); i++ {
		between := xmlcall.Span{Start: c.Block.Element(elements[i-1]).End().End, End: c.Block.Element(elements[i]).Start().Start}
		if strings.TrimSpace(c.Block.Slice(between)) != "" {
			return false
		}
	}
	return true
}
