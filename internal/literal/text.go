package literal

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Coding is a notation for strings in a file.
type Coding interface {
	// Next decodes the unit at the start of raw, which is not empty: n bytes of it
	// represent text. same reports whether they are literal; a literal unit may be of
	// any length.
	Next(raw string) (n int, text string, same bool)
	// Encode writes text in a style. ok is false if the coding cannot write it.
	Encode(text string, style Style) (raw string, ok bool)
}

// A fitted coding is one in which the meaning of a unit depends on the text around it,
// for example if spaces at the end of a line are not part of the text.
type fitted interface {
	Coding
	// Fit returns raw, which Encode wrote, adapted to its place between two stretches of
	// the literal, where it replaces old. ok is false if it cannot occur there.
	Fit(before, old, raw, after string) (with string, ok bool)
}

// A Style is the choice of a coding among several ways to write the same text: a set of bits.
type Style uint8

const (
	escapeHTML   Style = 1 << iota // < > & are escaped, as in Go
	escapeASCII                    // all non-ASCII characters are, as in Python
	crlfLines                      // lines end with "\r\n"
	severalLines                   // YAML reads it on several lines, or some of its readers do
)

// styleOf returns the style in which raw represents a text.
func styleOf(raw, text string) (style Style) {
	html := 0 // how many more are escaped than not
	for _, mark := range [...]string{"<", ">", "&"} {
		html += strings.Count(text, mark) - 2*strings.Count(raw, mark)
	}
	if html > 0 {
		style |= escapeHTML
	}
	wide := func(r rune) bool { return r >= utf8.RuneSelf }
	if strings.ContainsFunc(text, wide) && !strings.ContainsFunc(raw, wide) {
		style |= escapeASCII
	}
	if strings.Contains(raw, "\r\n") {
		style |= crlfLines
	}
	if !yamlText(raw) {
		style |= severalLines
	}
	return style
}

// A Text is a string that a file writes as a literal, or in several parts. It is immutable and safe for
// concurrent use. Of nil, the text of the file itself, there are places and edits.
type Text struct {
	parent  *Text // the text that contains the literal; nil for the file
	start   int   // start of raw in it
	raw     string
	text    string
	escapes []escape
	coding  Coding // nil if the text is not edited
	holes   []hole // by position; those of a text that is edited

	once  sync.Once
	style Style
}

// An escape is a stretch of a text with another notation than itself: \n, a line end with the blanks around it, or the
// place of a computed value. What is between escapes is literal. They are small; a file of 2 GiB is not read.
type escape struct{ text, textEnd, raw, rawEnd int32 }

// sparse is the number of bytes after an escape in which a string of JSON keeps no others: a transcript has more escapes
// than lines, and few are asked for.
const sparse = 128

// A hole is the place of a computed value in a text.
type hole struct{ start, end int }

// Decode returns the text of a literal: raw is the text between its quotes, at offset
// start of the parent's text, or of the file if parent is nil.
func Decode(parent *Text, raw string, start int, coding Coding) *Text {
	t := &Text{parent: parent, start: start, raw: raw, text: raw, coding: coding}
	if raw != "" {
		if n, _, same := coding.Next(raw); !same || n < len(raw) {
			var b strings.Builder
			b.Grow(len(raw))
			t.decode(&b, 0, len(raw), coding)
			t.text = b.String()
		}
	}
	return t
}

// decode adds the text that a stretch of raw represents.
func (t *Text) decode(b *strings.Builder, from, to int, coding Coding) {
	for kept := 0; from < to; {
		n, text, same := coding.Next(t.raw[from:to])
		if same || coding == JSON && from < kept+sparse {
			b.WriteString(text)
		} else {
			t.escape(b, from, from+n, text)
			kept = from + n
		}
		from += n
	}
}

// escape adds a text that a stretch of raw represents as a whole.
func (t *Text) escape(b *strings.Builder, from, to int, text string) {
	t.escapes = append(t.escapes, escape{int32(b.Len()), int32(b.Len() + len(text)), int32(from), int32(to)})
	b.WriteString(text)
}

// String returns the decoded text.
func (t *Text) String() string { return t.text }

// before returns the last escape that starts at or before a place, as after tells; an empty one at the start for none.
func (t *Text) before(after func(escape) bool) (last escape) {
	if i := sort.Search(len(t.escapes), func(i int) bool { return after(t.escapes[i]) }); i > 0 {
		last = t.escapes[i-1]
	}
	until := min(int(last.rawEnd)+sparse, len(t.raw))
	for t.coding == JSON && int(last.rawEnd) < until { // over those that are not kept
		i := int32(strings.IndexByte(t.raw[last.rawEnd:until], '\\'))
		if i < 0 {
			break
		}
		n, text, _ := JSON.Next(t.raw[last.rawEnd+i:])
		next := escape{last.textEnd + i, last.textEnd + i + int32(len(text)), last.rawEnd + i, last.rawEnd + i + int32(n)}
		if after(next) {
			break
		}
		last = next
	}
	return last
}

// Within makes a text, which nobody else has yet, and which may be nil, one of a parent.
func (t *Text) Within(parent *Text) *Text {
	if t == nil {
		return parent
	}
	t.parent = parent
	return t
}

// at is before for an offset of the text: it contains the byte there, or the byte is literal.
func (t *Text) at(at int) escape { return t.before(func(e escape) bool { return int(e.text) > at }) }

// rawAt returns the place in raw of the byte at an offset: the start of its escape. If
// after is set, it returns the place after the preceding byte.
func (t *Text) rawAt(at int, after bool) int {
	of := at
	if after = after && at > 0; after {
		of--
	}
	switch e := t.at(of); {
	case of >= int(e.textEnd):
		return int(e.rawEnd) + at - int(e.textEnd)
	case after:
		return int(e.rawEnd)
	default:
		return int(e.raw)
	}
}

// Offset returns the place in the file of the byte at an offset of the text: the start
// of its escape. For the end of the text it is the end of the literal.
func (t *Text) Offset(at int) int { return t.place(at, false) }

// End returns the place in the file after the byte before an offset of the text.
func (t *Text) End(at int) int { return t.place(at, true) }

func (t *Text) place(at int, after bool) int {
	for ; t != nil; t = t.parent {
		at = t.start + t.rawAt(min(max(at, 0), len(t.text)), after)
	}
	return at
}

// Find returns the offset in the text of an offset in the file; ok is false if the
// literal does not include it.
func (t *Text) Find(file int) (at int, ok bool) {
	if t == nil {
		return file, true
	}
	if file, ok = t.parent.Find(file); !ok {
		return 0, false
	}
	raw := file - t.start
	if raw < 0 || raw >= len(t.raw) {
		return 0, false
	}
	e := t.before(func(e escape) bool { return int(e.raw) > raw })
	if raw < int(e.rawEnd) {
		return int(e.text), e.text < e.textEnd // not between two parts
	}
	at = int(e.textEnd) + raw - int(e.rawEnd)
	return at, at < len(t.text)
}

// Edit returns the edit of the file that replaces the bytes of the text from start to end:
// the bytes of the file from fileStart to fileEnd are replaced by raw, in the style of the
// literal. ok is false if the coding cannot write it, or a part of it is computed.
func (t *Text) Edit(start, end int, replacement string) (fileStart, fileEnd int, raw string, ok bool) {
	for ; t != nil; t = t.parent {
		if start, end, replacement, ok = t.edit(start, end, replacement); !ok {
			return 0, 0, "", false
		}
	}
	return start, end, replacement, true
}

// edit returns the edit of the text or file that contains the literal.
func (t *Text) edit(start, end int, replacement string) (from, to int, raw string, ok bool) {
	end = min(max(end, 0), len(t.text))
	start = min(max(start, 0), end)
	if t.coding == nil || t.computed(start, end) {
		return 0, 0, "", false
	}
	from, to = t.rawAt(start, false), t.rawAt(end, false)
	if e := t.at(start); start < int(e.textEnd) { // inside an escape
		start, replacement = int(e.text), t.text[e.text:start]+replacement
	}
	if e := t.at(end); int(e.text) < end && end < int(e.textEnd) {
		replacement, end, to = replacement+t.text[end:e.textEnd], int(e.textEnd), int(e.rawEnd)
	}
	t.once.Do(func() { t.style = styleOf(t.raw, t.text) })
	raw, ok = t.coding.Encode(replacement, t.style)
	if c, fits := t.coding.(fitted); ok && fits {
		before, after := t.raw[:from], t.raw[to:]
		if raw, ok = c.Fit(before, t.raw[from:to], raw, after); ok {
			// As far as the nearest words, up to which nothing else is read differently.
			left, leftText := t.word(from, -1)
			right, rightText := t.word(to, 1)
			ok = Decode(nil, t.raw[left:from]+raw+t.raw[to:right], 0, t.coding).text == t.text[leftText:start]+replacement+t.text[end:rightText]
		}
	}
	return t.start + from, t.start + to, raw, ok
}

// word returns a place between two letters or digits, neither in an escape, before a place in raw, or after it, and the
// offset of the text there; an end of the text for none. No unit of a coding depends on what is beyond.
func (t *Text) word(at, step int) (raw, text int) {
	isWord := func(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }
	for raw = at + step; 0 < raw && raw < len(t.raw); raw += step {
		if !isWord(t.raw[raw-1]) || !isWord(t.raw[raw]) {
			continue
		}
		if e := t.before(func(e escape) bool { return int(e.raw) >= raw }); raw > int(e.rawEnd) {
			return raw, int(e.textEnd) + raw - int(e.rawEnd)
		}
	}
	if raw <= 0 {
		return 0, 0
	}
	return len(t.raw), len(t.text)
}

// computed reports whether a stretch of the text has a part of a computed value.
func (t *Text) computed(start, end int) bool {
	i := sort.Search(len(t.holes), func(i int) bool { return t.holes[i].end > start })
	return i < len(t.holes) && t.holes[i].start < end
}
