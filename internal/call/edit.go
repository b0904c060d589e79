package call

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An Edit replaces the bytes under Span by Text.
type Edit struct {
	Span xmlcall.Span
	Text string
}

// CompareEdits orders edits by position.
func CompareEdits(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}

// MoveSpans returns spans adjusted for edits, which must not overlap. ok is false if an edit touches one.
func MoveSpans(spans []xmlcall.Span, edits []Edit) (moved []xmlcall.Span, ok bool) {
	if len(spans) == 0 {
		return nil, true
	}
	moved = make([]xmlcall.Span, len(spans))
	for i, s := range spans {
		by := 0
		for _, e := range edits {
			switch {
			case e.Span.End <= s.Start:
				by += len(e.Text) - e.Span.Len()
			case e.Span.Start < s.End:
				return nil, false
			}
		}
		moved[i] = xmlcall.Span{Start: s.Start + by, End: s.End + by}
	}
	return moved, true
}

// LineEnds converts the line ends of text to those of the file.
func (c *Call) LineEnds(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	// Like the next line end or, if there is none, the previous one.
	before, after := c.Block.Text[:c.Block.Span.Start], c.Block.Text[c.Block.Span.Start:]
	line, _, found := strings.Cut(after, "\n")
	if !found {
		line = before[:max(0, strings.LastIndexByte(before, '\n'))]
	}
	if strings.HasSuffix(line, "\r") {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// maxBefore is the number of bytes that are searched backwards for the start of a line or of a URL. Each finding and
// each reference may search, so that without a bound a long line would take quadratic time.
const maxBefore = 4 << 10

// Indent returns the white space that the line of offset starts with, and whether only
// that precedes offset on the line.
func (c *Call) Indent(offset int) (indent string, first bool) {
	from := max(0, offset-maxBefore-1)
	line := from + strings.LastIndexByte(c.Block.Text[from:offset], '\n') + 1
	if offset-line > maxBefore {
		return "", false
	}
	before := c.Block.Text[line:offset]
	rest := strings.TrimLeft(before, " \t")
	return before[:len(before)-len(rest)], rest == ""
}

// WholeLines extends a span to whole lines if they contain nothing else, so that removing it leaves no blank line.
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

// Adjacent reports whether there is only white space between the elements.
func Adjacent(b *xmlcall.Block, elements []xmlcall.ElementID) bool {
	for i := 1; i < len(elements); i++ {
		between := xmlcall.Span{Start: b.Element(elements[i-1]).End().End, End: b.Element(elements[i]).Start().Start}
		if strings.TrimSpace(b.Slice(between)) != "" {
			return false
		}
	}
	return true
}

// Rename returns the edits that give an element another name.
func (c *Call) Rename(element xmlcall.ElementID, name string) []Edit {
	e := c.Block.Element(element)
	edits := []Edit{{c.Block.Tokens[e.First()].Inner(), name}}
	if e.End().Len() > 0 {
		edits = append(edits, Edit{c.Block.Tokens[e.Last()].Inner(), name})
	}
	return edits
}

// RemoveTags returns the edits that remove the tags of an element and keep what is in it.
func (c *Call) RemoveTags(element xmlcall.ElementID) []Edit {
	e := c.Block.Element(element)
	return []Edit{{Span: e.Start()}, {Span: e.End()}}
}

func (c *stage) replace(span xmlcall.Span, text string) {
	c.edits = append(c.edits, Edit{Span: span, Text: text})
}

func (c *stage) insert(at int, text string) {
	c.replace(xmlcall.Span{Start: at, End: at}, text)
}

// apply applies edits in any order, and moves the holes along. ok is false if two edits
// overlap, or one touches a hole.
func apply(text string, edits []Edit, holes []xmlcall.Span) (_ string, moved []xmlcall.Span, ok bool) {
	slices.SortStableFunc(edits, CompareEdits)
	edits = slices.Compact(edits)
	var w strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at {
			return "", nil, false
		}
		w.WriteString(text[at:e.Span.Start])
		w.WriteString(e.Text)
		at = e.Span.End
	}
	w.WriteString(text[at:])
	moved, ok = MoveSpans(holes, edits)
	return w.String(), moved, ok
}

func shiftAll(spans []xmlcall.Span, by int) []xmlcall.Span {
	var shifted []xmlcall.Span
	for _, s := range spans {
		if s.Start+by >= 0 {
			shifted = append(shifted, xmlcall.Span{Start: s.Start + by, End: s.End + by})
		}
	}
	return shifted
}

// isHole reports whether a span, except for white space, consists of holes.
func (c *stage) isHole(span xmlcall.Span) bool {
	for _, h := range c.o.Holes {
		if span = syntax.Trim(c.text, span); h.Start > span.Start {
			break
		}
		if h.End >= span.End {
			return true
		}
		span.Start = max(span.Start, h.End)
	}
	return false
}

// inHole reports whether a span touches a hole.
func (c *stage) inHole(span xmlcall.Span) bool {
	return slices.ContainsFunc(c.o.Holes, func(h xmlcall.Span) bool { return h.Start <= span.End && span.Start <= h.End })
}
