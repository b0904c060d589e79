package document

import "strings"

// lead returns the lead of the block that opens at offset at. It must be called in the
// order of the blocks, before d.done moves past the block.
func (d *callFinder) lead(at int) LeadIn {
	o := d.outline
	next := o.leafAt(at)
	if next < 0 {
		return LeadIn{line: -1} // not in a block of Markdown
	}
	block := &o.leaves[next]
	l := LeadIn{Inside: d.text[min(at, max(block.body, d.done)):at], line: d.lineBefore(block, at)}
	if block.kind.isCode() {
		l.Info = strings.Trim(d.text[block.start:block.body], " \t\r\n>`~")
	}
	l.Headings = d.headingsAt(next)
	for i := next - 1; i >= max(0, next-maxAbove) && block.box >= 0 && o.leaves[i].box >= 0; i-- { // the nearest one in the quotes and lists around it
		if h := &o.leaves[i]; h.level > 0 && o.holds(h.box, block.box) {
			l.Headings = headingOf(d.text[h.start:h.end], h.level).Below(l.Headings)
			break
		}
	}
	// A paragraph introduces a whole code block after it, but only the first of several
	// blocks in the text.
	if block.kind.isCode() && next == d.ledLeaf {
		l.Before = d.led
	} else if block.kind.isCode() || d.done <= block.start {
		l.Before = d.before(next)
		d.ledLeaf, d.led = next, l.Before
	}
	return l
}

// maxAbove is the number of blocks before a call in a list among which a heading in the list is looked for.
const maxAbove = 1000

// headingsAt returns the headings outside all quotes and list items that apply to a leaf. It
// must be called in the order of leaves.
func (d *callFinder) headingsAt(leaf int) string {
	for ; d.headed < leaf; d.headed++ {
		if h := &d.outline.leaves[d.headed]; h.level > 0 && h.box < 0 {
			d.headings = headingOf(d.text[h.start:h.end], h.level).Below(d.headings)
		}
	}
	return d.headings
}

// before returns the paragraph or HTML block directly before a leaf, with the comments
// between them.
func (d *callFinder) before(leaf int) string {
	o := d.outline
	end := o.leaves[leaf].start
	start := end
	for i := leaf - 1; i >= 0; i-- {
		l := &o.leaves[i]
		if l.start < d.done || l.end > start || l.level > 0 || l.kind.isCode() || !o.holds(l.box, o.leaves[leaf].box) || !onlyMarks(d.text[l.end:start]) {
			break
		}
		if start = l.start; !isComment(d.text[l.start:l.end]) {
			break
		}
	}
	return d.text[start:end]
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
func (d *callFinder) lineBefore(l *leaf, at int) int {
	fence := l.kind.isCode() && d.done <= l.start
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
	c := columnAt(d.text, start, nextLine(d.text, start))
	if !d.outline.strip(c, l.box, true) || c.part {
		return -1
	}
	content := start + c.i
	if !fence && at >= content && strings.Trim(d.text[content:at], " \t") == "" {
		return at // with the block's indentation
	}
	if !fence && l.kind.isCode() && c.skip(l.indent) > 0 {
		return -1
	}
	if n := c.indent(); fence && l.indent < 4 && n < 4 {
		c.skip(n) // with the fence's indentation
	}
	if c.part {
		return -1
	}
	return start + c.i
}
