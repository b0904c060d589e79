package transcript

import (
	"slices"
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Reread returns what [Read] returns for another version of the file's text.
//
// Reading a document takes a Markdown parser, and its time. Most keystrokes,
// though, are a letter within a word within a line, and can change nothing but
// where things stand. Reread tells by the text around the change whether it is
// such a one. If in doubt it reads anew.
//
// It also returns in what the texts differ.
func (f *File) Reread(text string) (*File, Change) {
	c := changeOf(f.Text, text)
	if c.plain() && (f.Kind == Document || c.keepsMessages(f)) {
		if r, ok := c.apply(f); ok {
			return r, c.Change
		}
	}
	return Read(text, f.asked), c.Change
}

// A Change says where two versions of a text differ: what stands from Start to
// End in the first is replaced, and what stands behind End is moved by Shift.
// Offsets are bytes.
type Change struct{ Start, End, Shift int }

// Before returns where what stands at an offset of the second version stands in
// the first; ok is false for what the change has put there.
func (c *Change) Before(at int) (before int, ok bool) {
	switch {
	case at < c.Start:
		return at, true
	case at >= c.End+c.Shift:
		return at - c.Shift, true
	}
	return 0, false
}

// After returns where what stands at an offset of the first version stands in the
// second; ok is false for what the change has taken away. What stands where text
// is inserted moves behind it.
func (c *Change) After(at int) (after int, ok bool) {
	switch {
	case at >= c.End:
		return at + c.Shift, true
	case at <= c.Start:
		return at, true
	}
	return 0, false
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

// A change is a Change with the texts that it is between.
type change struct {
	Change
	old, new string
}

func changeOf(old, new string) change {
	head, tail := Common(old, new)
	return change{Change{head, len(old) - tail, len(new) - len(old)}, old, new}
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
	if !allPlain(c.old[c.Start:c.End]) || !allPlain(c.added()) {
		return false
	}
	from := max(0, c.Start-maxAround)
	line := from + strings.LastIndexByte(c.old[from:c.Start], '\n') + 1
	if line == from && from > 0 {
		return false
	}
	before := c.old[line:c.Start]
	if line == 0 {
		before = strings.TrimPrefix(before, bom)
	}
	last := strings.TrimRight(before, " ")
	if !decided(before) || !isPlain(last[len(last)-1]) || strings.Contains(before, "\r") {
		return false
	}
	after := c.old[c.End:min(c.End+maxAround, len(c.old))]
	if inTag(c.old[from:c.Start]) || inEnd(after) {
		return false
	}
	if n := strings.IndexByte(after, '\n'); n >= 0 {
		after = after[:n]
	} else if len(after) == maxAround {
		return false
	}
	if strings.Contains(before+c.old[c.Start:c.End]+after, remarkStart) || strings.Contains(before+c.added()+after, remarkStart) {
		return false
	}
	return c.keepsShapes()
}

func (c *change) added() string { return c.new[c.Start : c.End+c.Shift] }

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
	last, ok := lastTag(c.old, c.Start, func(tag) bool { return true })
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
	for t, ok := nextTag(c.old, c.End); ok; t, ok = nextTag(c.old, t.end) {
		if t.literal || !opener.literal {
			end = t.start
			break
		}
	}
	was, had := hasShape(c.old, opener.end, end)
	is, has := hasShape(c.new, opener.end, end+c.Shift)
	if at, ok := c.After(was); had && (!ok || at != is) {
		return false
	}
	return had == has
}

// keepsMessages reports whether the messages of a reply or a log, and which of
// their tags count, stay. A line is a label by itself, or it is none.
func (c *change) keepsMessages(f *File) bool {
	line := strings.LastIndexByte(c.old[:c.Start], '\n') + 1
	for _, v := range []struct {
		text string
		end  int
	}{{c.old, c.End}, {c.new, c.End + c.Shift}} {
		end := len(v.text)
		if n := strings.IndexByte(v.text[v.end:], '\n'); n >= 0 {
			end = v.end + n + 1
		}
		if _, is := markOf(lineAt(v.text, line, end)); is || len(tokens(v.text[line:end])) > 0 {
			return false
		}
	}
	// Where the shape of a call decides, it is asked for again.
	message := xmlcall.Span{Start: 0, End: len(c.old)}
	if len(f.Messages) > 0 {
		var ok bool
		if message, ok = spanAround(f.Messages, c.Start); !ok || message.End < c.End {
			return false
		}
	}
	i := sort.Search(len(f.Segments), func(i int) bool {
		return f.Segments[i].FileSpan(xmlcall.Span{}).Start >= message.Start
	})
	if i == len(f.Segments) || f.Segments[i].FileSpan(xmlcall.Span{}).Start != message.Start {
		_, tagged := nextTag(c.old[message.Start:message.End], 0)
		return !tagged // there are no calls in it, and there will be none
	}
	s := &f.Segments[i]
	if s.Scope != Apart && len(s.Thinking) == 0 {
		return true
	}
	now := Segment{Text: c.new[message.Start : message.End+c.Shift], Scope: s.Scope}
	now.find()
	within := Change{c.Start - message.Start, c.End - message.Start, c.Shift}
	return slices.EqualFunc(s.Starts, now.Starts, func(was, is int) bool {
		to, ok := within.After(was)
		return ok && to == is
	})
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
