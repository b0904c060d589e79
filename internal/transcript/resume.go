package transcript

import "strings"

// resume returns the probable start of the next item after an offset: a line that starts
// with a bracket, or text after a comma that starts like the unfinished item. Text after a
// mistake may be within a string, so brackets alone are not sufficient.
func (d *documentReader) resume(at int) (int, bool) {
	if d.in.shape != items && d.in.shape != inList {
		return len(d.text), false
	}
	head := ""
	if d.begun >= 0 {
		head = headOf(d.text[d.begun:])
	}
	// In windows: otherwise a mark that is far away, or absent, would be searched for up
	// to there for each mistake.
	for size := 1 << 10; ; size *= 2 {
		window := d.text[at:min(len(d.text), at+size)]
		line, item := bracketLine(window), nextItem(window, head)
		switch {
		case line >= 0 && (item < 0 || line < item):
			return at + line, true
		case item >= 0:
			return at + item, true
		case at+len(window) == len(d.text):
			return len(d.text), false
		}
	}
}

// bracketLine returns the start of the first line after a line end whose first byte is a
// bracket, or -1.
func bracketLine(text string) int {
	for at := 0; ; {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return -1
		}
		at += n + 1
		if strings.HasPrefix(strings.TrimLeft(text[at:], " \t"), "{") {
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

// nextItem returns the offset of the first item of a text that is after a comma and has
// the given head, or -1.
func nextItem(text, head string) int {
	for at := 0; head != ""; at++ {
		n := strings.Index(text[at:], head)
		if n < 0 {
			break
		}
		at += n
		if strings.HasSuffix(strings.TrimRight(text[:at], " \t\r\n"), ",") {
			return at
		}
	}
	return -1
}
