package document

import "bytes"

// collapse joins each stretch of a text that is not relevant to calls into one line, so that
// the Markdown parser skips it. The text starts at offset base of a file, at an anchor if that
// is not 0; relevant are the openers in it and after it, in order. It returns the offset in the
// text of the last anchor, or 0.
//
// After a blank line, a line that starts with a letter in its first column starts a top-level
// paragraph, unless a top-level fenced code block or HTML block is open. Such a line is an
// anchor: how Markdown reads the text that follows does not depend on anything before it except
// the headings. So of the anchors since the last relevant line or heading, the first absorbs
// everything before the last but one, and stays a paragraph. The last two are unchanged,
// because a paragraph introduces the text after it.
//
// It stops where it cannot determine what is open.
func collapse(src []byte, base int, relevant []opener) (last int) {
	c := collapser{src: src, first: -1, before: -1, last: -1, comments: bytes.Contains(src, []byte("<!--"))}
	blank := base > 0
	for at := 0; at < len(src); {
		end := lineStop(src, at)
		line := src[at:end]
		indent := indentOf(line)
		if text := line[indent:]; len(text) == 0 || text[0] == '\r' && len(text) == 1 {
			blank, c.html = true, false
			at = end + 1
			continue
		}
		for len(relevant) > 0 && relevant[0].end <= base+at {
			relevant = relevant[1:]
		}
		opens := len(relevant) > 0 && relevant[0].start < base+end || c.comments && bytes.Contains(line, []byte("<!--"))
		if blank && anchors[line[0]] && c.fence.size == 0 {
			if c.odd.size > 0 {
				break
			}
			if c.first < 0 {
				c.first = at
			}
			c.before, c.last, c.inside = c.last, at, false
			last = at
		}
		marked := !goesOn[line[indent]] // the line may be more than text
		if opens || marked && c.fence.size == 0 && isTitle(line[indent:]) {
			c.join()
		}
		if (marked || c.odd.size > 0) && !c.follow(line) {
			break
		}
		blank = false
		at = end + 1
	}
	c.join()
	return last
}

// A collapser tracks which blocks are open, and the anchors since the last relevant
// line.
type collapser struct {
	src                 []byte
	comments            bool      // whether there are comments
	first, before, last int       // the first anchor, the last, and the one before that; -1 for none
	fence               fenceMark // the open top-level code block
	odd                 fenceMark // one that may be in a list, and oddIndent its indentation
	oddIndent           int
	inside              bool // whether there was one in a list or a quote since the last anchor
	html                bool // whether the lines since the last blank one may be HTML
}

// anchors are the bytes that an anchor may start with: not those that start a byte order
// mark or a comment.
var anchors = func() (is [256]bool) {
	for c := range is {
		is[c] = 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 && c != 0xEF
	}
	return is
}()

// join joins the lines before the last two anchors, and drops these anchors.
func (c *collapser) join() {
	if c.before > c.first {
		stretch := bytes.TrimRight(c.src[c.first:c.before], " \t\r\n") // the blank line stays
		for i := bytes.IndexByte(stretch, '\n'); i >= 0; i = bytes.IndexByte(stretch, '\n') {
			stretch[i] = ' '
			stretch = stretch[i:]
		}
	}
	c.first, c.before, c.last = -1, -1, -1
}

// isTitle reports whether a line without its indentation may be a heading, or turn one of the
// lines before into a heading.
func isTitle(text []byte) bool {
	return text[0] == '#' || len(bytes.Trim(text, "= \t\r")) == 0 || len(bytes.Trim(text, "- \t\r")) == 0
}

// follow adds another line, and reports whether it is known which blocks are open after
// it.
func (c *collapser) follow(line []byte) bool {
	text := bytes.TrimLeft(line, " ")
	indent := len(line) - len(text)
	mark, info := fenceOf(text)
	isFence := indent < 4 && mark.size >= 3
	closes := func(open fenceMark) bool {
		return isFence && mark.char == open.char && mark.size >= open.size && len(info) == 0
	}
	switch {
	case c.fence.size > 0:
		if closes(c.fence) {
			c.fence = fenceMark{}
		}
		return true
	case c.odd.size > 0:
		if indent < c.oddIndent || isFence && indent > c.oddIndent {
			return false // the line may end the list
		}
		if closes(c.odd) {
			c.odd = fenceMark{}
		}
		return true
	case !isFence || mark.char == '`' && bytes.IndexByte(info, '`') >= 0:
		return c.followOther(text)
	case c.inside && indent > 0:
		return false
	case c.html: // HTML, which does not contain fences
		return false
	case indent > 0:
		c.odd, c.oddIndent = mark, indent
	default:
		c.fence = mark
	}
	return true
}

// followOther is follow for a line that is not that of a top-level fence. Most HTML blocks
// end at a blank line.
func (c *collapser) followOther(text []byte) bool {
	text = bytes.TrimLeft(text, " \t>-*+.)0123456789")
	if mark, _ := fenceOf(text); mark.size >= 3 {
		c.inside = true
	}
	if len(text) == 0 || text[0] != '<' {
		return true
	}
	c.html = true
	if rest, ok := bytes.CutPrefix(text, []byte("<!--")); ok {
		return bytes.Contains(rest, []byte("-->"))
	}
	for _, name := range []string{"!", "?", "script", "pre", "style", "textarea"} {
		if n := len(name); len(text) > n && bytes.EqualFold(text[1:n+1], []byte(name)) {
			return false
		}
	}
	return true
}

// fenceOf returns the fence that a line starts with, if any, and the text after it.
func fenceOf(text []byte) (mark fenceMark, info []byte) {
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return fenceMark{}, nil
	}
	info = bytes.TrimLeft(text, string(text[:1]))
	return fenceMark{char: text[0], size: len(text) - len(info)}, bytes.TrimSpace(info)
}
