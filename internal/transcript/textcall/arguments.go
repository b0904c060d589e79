package textcall

import (
	"slices"
	"strings"
)

// arguments reads the arguments of a call in whatever form from an offset, up to the end of the call, which it returns.
func (b *block) arguments(c *Call, at int) (end int) {
	end = at
	if at = skipAny(b.text, at, white); strings.HasPrefix(b.text[at:], "{") {
		list, stop, closed := members(b.text, at+1)
		c.Arguments, c.Object, c.Complete = arguments(list), b.text[at:stop], closed
		return b.ending(c, stop)
	}
	for {
		t, ok := b.tagAfter(end)
		if !ok {
			break
		}
		next, ok := b.argument(c, &t)
		if !ok {
			break
		}
		end = next
	}
	if stop, ok := b.end(b.row.ends, end); ok && c.Arguments == nil {
		c.Arguments, _ = elements(b.text[end:stop.Start])
	}
	return b.ending(c, end)
}

// argument reads the argument that starts with a tag, and returns where it ends.
func (b *block) argument(c *Call, t *tag) (end int, ok bool) {
	name, key, at := t.value, t.key, t.End
	switch {
	case t.key == "parameter" && name != "":
	case strings.HasSuffix(t.key, "arg_key") && t.key[0] != '/':
		stop, found := b.after("/"+t.key, at)
		if !found {
			return at, false
		}
		name, key = strings.TrimSpace(b.text[at:stop.Start]), strings.TrimSuffix(t.key, "key")+"value"
		value, isTag := b.tagAfter(stop.End)
		if !isTag || value.key != key || !isName(name) {
			return at, false
		}
		at = value.End
	default:
		return at, false
	}
	value, end := b.value(t, key, at)
	c.Arguments = append(c.Arguments, Argument{name, value})
	b.reached = max(b.reached, end)
	return end, true
}

// value reads the value of an argument from an offset to the end tag of its element. Where that is missing, it ends with
// the call, before the next one, or with the text.
func (b *block) value(t *tag, key string, at int) (value string, end int) {
	stop, ok := b.after("/"+key, at)
	outer, ends := b.end(b.row.ends, at)
	switch next, again := b.after(b.row.key, at); {
	case ends && (!ok || outer.Start < stop.Start && b.opensBetween(outer.End, stop.Start)):
		stop = Span{outer.Start, outer.Start}
	case ok:
	case again && b.begins(next.Start):
		stop = Span{next.Start, next.Start}
	default:
		stop = Span{len(b.text), len(b.text)}
	}
	if next, again := b.after(t.key, at); again && strings.HasPrefix(t.attrs, "=") && next.Start < stop.Start && b.text[next.Start-1] == '\n' {
		stop = Span{next.Start, next.Start} // most runtimes end a value there
	}
	if value = b.text[at:stop.Start]; key == "parameter" && !t.dsml {
		value = withoutLineEnds(value)
	}
	return value, stop.End
}

// opensBetween reports whether a tag of a call starts between two offsets.
func (b *block) opensBetween(from, to int) bool {
	for _, key := range [...]string{b.row.key, "parameter", "arg_key"} {
		if s, ok := b.after(key, from); ok && s.Start < to {
			return true
		}
	}
	return false
}

// ending returns where the call ends whose arguments end at an offset: after the first end of the format, but before the
// next call in it; or at the offset.
func (b *block) ending(c *Call, at int) int {
	end, ok := b.end(b.row.ends, at)
	if !ok {
		return at
	}
	if next, _ := b.skip(at, []string{"```"}); next < end.Start {
		if c.Complete {
			return at
		}
		if again, more := b.after(b.row.key, at); more && again.Start < end.Start && b.begins(again.Start) {
			return at
		}
	}
	c.Complete = true
	return end.End
}

// withoutLineEnds removes one line end at each end of a value.
func withoutLineEnds(value string) string {
	value = strings.TrimPrefix(strings.TrimPrefix(value, "\r"), "\n")
	return strings.TrimSuffix(strings.TrimSuffix(value, "\n"), "\r")
}

// white are the bytes between the parts of a call.
const white = " \t\r\n"

// skip skips white space and some words, in any order, from an offset: tags by their keys, and text. It returns the words
// that were there.
func (b *block) skip(at int, words []string) (end int, seen []string) {
	for {
		at = skipAny(b.text, at, white)
		t, isTag := b.tagAfter(at)
		n := slices.IndexFunc(words, func(word string) bool {
			return isTag && t.key == word || strings.HasPrefix(b.text[at:], word) && (!isName(word[len(word)-1:]) || nameEnd(b.text, at+len(word)) == at+len(word))
		})
		if n < 0 || len(seen) > 2*len(words) {
			return at, seen
		}
		seen = append(seen, words[n])
		if isTag && t.key == words[n] {
			at = t.End
		} else if at += len(words[n]); words[n] == "[CALL_ID]" {
			at = nameEnd(b.text, at)
		}
	}
}

// tagAfter reads the tag that starts at an offset or after white space there.
func (r *Reader) tagAfter(at int) (t tag, ok bool) {
	if at = skipAny(r.text, at, white); at == len(r.text) {
		return tag{Span: Span{at, at}}, false
	}
	return scan(r.text, at)
}
