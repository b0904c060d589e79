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
	if !c.crAsked {
		// As the next line ends, or where there is none, the one before.
		text, at := c.Block.Text, c.Block.Span.Start
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			at += i
		} else {
			at = strings.LastIndexByte(text[:at], '\n')
		}
		c.crlf, c.crAsked = at > 0 && text[at-1] == '\r' || at < 0 && c.Around.AfterCRLF, true
	}
	if c.crlf {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
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
