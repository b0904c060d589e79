package document

import (
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// bom is the byte order mark in UTF-8. It is not part of a file's first line.
const bom = "\ufeff"

// A finder finds the occurrences of one string. It remembers the last answer, so that
// queries at ascending offsets read the text once, however many there are.
type finder struct {
	text, want string
	from, at   int // from there on the first is at, as far as it was searched; -1 for none
	to         int // how far
	asked      bool
}

// next returns the offset of the first occurrence at or after from, or -1.
func (f *finder) next(from int) int { return f.before(from, len(f.text)) }

// before returns the offset of the first occurrence from an offset on that starts before another one, or -1. Unlike
// next it searches no further.
func (f *finder) before(from, to int) int {
	if !f.asked || from < f.from || from > f.to || f.at >= 0 && f.at < from {
		f.asked, f.from, f.to, f.at = true, from, from, -1
	}
	const ahead = 4 << 10 // bytes: a line is short
	for f.at < 0 && f.to < to {
		end := min(len(f.text), max(to, f.to+ahead))
		if n := strings.Index(f.text[f.to:min(len(f.text), end+len(f.want)-1)], f.want); n >= 0 {
			f.at = f.to + n
			end = f.at
		}
		f.to = end
	}
	if f.at < to {
		return f.at
	}
	return -1
}

// startsLine reports whether only indentation, block-quote marks and list markers
// precede offset at on its line. The search back is bounded: a longer prefix does not
// qualify.
func startsLine(text string, at int) bool {
	const bound = 256
	near := text[max(0, at-bound-1):at]
	line := strings.LastIndexByte(near, '\n') + 1
	return (line > 0 || at <= bound) && isPrefix(strings.TrimPrefix(near[line:], bom))
}

// isPrefix reports whether s consists of indentation, block-quote marks and list
// markers.
func isPrefix(s string) bool {
	for s = strings.TrimLeft(s, " \t>"); s != ""; s = strings.TrimLeft(s, " \t>") {
		n := marker(s)
		if n == 0 {
			return false
		}
		s = s[n:]
	}
	return true
}

// marker returns the length of the list marker that s starts with, or 0. A marker needs
// a blank after it.
func marker(s string) int {
	n := 0
	for n < len(s) && n < 9 && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	switch {
	case n > 0 && n < len(s) && (s[n] == '.' || s[n] == ')'):
		n++
	case n == 0 && s != "" && (s[0] == '-' || s[0] == '*' || s[0] == '+'):
		n++
	default:
		return 0
	}
	if n < len(s) && (s[n] == ' ' || s[n] == '\t') {
		return n
	}
	return 0
}

// endOfLine returns the end of the line that contains an offset, without its line end.
func endOfLine(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// nextLine returns the start of the line after the one that contains an offset, or the end of the text.
func nextLine(text string, at int) int { return min(endOfLine(text, at)+1, len(text)) }

func endsLine(s string) bool { return s == "" || s[len(s)-1] == '\n' }

func lineEnd(s string) string {
	if strings.HasSuffix(s, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80
}

// covered returns a text of the same length with another character in place of some spans, except for their line ends.
func covered(text string, spans []xmlcall.Span, with byte) string {
	if len(spans) == 0 {
		return text
	}
	b := []byte(text)
	for _, s := range spans {
		for i := s.Start; i < s.End; i++ {
			if b[i] != '\n' {
				b[i] = with
			}
		}
	}
	return string(b)
}

// spanAround returns the one of the spans, which are in order, that contains the byte
// at offset at.
func spanAround(spans []xmlcall.Span, at int) (xmlcall.Span, bool) {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return spans[i], true
	}
	return xmlcall.Span{}, false
}

// lazy returns a function that returns an expression, which is compiled on first use: few texts need it.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
