package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A layout is how the structure of a call is laid out: one element a line, and what is in
// the arguments indented by two blanks a level, as [toolspec.Tool.Write] writes calls.
// Structure is what the runtime looks for elements in: the envelope, and of the arguments
// those that the tool reads as lists and objects. White space there is no part of any
// value; what is in a value is never touched.
type layout struct {
	block *xmlcall.Block
	// arguments are what the tool reads in each element, nil for nothing.
	arguments []*toolspec.Argument
	// structure is whether all in an element is structure.
	structure []bool
	depth     []int
}

// layoutOf returns the layout of a call, which the reader runs. tool is nil where it is not
// known.
func layoutOf(block *xmlcall.Block, tool *toolspec.Tool) *layout {
	n := block.NumElements()
	l := &layout{
		block: block, arguments: make([]*toolspec.Argument, n), structure: make([]bool, n), depth: make([]int, n),
	}
	envelope := block.Envelope()
	list, _ := block.Child(envelope, "arguments")
	for id, element := range block.Elements() { // an element comes after those around it
		parent := element.Parent()
		if parent == xmlcall.NoElement {
			l.structure[id] = id == envelope
			continue
		}
		l.depth[id] = l.depth[parent] + 1
		switch {
		case id == list:
			l.structure[id] = true
		case parent == list && tool != nil:
			l.arguments[id] = tool.Argument(element.Local())
		case l.arguments[parent] != nil:
			l.arguments[id] = l.arguments[parent].Child(element.Local())
		}
		l.structure[id] = l.structure[id] || l.structure[parent] && holdsElements(l.arguments[id])
	}
	for _, token := range block.Tokens {
		if id := token.Element(); id != xmlcall.NoElement && l.holdsText(token) {
			l.structure[id] = false
		}
	}
	return l
}

// holdsElements reports whether the runtime looks for elements in the one that an argument
// is read from, and for nothing else.
func holdsElements(a *toolspec.Argument) bool {
	if a != nil && a.Kind == toolspec.List && a.Repeated {
		a = a.Item
	}
	return a != nil && (a.Kind == toolspec.List || a.Kind == toolspec.Object)
}

// holdsText reports whether a token is more than structure: text, or what stands for it.
func (l *layout) holdsText(token xmlcall.Token) bool {
	switch token.Kind() {
	case xmlcall.StartTag, xmlcall.EndTag, xmlcall.Comment:
		return false
	case xmlcall.Text:
		return strings.Trim(l.block.Slice(token.Span()), " \t\r\n") != ""
	}
	return true
}

// edits returns the edits of the block's text. indent is the white space before the
// block's first line, and newline the end of a line.
func (l *layout) edits(indent, newline string) []Edit {
	var edits []Edit
	last := -1 // the token before that is no text
	for i, token := range l.block.Tokens {
		if token.Kind() == xmlcall.Text {
			continue
		}
		if last >= 0 {
			gap := xmlcall.Span{Start: l.block.Tokens[last].Span().End, End: token.Span().Start}
			if depth, ok := l.between(l.block.Tokens[last], token, gap); ok {
				want := newline + indent + strings.Repeat("  ", max(0, depth-1))
				if l.block.Slice(gap) != want {
					edits = append(edits, Edit{Span: gap, Text: want})
				}
			}
		}
		last = i
	}
	return edits
}

// between returns the depth of what follows a gap between two tokens, and whether the gap
// is laid out.
func (l *layout) between(before, after xmlcall.Token, gap xmlcall.Span) (depth int, ok bool) {
	in := after.Element()
	if in == xmlcall.NoElement {
		return 0, false
	}
	depth = l.depth[in]
	switch after.Kind() {
	case xmlcall.StartTag:
		if in = l.block.Element(in).Parent(); in == xmlcall.NoElement {
			return 0, false
		}
	case xmlcall.EndTag:
		if before.Kind() == xmlcall.StartTag && before.Element() == in {
			return 0, false // an empty element
		}
	default:
		depth++
		if !strings.Contains(l.block.Slice(gap), "\n") {
			return 0, false // a comment that ends a line stays there
		}
	}
	return depth, l.structure[in]
}
