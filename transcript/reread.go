package transcript

import "strings"

// Reread returns what [Read] returns for another version of the file's text.
//
// Reading a document takes a Markdown parser, and its time. Most keystrokes,
// though, are a letter within a word within a line, and can change nothing but
// where things stand. Reread tells by the text around the change whether it is
// such a one. If in doubt it reads anew.
func (f *File) Reread(text string) *File {
	head, tail := Common(f.Text, text)
	c := change{old: f.Text, new: text, start: head, end: len(f.Text) - tail, shift: len(text) - len(f.Text)}
	if c.plain() {
		if r, ok := c.apply(f); ok {
			return r
		}
	}
	return Read(text, f.Kind)
}

// Common returns how many bytes two texts have in common at the start, and of
// what is left of both at the end.
func Common(a, b string) (head, tail int) {
	const step = 4096 // compared at once
	for limit := min(len(a), len(b)); head < limit; {
		n := min(step, limit-head)
		if a[head:head+n] != b[head:head+n] {
			for a[head] == b[head] {
				head++
			}
			break
		}
		head += n
	}
	a, b = a[head:], b[head:]
	for limit := min(len(a), len(b)); tail < limit; {
		n := min(step, limit-tail)
		if a[len(a)-tail-n:len(a)-tail] != b[len(b)-tail-n:len(b)-tail] {
			for a[len(a)-tail-1] == b[len(b)-tail-1] {
				tail++
			}
			break
		}
		tail += n
	}
	return head, tail
}

// A change makes one version of a text of another: what stands from start to
// end is replaced, and what stands behind it moves by shift.
type change struct {
	old, new   string
	start, end int // in old
	shift      int
}

// maxAround is how far, in bytes, is looked around a change. Within a longer
// line nothing is known of a change.
const maxAround = 4096

// plain reports whether the change leaves the structure of the text as it is:
//
//   - It takes away and adds only characters that mean nothing where the rest
//     holds.
//   - A letter stands before it on its line, behind the marks of quotes and lists
//     and a tag: so what the line is for Markdown was decided before it.
//   - The last thing before it is no mark either, which it could be in the way of
//     or be joined to.
//   - It does not stand in a tag, nor at the end of a comment or the like.
//   - On its line is no comment to this program.
//   - What has the shape of a call around it keeps it.
func (c *change) plain() bool {
	if !allPlain(c.old[c.start:c.end]) || !allPlain(c.added()) {
		return false
	}
	from := max(0, c.start-maxAround)
	line := from + strings.LastIndexByte(c.old[from:c.start], '\n') + 1
	if line == from && from > 0 {
		return false
	}
	before := c.old[line:c.start]
	if line == 0 {
		before = strings.TrimPrefix(before, bom)
	}
	last := strings.TrimRight(before, " ")
	if !decided(before) || !isPlain(last[len(last)-1]) || strings.Contains(before, "\r") {
		return false
	}
	after := c.old[c.end:min(c.end+maxAround, len(c.old))]
	if inTag(c.old[from:c.start]) || inEnd(after) {
		return false
	}
	if n := strings.IndexByte(after, '\n'); n >= 0 {
		after = after[:n]
	} else if len(after) == maxAround {
		return false
	}
	if strings.Contains(before+c.old[c.start:c.end]+after, remarkStart) || strings.Contains(before+c.added()+after, remarkStart) {
		return false
	}
	return c.keepsShapes()
}

func (c *change) added() string { return c.new[c.start : c.end+c.shift] }

// inTag reports whether a tag, a comment or the like may be open behind a text.
func inTag(before string) bool {
	i := strings.LastIndexAny(before, "<>")
	if i < 0 || before[i] == '>' {
		return false
	}
	return i+1 == len(before) || isLetter(before[i+1]) || strings.IndexByte("/!?", before[i+1]) >= 0
}

// inEnd reports whether a text starts with what could be the rest of "-->", of
// "]]>" or the like.
func inEnd(after string) bool {
	return strings.HasPrefix(strings.TrimLeft(after, "-]?/!"), ">")
}

// isPlain reports whether a byte means nothing to Markdown, to XML or to this
// program behind the start of a line and outside of tags.
func isPlain(b byte) bool {
	return b >= ' ' && strings.IndexByte("<>`~\\{}%$\x7f", b) < 0
}

func allPlain(s string) bool {
	for i := range len(s) {
		if !isPlain(s[i]) {
			return false
		}
	}
	return len(s) <= maxAround
}

// decided reports whether what a line is for Markdown is known by its start.
func decided(line string) bool {
	for n := 1; n > 0; line = line[n:] {
		if line == "" {
			return false
		}
		if n = 1; line[0] != ' ' && line[0] != '\t' && line[0] != '>' {
			n = marker(line)
		}
	}
	if line[0] == '<' {
		_, line, _ = strings.Cut(line, ">")
	}
	isWord := func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
	return strings.ContainsFunc(line, isWord) && !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~")
}

// keepsShapes reports whether the openers whose block could hold the change
// have the shape of a call afterwards if and only if they had it before.
func (c *change) keepsShapes() bool {
	last, ok := lastTag(c.old, c.start, func(tag) bool { return true })
	if !ok {
		return true
	}
	if !last.literal {
		if !last.closing && !c.keepsShape(last) {
			return false
		}
		last, ok = lastTag(c.old, last.start, func(t tag) bool { return t.literal })
	}
	return !ok || last.closing || c.keepsShape(last)
}

func (c *change) keepsShape(opener tag) bool {
	end := len(c.old)
	for t, ok := nextTag(c.old, c.end); ok; t, ok = nextTag(c.old, t.end) {
		if t.literal || !opener.literal {
			end = t.start
			break
		}
	}
	was, had := hasShape(c.old, opener.end, end)
	is, has := hasShape(c.new, opener.end, end+c.shift)
	if at, ok := c.moved(was); had && (!ok || at != is) {
		return false
	}
	return had == has
}

// lastTag returns the last tag before an offset that is wanted.
func lastTag(text string, before int, wanted func(tag) bool) (last tag, ok bool) {
	const step = 1 << 16
	for to := before; to > 0 && !ok; {
		from := max(0, to-step)
		for t, more := nextTag(text, from); more && t.start < to; t, more = nextTag(text, t.start+1) {
			if wanted(t) {
				last, ok = t, true
			}
		}
		to = from
	}
	return last, ok
}
