package call

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// placeholderNames are placeholder names for tools in documents.
var placeholderNames = []string{"tool_name", "tool_name_here", "your_tool_here", "your_tool_name", "example", "example_tool", "test", "test_tool", "my_tool"}

// A Hole is a part of a document's block that represents something else.
type Hole struct {
	Span xmlcall.Span
	// Element is the element that has it as a child, or [xmlcall.NoElement] if it is part of a value or a tag.
	Element xmlcall.ElementID
	// Dots reports whether it is an ellipsis.
	Dots bool
	// Code reports whether a program around the call computes it.
	Code bool
}

// IsEllipsis reports whether text only indicates an omission.
func IsEllipsis(text string) bool { return text == "..." || text == "…" }

// findHoles returns the holes of the block in order. A reply has none.
func (c *Call) findHoles() []Hole {
	if !c.Around.Document {
		return nil
	}
	b := c.Block
	var holes []Hole
	structure := func(element xmlcall.ElementID) xmlcall.ElementID {
		if element == b.Envelope() || element == c.arguments {
			return element
		}
		return xmlcall.NoElement
	}
	for i := range b.Tokens { // dots in a longer value are part of it
		t := &b.Tokens[i]
		if in := structure(t.Element()); in != xmlcall.NoElement && t.Kind() == xmlcall.Text && IsEllipsis(b.Slice(c.Trim(t.Span()))) {
			holes = append(holes, Hole{Span: c.Trim(t.Span()), Element: in, Dots: true})
		}
	}
	for _, filled := range []struct {
		spans []xmlcall.Span
		code  bool
	}{{c.Around.Placeholders, false}, {c.Around.Computed, true}} {
		from, _ := slices.BinarySearchFunc(filled.spans, b.Span.Start, func(s xmlcall.Span, at int) int { return s.Start - at })
		for _, span := range filled.spans[from:] {
			if span.Start >= b.Span.End {
				break
			}
			h := Hole{Span: span, Element: xmlcall.NoElement, Code: filled.code}
			inJSON := c.Payload.Kind == CallPayload && c.Payload.Span.Contains(span) // it adds no element
			if t, ok := c.TokenAt(span.Start); ok && t.Kind() == xmlcall.Text && !inJSON {
				h.Element = structure(t.Element())
			}
			holes = append(holes, h)
		}
	}
	known := holes
	for i, e := range b.Elements() {
		h := Hole{Span: c.Trim(e.Content()), Element: xmlcall.NoElement}
		switch text := b.Slice(h.Span); {
		case IsEllipsis(text) && structure(i) == xmlcall.NoElement:
			h.Dots = true
		case text == "" || slices.ContainsFunc(known, func(o Hole) bool { return o.Span.Start < h.Span.End && h.Span.Start < o.Span.End }):
			continue
		case isFormatted(text) && i != c.arguments: // its other computed parts are known
			h.Element, h.Code = i, !c.Around.Source
		case !c.mayBeFilledIn(i, e, text):
			continue
		}
		holes = append(holes, h)
	}
	slices.SortStableFunc(holes, func(x, y Hole) int { return x.Span.Start - y.Span.Start })
	return holes
}

// mayBeFilledIn reports whether the value of an element is one that a document leaves to a reader or a template: the name
// of no tool, or a short placeholder in place of a name or of a value other than text. As text it may be literal.
func (c *Call) mayBeFilledIn(element xmlcall.ElementID, e xmlcall.Element, value string) bool {
	if name := e.Local(); e.Parent() == c.Block.Envelope() && (name == "server_name" || name == "tool_name") {
		return isFilledIn(value) || name == "tool_name" && c.Tool == nil && slices.Contains(placeholderNames, value)
	}
	a := c.Argument(element)
	return a != nil && a.Kind.Scalar() && (a.Kind != toolspec.String || len(a.Enum) > 0) && isFilledIn(value)
}

// formatted matches a value that is a single format verb or field: {name} in Python, %s in C and Go, %(name)s.
var formatted = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\{[A-Za-z_][^{}"\n ,]*\}|%(?:\([^)]*\))?[-+# 0-9.]*[sdvqxXfFgGeEtTcpwri])$`)
})

func isFormatted(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == '%') && formatted().MatchString(text)
}

// filledIn matches $X, [x] and <x>.
var filledIn = sync.OnceValue(func() *regexp.Regexp {
	const words = `[\pL_][\pL0-9_ .|-]*`
	return regexp.MustCompile(`^(?:\$[\pL_][\pL0-9_]*|\[` + words + `\]|<` + words + `>)$`)
})

// isFilledIn reports whether a text is $X, [x] or <x>: a few words, not the text of a value.
func isFilledIn(text string) bool {
	const longest = 60
	return text != "" && len(text) <= longest && strings.IndexByte("$[<", text[0]) >= 0 && filledIn().MatchString(text) &&
		!slices.Contains([]string{"true", "false", "null"}, strings.Trim(text, "$[]<>"))
}

// refused reports whether the reader refuses the block whatever its holes hold.
func (c *Call) refused() bool {
	if c.Block.MoreProblems {
		return true
	}
	for _, p := range c.Block.Problems {
		if !p.Kind.Repairable() && p.Kind != xmlcall.CorruptedCDATA && p.Kind != xmlcall.SurrogateReference && !c.InHole(p.Span) {
			return true
		}
	}
	_, stops := c.Block.Verdict().At()
	return !stops && !c.namedInHole() && !c.Elided()
}

// namedInHole reports whether the name of the tool is a hole, or has one.
func (c *Call) namedInHole() bool {
	i, ok := c.Block.Child(c.Block.Envelope(), "tool_name")
	return ok && c.holeWithin(c.Block.Element(i).Content())
}

// holesAfter returns the holes that end after an offset.
func (c *Call) holesAfter(offset int) []Hole {
	from, _ := slices.BinarySearchFunc(c.Holes, offset, func(h Hole, at int) int { return h.Span.End - at - 1 })
	return c.Holes[from:]
}

// holeWithin reports whether a hole touches a span.
func (c *Call) holeWithin(span xmlcall.Span) bool {
	holes := c.holesAfter(span.Start)
	return len(holes) > 0 && holes[0].Span.Start < span.End
}

// InHole reports whether a span concerns unknown text: it touches a Hole, or is the
// start of a tag whose name is one: <{{ .Key }}>. That of a whole element concerns its start tag.
func (c *Call) InHole(span xmlcall.Span) bool {
	if len(c.Holes) == 0 {
		return false
	}
	if t, ok := c.TokenAt(span.Start); ok && t.Kind() == xmlcall.StartTag && t.Span().Start == span.Start && t.Span().End < span.End {
		span = t.Span()
	}
	for _, h := range c.holesAfter(span.Start) {
		if h.Span.Start >= span.End && h.Span.Start > span.Start+len("</") {
			break
		}
		tag := c.Block.Text[span.Start:max(span.Start, h.Span.Start)]
		if h.Span.Start < span.End && span.Start < h.Span.End || tag == "<" || tag == "</" {
			return true
		}
	}
	return false
}

// LeavesOut reports whether a hole is among an element's children, where a missing element may come from.
func (c *Call) LeavesOut(element xmlcall.ElementID) bool {
	return slices.ContainsFunc(c.Holes, func(h Hole) bool {
		return h.Element == element && tagKindOf(c.Block.Slice(h.Span)) == prints
	})
}

// Elided reports whether something is omitted from the envelope that may be the missing
// part: a template inserts it, or dots represent it.
func (c *Call) Elided() bool {
	root := c.Block.Envelope()
	if c.LeavesOut(root) {
		return true
	}
	for n := range c.NotesOf(StrayText) {
		if n.Element == root && IsEllipsis(c.Block.Slice(n.Span)) {
			return true
		}
	}
	return false
}

// KeepsHoles reports whether the edits of a fix preserve the holes. A fix that fills a hole need not preserve it.
func (c *Call) KeepsHoles(edits []Edit, fills bool) bool {
	for _, e := range edits {
		for _, h := range c.Holes {
			if h.Span.Start < e.Span.End && e.Span.Start < h.Span.End && !strings.Contains(e.Text, c.Block.Slice(h.Span)) {
				return fills
			}
		}
	}
	return true
}
