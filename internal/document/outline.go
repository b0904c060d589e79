package document

import (
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// An outline is the block structure of a Markdown text: its leaf blocks in order, and
// the quotes and list items around them. All offsets are in bytes of the text.
type outline struct {
	leaves []leaf
	boxes  []box
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
	level      int // of the heading, 0 for none
}

type leafKind uint8

const (
	noLeaf    leafKind = iota
	paragraph          // or a heading
	htmlBlock
	indentedCode
	fencedCode
)

// isCode reports whether a leaf is a code block; the others have code spans.
func (k leafKind) isCode() bool { return k >= indentedCode }

// A box is a block quote or a list item.
type box struct {
	parent     int  // index of the box around it, -1 for none
	quote      bool // true for a quote, false for a list item
	width      int  // columns that a list item's lines are indented by
	start, end int  // whole lines: from the first leaf inside, -1 for none, to the last
}

// leafAt returns the index of the leaf that contains the byte at offset at, or -1.
func (o *outline) leafAt(at int) int {
	i := sort.Search(len(o.leaves), func(i int) bool { return o.leaves[i].end > at })
	if i < len(o.leaves) && o.leaves[i].start <= at {
		return i
	}
	return -1
}

// holds reports whether content of the box inner is also content of the box outer.
func (o *outline) holds(outer, inner int) bool {
	for inner != outer && inner >= 0 {
		inner = o.boxes[inner].parent
	}
	return inner == outer
}

// boxAt moves c over the mark of a quote or a list item that starts there. interrupts reports whether a paragraph is open in
// which it would be.
func boxAt(c *column, interrupts bool) (inner box, ok bool) {
	inner = box{parent: -1, start: -1}
	indent := c.indent()
	head := c.rest()
	if indent >= 4 || head == "" {
		return inner, false
	}
	if head[0] == '>' {
		inner.quote = true
		return inner, inner.strip(c, true)
	}
	n := itemMark(head)
	if n == 0 || isRule(head) || interrupts && (n == len(head) || head[0] != '1' && n > 1 || n > 2) {
		return inner, false
	}
	c.skip(indent)
	for range n {
		c.step()
	}
	inner.width = indent + n + 1
	if spaces := c.indent(); spaces <= 4 && !c.empty() {
		inner.width += spaces - 1
	}
	c.skip(inner.width - indent - n)
	return inner, true
}

// strip moves c over what the boxes up to and with index in put before a line's
// content, as far as it is there: the lines of a paragraph, and of a call's content,
// may lack it. Only a region's first line may have list markers.
func (o *outline) strip(c *column, in int, first bool) bool {
	return in < 0 || o.strip(c, o.boxes[in].parent, first) && o.boxes[in].strip(c, first)
}

// strip is [outline.strip] for one box.
func (b *box) strip(c *column, first bool) bool {
	if b.quote {
		ahead := *c
		ahead.skip(3)
		if ahead.i >= len(ahead.line) || ahead.line[ahead.i] != '>' {
			return false
		}
		ahead.step()
		ahead.skip(1)
		*c = ahead
		return true
	}
	if head := c.rest(); first && c.indent() < b.width && head != "" && itemMark(head) > 0 {
		for n := b.width; n > 0 && c.i < len(c.line) && c.line[c.i] != '\n' && c.line[c.i] != '\r'; n-- {
			c.step()
		}
		return true
	}
	return c.skip(b.width) == 0 || c.empty()
}

// region returns the text of the lines from start to end without what the
// boxes up to in, and then up to indent columns, put before them.
func (o *outline) region(text string, start, end, in, indent int) *literal.Text {
	var lines []literal.Part
	for at, first := start, true; at < end; first = false {
		c := columnAt(text, at, nextLine(text[:end], at))
		if o.strip(c, in, first) {
			c.skip(indent)
		}
		// Text consists of the file's bytes, so a tab that was consumed in part belongs
		// to the container or the content as a whole: after a quote mark it may be the
		// start of a value, elsewhere it extends to the container's column.
		if c.part && !(in >= 0 && o.boxes[in].quote && indent == 0) {
			c.i++
		}
		content := at + c.i
		at += len(c.line)
		switch n := len(lines); {
		case content == at:
		case n > 0 && lines[n-1].End == content:
			lines[n-1].End = at
		default:
			lines = append(lines, literal.Part{Start: content, End: at, Coding: literal.Verbatim})
		}
	}
	return literal.Join(text, 0, start, lines, true)
}

// A column is a place in a line, counted in bytes and in columns: a tab extends to the
// next multiple of four, and may be consumed in part.
type column struct {
	line string
	i    int  // byte offset
	col  int  // column
	part bool // whether part of the tab at i was consumed
}

// columnAt returns the first column of the line from at to end.
func columnAt(text string, at, end int) *column {
	c := &column{line: text[at:end]}
	if at == 0 && strings.HasPrefix(text, bom) {
		c.i = len(bom)
	}
	return c
}

// step moves one column forward, or one byte if a byte is wider.
func (c *column) step() {
	c.col++
	if c.part = c.line[c.i] == '\t' && c.col%4 != 0; !c.part {
		c.i++
	}
}

// blank reports whether the next byte is a space or a tab.
func (c *column) blank() bool {
	return c.i < len(c.line) && (c.line[c.i] == ' ' || c.line[c.i] == '\t')
}

// skip skips at most n columns of blanks and reports how many were left.
func (c *column) skip(n int) int {
	for ; n > 0 && c.blank(); n-- {
		c.step()
	}
	return n
}

// indent returns the number of columns of blanks up to the next other byte.
func (c *column) indent() int {
	ahead, n := *c, 0
	for ; ahead.blank(); n++ {
		ahead.step()
	}
	return n
}

// rest returns what is left on the line, without the blanks around it.
func (c *column) rest() string { return strings.Trim(c.line[c.i:], " \t\r\n") }

// empty reports whether only blanks are left on the line.
func (c *column) empty() bool { return c.rest() == "" }
