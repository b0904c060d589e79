package document

import (
	"bytes"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// An outline is the block structure of a Markdown file: its leaf blocks in order, and
// the quotes and list items around them. All offsets are in bytes of the file.
type outline struct {
	leaves []leaf
	boxes  []box
	last   int // index of the last heading outside all boxes, -1 for none
}

// A leaf is a block that contains lines: a paragraph, a heading, an HTML block, a
// fenced or indented code block.
type leaf struct {
	start, end int // whole lines, the opening fence included
	body       int // start of the content's first line
	kind       leafKind
	box        int // index of the innermost box, -1 for none
	indent     int // columns that a code block's lines are indented by, at most
	diagram    bool
	isHeading  bool
	level      int // of the heading
	heading    int // index of the nearest heading above, see headingAbove; -1 for none
}

type leafKind uint8

const (
	prose leafKind = iota // a leaf with code spans
	html
	code
)

// A box is a block quote or a list item.
type box struct {
	parent     int  // index of the box around it, -1 for none
	quote      bool // true for a quote, false for a list item
	width      int  // columns that a list item's lines are indented by
	start, end int  // whole lines: from the first leaf inside to the last
	last       int  // index of the last heading in it, -1 for none
}

// add adds the blocks of src, which is at offset base of the text.
func (o *outline) add(src []byte, base int) {
	body := src
	if base == 0 {
		body = bytes.TrimPrefix(src, []byte(bom))
	}
	w := &walker{outline: o, src: body, base: base + len(src) - len(body)}
	w.walk(blockParser.Parse(text.NewReader(body)), -1, 0)
}

// A walker collects leaves and boxes. Its offsets are in the parsed text,
// which starts at offset base of the file.
type walker struct {
	*outline
	src  []byte
	base int
}

func (w *walker) walk(n ast.Node, in, depth int) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Type() != ast.TypeBlock {
			return
		}
		inside := in
		if depth < maxNesting {
			switch c := c.(type) {
			case *ast.Blockquote:
				inside = w.addBox(box{parent: in, quote: true, start: -1})
			case *ast.ListItem:
				inside = w.addBox(box{parent: in, width: c.Offset, start: -1})
			}
		}
		down := depth
		if inside != in {
			down++
		}
		w.addLeaf(c, in)
		w.walk(c, inside, down)
	}
}

func (w *walker) addBox(b box) int {
	b.last = -1
	w.boxes = append(w.boxes, b)
	return len(w.boxes) - 1
}

// addLeaf adds n if it contains lines.
func (w *walker) addLeaf(n ast.Node, in int) {
	start, end := w.extent(n)
	if end == 0 {
		return
	}
	l := leaf{start: start, end: end, body: start, box: in}
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		l.kind = code
		l.start = w.lineStart(l.body - 1)
		if n.Info != nil {
			l.diagram = isDiagram(string(n.Info.Segment.Value(w.src)))
		}
	case *ast.CodeBlock:
		l.kind = code
		l.indent = 4
	case *ast.HTMLBlock:
		l.kind = html
	case *ast.Heading:
		l.isHeading, l.level = true, n.Level
	}
	l.heading = w.headingAbove(in)
	if l.isHeading {
		if in < 0 {
			w.last = len(w.leaves)
		} else {
			w.boxes[in].last = len(w.leaves)
		}
	}
	l.start, l.end, l.body = l.start+w.base, l.end+w.base, l.body+w.base
	for b := in; b >= 0; b = w.boxes[b].parent {
		if w.boxes[b].start < 0 {
			w.boxes[b].start = l.start
		}
		w.boxes[b].end = max(w.boxes[b].end, l.end)
	}
	if _, ok := n.(*ast.FencedCodeBlock); ok {
		l.indent = w.fenceIndent(l)
	}
	w.leaves = append(w.leaves, l)
}

// headingAbove returns the index of the last heading so far that is in a box or in one
// around it, or -1. A heading in a quote or list item does not apply to text outside.
func (o *outline) headingAbove(in int) int {
	last := o.last
	for ; in >= 0; in = o.boxes[in].parent {
		last = max(last, o.boxes[in].last)
	}
	return last
}

// extent returns the lines of n, from the start of the first to the end of the last. If
// a tab was split, a segment may start a few bytes before its line.
func (w *walker) extent(n ast.Node) (start, end int) {
	lines := n.Lines()
	if lines != nil && lines.Len() > 0 {
		first, last := lines.At(0), lines.At(lines.Len()-1)
		// Near its start: a line may be long.
		start, end = w.lineStart(min(first.Start+8, first.Stop-1)), last.Stop
	}
	if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
		if end == 0 {
			start = w.lineStart(h.ClosureLine.Stop - 1)
		}
		end = h.ClosureLine.Stop
	}
	// Headings end with their text; the rest of the line belongs to them too.
	if end > 0 && w.src[end-1] != '\n' {
		if n := bytes.IndexByte(w.src[end:], '\n'); n >= 0 {
			end += n + 1
		} else {
			end = len(w.src)
		}
	}
	return start, end
}

// lineStart returns the start of the line that contains the byte at i.
func (w *walker) lineStart(i int) int { return bytes.LastIndexByte(w.src[:i], '\n') + 1 }

// fenceIndent returns the columns by which the opening fence is indented
// inside its container; the content's lines lose as many.
func (w *walker) fenceIndent(l leaf) int {
	line := string(w.src[l.start-w.base : l.body-w.base])
	c := &column{line: line}
	w.strip(c, l.box, true)
	return min(c.indent(), 3)
}

// isDiagram reports whether a fence with this info string contains a diagram, in which
// <tool> is a label.
func isDiagram(info string) bool {
	lang, _, _ := strings.Cut(strings.Trim(info, "{. "), " ")
	switch strings.ToLower(strings.TrimRight(lang, "}")) {
	case "mermaid", "dot", "graphviz", "plantuml", "puml", "uml", "d2", "ditaa", "svgbob", "nomnoml", "pikchr":
		return true
	}
	return false
}

// leafAt returns the index of the leaf that contains the byte at offset at, or -1.
func (o *outline) leafAt(at int) int {
	i := sort.Search(len(o.leaves), func(i int) bool { return o.leaves[i].end > at })
	if i < len(o.leaves) && o.leaves[i].start <= at {
		return i
	}
	return -1
}
