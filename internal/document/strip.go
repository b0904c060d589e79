package document

import "strings"

// A column is a place in a line, counted in bytes and in columns: a tab extends to the
// next multiple of four, and may be consumed in part.
type column struct {
	line string
	i    int  // byte offset
	col  int  // column
	part bool // whether part of the tab at i was consumed
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

// empty reports whether only blanks are left on the line.
func (c *column) empty() bool { return strings.Trim(c.line[c.i:], " \t\r\n") == "" }

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
	if head := strings.Trim(c.line[c.i:], " \t\r\n"); first && c.indent() < b.width && head != "" && itemMark(head) > 0 {
		for n := b.width; n > 0 && c.i < len(c.line) && c.line[c.i] != '\n' && c.line[c.i] != '\r'; n-- {
			c.step()
		}
		return true
	}
	return c.skip(b.width) == 0 || c.empty()
}

// region returns the text of the lines from start to end without what the
// boxes up to in, and then up to indent columns, put before them.
func (o *outline) region(text string, start, end, in, indent int) (string, []piece) {
	var pieces []piece
	size := 0
	for at, first := start, true; at < end; first = false {
		line := text[at:nextLine(text[:end], at)]
		c := &column{line: line}
		if at == 0 && strings.HasPrefix(line, bom) {
			c.line = line[len(bom):]
			c.i = 0
		}
		if o.strip(c, in, first) {
			c.skip(indent)
		}
		// Text consists of the file's bytes, so a tab that was consumed in part belongs
		// to the container or the content as a whole: after a quote mark it may be the
		// start of a value, elsewhere it extends to the container's column.
		if c.part && !(in >= 0 && o.boxes[in].quote && indent == 0) {
			c.i++
		}
		content := at + len(line) - len(c.line) + c.i
		at += len(line)
		if content == at {
			continue
		}
		if n := len(pieces); n > 0 && pieces[n-1].file+pieces[n-1].size == content {
			pieces[n-1].size += at - content
		} else {
			pieces = append(pieces, piece{text: size, file: content, size: at - content})
		}
		size += at - content
	}
	if len(pieces) == 1 {
		return text[pieces[0].file : pieces[0].file+size], pieces
	}
	var b strings.Builder
	b.Grow(size)
	for _, p := range pieces {
		b.WriteString(text[p.file : p.file+p.size])
	}
	return b.String(), pieces
}
