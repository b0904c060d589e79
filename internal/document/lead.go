package document

import (
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A LeadIn is the text that a reader of a document sees before a block: parts of the
// file's text, each of which may be empty.
type LeadIn struct {
	// Info is the info string of the fence that contains the block, with the language.
	Info string
	// Inside is the text before the block in the same code block, paragraph or HTML
	// block, after the previous block.
	Inside string
	// Before is the paragraph or HTML block directly before that code block, or before the block
	// itself if it is not in one, and the comments in between.
	Before string
	// Headings are the headings that the block is under, one per line as "## Title", the
	// nearest last: each has a higher level than the next. Those in a quote or list item
	// apply only inside it.
	Headings string

	line int // see LineBefore; -1 for none
}

// under returns the headings that apply below a heading with a level, given those that apply
// above it: 120 bytes of each.
func under(headings, heading string, level int) string {
	title, _, _ := strings.Cut(strings.TrimLeft(heading, " \t>-*+"), "\n")
	n := 0
	for line := range strings.Lines(headings) {
		if len(line)-len(strings.TrimLeft(line, "#")) >= level {
			break
		}
		n += len(line)
	}
	title = strings.TrimSpace(strings.Trim(title, "# \t\r"))
	return headings[:n] + strings.Repeat("#", level) + " " + title[:min(len(title), 120)] + "\n"
}

// headingsAt returns the headings outside all quotes and list items that apply to a leaf. It
// must be called in the order of leaves.
func (d *document) headingsAt(leaf int) string {
	for ; d.headed < leaf; d.headed++ {
		if h := &d.outline.leaves[d.headed]; h.level > 0 && h.box < 0 {
			d.headings = under(d.headings, d.text[h.start:h.end], h.level)
		}
	}
	return d.headings
}

// lead returns the lead of the block that opens at offset at. It must be called in the
// order of the blocks, before d.done moves past the block.
func (d *document) lead(at int) LeadIn {
	o := d.outline
	next := sort.Search(len(o.leaves), func(i int) bool { return o.leaves[i].end > at })
	l := LeadIn{line: -1}
	if next == len(o.leaves) || o.leaves[next].start > at {
		return l // not in a block of Markdown
	}
	block := &o.leaves[next]
	l.Inside = d.text[min(at, max(block.body, d.done)):at]
	if block.kind == code {
		l.Info = strings.Trim(d.text[block.start:block.body], " \t\r\n>`~")
	}
	l.Headings = d.headingsAt(next)
	for i := next - 1; i >= 0 && block.box >= 0 && o.leaves[i].box >= 0; i-- { // the nearest one in the quotes and lists around it
		if h := &o.leaves[i]; h.level > 0 && o.holds(h.box, block.box) {
			l.Headings = under(l.Headings, d.text[h.start:h.end], h.level)
			break
		}
	}
	// A paragraph introduces a whole code block after it, but only the first of several
	// blocks in the text.
	if block.kind == code && next == d.ledLeaf {
		l.Before = d.led
	} else if block.kind == code || d.done <= block.start {
		before := d.before(next)
		l.Before = d.text[before.Start:before.End]
		d.ledLeaf, d.led = next, l.Before
	}
	l.line = d.lineBefore(block, at)
	return l
}

// before returns the paragraph or HTML block directly before a leaf, with the comments
// between them.
func (d *document) before(leaf int) xmlcall.Span {
	o := d.outline
	span := xmlcall.Span{Start: o.leaves[leaf].start, End: o.leaves[leaf].start}
	for i := leaf - 1; i >= 0; i-- {
		l := &o.leaves[i]
		if l.start < d.done || l.end > span.Start || l.level > 0 || !o.holds(l.box, o.leaves[leaf].box) || !onlyMarks(d.text[l.end:span.Start]) {
			break
		}
		comment := isComment(d.text[l.start:l.end])
		if l.kind == code {
			break
		}
		span.Start = l.start
		if !comment {
			break
		}
	}
	return span
}

// isComment reports whether a Markdown block is a comment, or one of a template.
func isComment(block string) bool {
	block = strings.TrimLeft(block, " \t>")
	return strings.HasPrefix(block, "<!--") || strings.HasPrefix(block, "[//]:") || isTemplateComment(block)
}

// holds reports whether content of the box inner is also content of the box outer.
func (o *outline) holds(outer, inner int) bool {
	for inner != outer && inner >= 0 {
		inner = o.boxes[inner].parent
	}
	return inner == outer
}

// onlyMarks reports whether lines are blank except for the marks of quotes and lists.
func onlyMarks(lines string) bool {
	for line := range strings.Lines(lines) {
		if !isPrefix(strings.TrimRight(line, "\r\n")) {
			return false
		}
	}
	return true
}

// lineBefore returns the offset at which a line can be inserted before a block: before
// the code block if the block is the first in it, otherwise before its own line.
func (d *document) lineBefore(l *leaf, at int) int {
	fence := l.kind == code && d.done <= l.start
	start := l.start
	if !fence {
		// No further back, because a line may hold any number of blocks.
		from := min(at, max(d.done, l.start))
		n := strings.LastIndexByte(d.text[from:at], '\n')
		if n < 0 && from > l.start {
			return -1 // the previous block ends on this line
		}
		start = from + n + 1
	}
	line := d.text[start:nextLine(d.text, start)]
	skipped := 0
	if start == 0 && strings.HasPrefix(line, bom) {
		skipped = len(bom)
	}
	c := &column{line: line[skipped:]}
	if !d.outline.strip(c, l.box, true) || c.part {
		return -1
	}
	content := start + skipped + c.i
	if !fence && at >= content && strings.Trim(d.text[content:at], " \t") == "" {
		return at // with the block's indentation
	}
	if !fence && l.kind == code && c.skip(l.indent) > 0 {
		return -1
	}
	if n := c.indent(); fence && l.indent < 4 && n < 4 {
		c.skip(n) // with the fence's indentation
	}
	if c.part {
		return -1
	}
	return start + skipped + c.i
}

// LineBefore returns the insertion that puts a line before the block that lead belongs
// to: before the code block that the block is the first in, otherwise before the
// block's own line. ok is false if Markdown has no place for it, and for a lead that is
// nil or not of this file.
func (f *File) LineBefore(lead *LeadIn, line string) (at int, text string, ok bool) {
	if lead == nil || lead.line < 0 || lead.line > len(f.Text) {
		return 0, "", false
	}
	at = lead.line
	breaks := "\n"
	if f.Kind == YAML {
		breaks = "\r\n" // either ends a line
	}
	start := strings.LastIndexAny(f.Text[:at], breaks) + 1
	end := lineEnd(f.Text[at:nextLine(f.Text, at)])
	return at, line + end + continued(strings.TrimPrefix(f.Text[start:at], bom)), true
}
