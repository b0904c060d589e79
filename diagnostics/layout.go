package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A callLayout is the formatting of a call's structure: one element per line, and the content
// of the arguments indented by two blanks per level, as [toolspec.Tool.Write] writes
// calls. Structure is where the runtime looks for elements: the envelope, and the
// arguments that the tool reads as lists and objects. White space there is not part of a
// value; text in a value is never changed.
type callLayout struct {
	block *xmlcall.Block
	// structure reports whether the content of an element is only structure.
	structure []bool
	depth     []int
}

// layoutOf returns the layout of a call, which the reader must run. tool is nil if it is
// not known.
func layoutOf(block *xmlcall.Block, tool *toolspec.Tool) *callLayout {
	n := block.NumElements()
	l := &callLayout{block: block, structure: make([]bool, n), depth: make([]int, n)}
	reads, arguments := tool.Elements(block), block.Arguments()
	for id, element := range block.Elements() { // an element comes after those around it
		parent := element.Parent()
		if parent == xmlcall.NoElement {
			l.structure[id] = id == block.Envelope()
			continue
		}
		l.depth[id] = l.depth[parent] + 1
		l.structure[id] = id == arguments || l.structure[parent] && call.ShapeOf(reads[id]) != nil
	}
	for id, in := range contentsOf(block) {
		l.structure[id] = l.structure[id] && !in.words
	}
	return l
}

// edits returns the edits of the block's text. indent is the white space before the
// block's first line, and newline the end of a line.
func (l *callLayout) edits(indent, newline string) []Edit {
	var edits []Edit
	last := -1 // the previous token is not text
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

// between returns the depth of the token after a gap between two tokens, and whether the
// gap is formatted.
func (l *callLayout) between(before, after xmlcall.Token, gap xmlcall.Span) (depth int, ok bool) {
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
			return 0, false // a comment at the end of a line stays there
		}
	}
	return depth, l.structure[in]
}

// An elementContent is what an element holds, other than in one of its children.
type elementContent struct {
	text, sections bool
	words          bool // whether that, or anything else but a comment, is more than white space
	other          bool // whether there are elements, comments and the like
}

// contentsOf returns the contents of the elements of a block that runs.
func contentsOf(block *xmlcall.Block) []elementContent {
	contents := make([]elementContent, block.NumElements())
	for _, t := range block.Tokens {
		id := t.Element()
		if id == xmlcall.NoElement {
			continue
		}
		switch in := &contents[id]; t.Kind() {
		case xmlcall.Text:
			in.text, in.words = true, in.words || strings.Trim(block.Slice(t.Span()), " \t\r\n") != ""
		case xmlcall.CDATA:
			in.sections, in.words = true, true
		case xmlcall.StartTag:
			if parent := block.Element(id).Parent(); parent != xmlcall.NoElement {
				contents[parent].other = true
			}
		case xmlcall.EndTag:
		case xmlcall.Comment:
			in.other = true
		default:
			in.other, in.words = true, true
		}
	}
	return contents
}
