package transcript

import "strings"

// resume returns the probable start of the next item after an offset: a line that starts
// with a bracket, or text after a comma that starts like the unfinished item. Text after a
// mistake may be within a string, so brackets alone are not sufficient.
func (d *documentReader) resume(at int) (int, bool) {
	if d.in.shape == document {
		return len(d.text), false
	}
	head := ""
	if d.begun >= 0 {
		head = headOf(d.text[d.begun:])
	}
	if item := nextItem(d.text[at:], head); item >= 0 {
		return at + item, true
	}
	return len(d.text), false
}

// nextItem returns the offset of the first item of a text that is a line starting with a bracket, or is after a comma
// and has the given head, if any; or -1.
func nextItem(text, head string) int {
	for at := 0; ; at++ {
		n := strings.IndexByte(text[at:], '{')
		if n < 0 {
			return -1
		}
		at += n
		before := strings.TrimRight(text[:at], " \t")
		if strings.HasSuffix(before, "\n") {
			return len(before)
		}
		if head != "" && strings.HasPrefix(text[at:], head) && strings.HasSuffix(strings.TrimRight(before, "\r\n \t"), ",") {
			return at
		}
	}
}

// maxHead bounds the part of an item that is compared with other items, in bytes.
const maxHead = 256

// headOf returns the head of an item that is an object: the bracket and the first name.
// The items of a list usually have the same head. It returns "" for other items.
func headOf(item string) string {
	item = item[:min(len(item), maxHead)]
	name, ok := strings.CutPrefix(item, "{")
	if !ok {
		return ""
	}
	name, ok = strings.CutPrefix(strings.TrimLeft(name, " \t\r\n"), `"`)
	end := strings.IndexByte(name, '"')
	if !ok || end < 0 {
		return ""
	}
	return item[:len(item)-len(name)+end+1]
}
