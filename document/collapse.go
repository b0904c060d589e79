package document

import "bytes"

// collapse makes one line of each stretch of a text that has nothing to do with calls, so that
// the Markdown parser passes over it. relevant are the openers of the text, in order.
//
// After a blank line, a line that starts with a letter in its first column starts a paragraph
// in no other block, unless a fenced code block or HTML is open that is in no other one. Such
// a line is an anchor: what Markdown makes of what follows depends on nothing before it but the
// headings. So of the anchors since the last relevant line or heading, the first takes in all
// that is before the last but one, and stays a paragraph. The last two stay as they are, since
// a paragraph introduces what comes after it.
//
// It ends where it cannot tell what is open.
func collapse(src []byte, relevant []opener) {
	c := collapser{src: src, first: -1, before: -1, last: -1, comments: bytes.Contains(src, []byte("<!--"))}
	blank := false
	for at := 0; at < len(src); {
		end := lineStop(src, at)
		line := src[at:end]
		indent := indentOf(line)
		if text := line[indent:]; len(text) == 0 || text[0] == '\r' && len(text) == 1 {
			blank, c.html = true, false
			at = end + 1
			continue
		}
		for len(relevant) > 0 && relevant[0].end <= at {
			relevant = relevant[1:]
		}
		opens := len(relevant) > 0 && relevant[0].start < end || c.comments && bytes.Contains(line, []byte("<!--"))
		if blank && anchors[line[0]] && c.fence.size == 0 {
			if c.odd.size > 0 {
				break
			}
			if c.first < 0 {
				c.first = at
			}
			c.before, c.last, c.inside = c.last, at, false
		}
		marked := !goesOn[line[indent]] // it is not just text
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
}

// A collapser knows what is open, and the anchors since the last relevant line.
type collapser struct {
	src                 []byte
	comments            bool      // there are comments
	first, before, last int       // the first anchor, the last, and the one before that; -1 for none
	fence               fenceMark // the open code block that is in no other block
	odd                 fenceMark // one that may be in a list, and oddIndent its blanks
	oddIndent           int
	inside              bool // since the last anchor there was one in a list or a quote
	html                bool // the lines since the last blank one may be HTML
}

// anchors are the bytes that an anchor starts with: not what starts a byte order mark, or a
// comment.
var anchors = func() (is [256]bool) {
	for c := range is {
		is[c] = 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 && c != 0xEF
	}
	return is
}()

// join makes one line of what is before the last two anchors, and forgets them.
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

// isTitle reports whether a line without its indentation may be a heading, or make one of the
// lines before.
func isTitle(text []byte) bool {
	return text[0] == '#' || len(bytes.Trim(text, "= \t\r")) == 0 || len(bytes.Trim(text, "- \t\r")) == 0
}

// follow takes in another line, and reports whether it is known what is open after it.
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
			return false // it may end the list
		}
		if closes(c.odd) {
			c.odd = fenceMark{}
		}
		return true
	case !isFence || mark.char == '`' && bytes.IndexByte(info, '`') >= 0:
		return c.followOther(text)
	case c.inside && indent > 0:
		return false
	case c.html: // in which it is no fence
		return false
	case indent > 0:
		c.odd, c.oddIndent = mark, indent
	default:
		c.fence = mark
	}
	return true
}

// followOther is follow for a line that is not that of a fence in no other block. A block of
// HTML ends at a blank line, but for some.
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

// fenceOf returns the marks that a line starts with, if they are those of a fence, and what
// follows them.
func fenceOf(text []byte) (mark fenceMark, info []byte) {
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return fenceMark{}, nil
	}
	info = bytes.TrimLeft(text, string(text[:1]))
	return fenceMark{char: text[0], size: len(text) - len(info)}, bytes.TrimSpace(info)
}
