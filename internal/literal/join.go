package literal

import "strings"

// A Part is one of the parts of a string in a program, between two offsets of the file: a literal, whose quotes are not
// part of it, or a computed value.
type Part struct {
	Start, End int
	// Coding is that of the literal; nil if the part is computed.
	Coding Coding
	// Shown is the text that represents a computed part.
	Shown string
}

// Join returns the text that consists of parts of a file, at least one, in order; what is between them, and between an offset and
// the first, is no part of it. The file may be cut at its start, where offset is. They are those of one literal, or else the text
// is not edited: a replacement could belong to any of several literals.
func Join(file string, offset, start int, parts []Part, one bool) *Text {
	raw := file[start-offset : parts[len(parts)-1].End-offset]
	if first := &parts[0]; len(parts) == 1 && first.Coding != nil && first.Start == start {
		return Decode(nil, raw, start, first.Coding)
	}
	t := &Text{start: start, raw: raw}
	var b strings.Builder
	for i, at := 0, 0; i < len(parts); i++ {
		p := &parts[i]
		from, to := p.Start-t.start, p.End-t.start
		if at < from { // such as quotes, or the marks of a quote before a line
			t.escape(&b, at, from, "")
		}
		if at = to; p.Coding != nil {
			t.decode(&b, from, to, p.Coding)
		} else {
			t.holes = append(t.holes, hole{b.Len(), b.Len() + len(p.Shown)})
			t.escape(&b, from, to, p.Shown)
		}
		if one && p.Coding != nil {
			t.coding = p.Coding
		}
	}
	t.text = b.String()
	return t
}

// Verbatim is the coding of a text that is a part of a file as it is.
var Verbatim Coding = verbatim{}

type verbatim struct{}

func (verbatim) Next(raw string) (n int, text string, same bool) { return len(raw), raw, true }

func (verbatim) Encode(text string, _ Style) (raw string, ok bool) { return text, true }

// Verbatim reports whether the text is a part of another as it is, except for what is before its lines.
func (t *Text) Verbatim() bool { return t != nil && t.coding == Verbatim }

// Before returns what is before the byte at an offset of the text and is no part of it.
func (t *Text) Before(at int) string {
	from := 0
	if at > 0 {
		from = t.rawAt(at, true)
	}
	return t.raw[from:t.rawAt(at, false)]
}

// Aligned returns the text with a value that a notation at an offset of the file represents, of which n bytes do. The
// notation is unchanged but for white space, such as that of lines that are folded, and quotes that are written twice. The
// text is not edited.
func Aligned(raw string, start int, value string) (t *Text, n int, ok bool) {
	t = &Text{start: start}
	var b strings.Builder
	for b.Len() < len(value) {
		rest, size := value[b.Len():], 0
		for n+size < len(raw) && size < len(rest) && raw[n+size] == rest[size] {
			size++
		}
		if size > 0 {
			b.WriteString(rest[:size])
			n += size
			continue
		}
		white := len(raw[n:]) - len(strings.TrimLeft(raw[n:], blanks+"\r\n"))
		size = len(rest) - len(strings.TrimLeft(rest, blanks+"\n"))
		switch {
		case white == 0 && strings.HasPrefix(raw[n:], "'"):
			white, size = 1, 0
		case white == 0 && (n < len(raw) || size < len(rest)): // a line end may be missing at the end of a file
			return nil, n, false
		}
		t.escape(&b, n, n+white, rest[:size])
		n += white
	}
	t.raw, t.text = raw[:n], value
	return t, n, true
}
