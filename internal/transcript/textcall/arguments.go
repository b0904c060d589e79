package textcall

import "strings"

// arguments reads the arguments of a call in whatever form from an offset, up to the end of the call, which it returns.
func (b *block) arguments(c *Call, at int) (end int) {
	if start := skipAny(b.text, at, white); strings.HasPrefix(b.text[start:], "{") {
		c.Arguments, end, c.Complete = arguments(b.text, start+1)
		c.Object = b.text[start:end]
		c.Invalid = isInvalid(c.Object)
		return b.ending(c, end)
	}
	end = at
	for t, ok := b.tagAfter(end); ok; t, ok = b.tagAfter(end) {
		next, is := b.argument(c, &t)
		if !is {
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
	case (key == "parameter" || key == "open:argument") && name != "":
	case strings.HasSuffix(key, "arg_key") && key[0] != '/':
		stop, _ := b.after("/"+key, at)
		value, _ := b.tagAfter(stop.End)
		key = strings.TrimSuffix(key, "key") + "value"
		if name = strings.TrimSpace(b.text[at:max(at, stop.Start)]); value.key != key || !isName().MatchString(name) {
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
	inner, opens := b.end(b.row.keys+" parameter arg_key", outer.End)
	switch next, again := b.end(b.row.keys, at); {
	case ends && (!ok || outer.Start < stop.Start && opens && inner.Start < stop.Start): // the end of another one
		stop.Span = Span{outer.Start, outer.Start}
	case ok:
	case again && b.begins(next.Start):
		stop.Span = Span{next.Start, next.Start}
	default:
		stop.Span = Span{len(b.text), len(b.text)}
	}
	if next, again := b.after(t.key, at); again && strings.HasPrefix(t.attrs, "=") && next.Start < stop.Start && b.text[next.Start-1] == '\n' {
		stop.Span = Span{next.Start, next.Start} // most runtimes end a value there
	}
	if value = b.text[at:stop.Start]; key == "parameter" && !t.dsml {
		value = withoutLineEnds(value)
	}
	return value, stop.End
}

// ending returns where the call ends whose arguments end at an offset: after the first end of the format, but before the
// next call in it; or at the offset.
func (b *block) ending(c *Call, at int) int {
	end, ok := b.end(b.row.ends, at)
	if !ok {
		return at
	}
	if next := at + len(fenceBefore().FindString(b.text[at:end.Start])); next < end.Start {
		if again, more := b.end(b.row.keys, at); c.Complete || more && again.Start < end.Start && b.begins(again.Start) {
			return at
		}
	}
	c.Complete = true
	return end.End
}

// fenceBefore is what may be between the arguments and the end of a call.
var fenceBefore = lazy("^(?:\\s|```)*")

// withoutLineEnds removes one line end at each end of a value.
func withoutLineEnds(value string) string {
	value = strings.TrimPrefix(strings.TrimPrefix(value, "\r"), "\n")
	return strings.TrimSuffix(strings.TrimSuffix(value, "\n"), "\r")
}
