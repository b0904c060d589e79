package literal

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An escaped is a coding with backslash escapes, as in most languages.
type escaped struct {
	quote    string // the character that ends the string and is escaped in it
	letters  string // the letters allowed after a backslash
	meanings string // the character that each of the letters represents
	octal    octal
	bytes    bool   // \xHH is a byte, not a character
	noHex    bool   // \xHH is not an escape
	long     bool   // \UHHHHHHHH is an escape
	braces   bool   // \u{H…} is an escape
	pairs    bool   // two of \uHHHH represent one character
	lines    bool   // the string may contain line ends
	triple   bool   // three quotes end the string, so that a single one need not be escaped
	joins    bool   // a backslash at the end of a line removes the line end
	drops    bool   // a backslash before any other character is dropped
	literal  bool   // it is literal there
	opener   string // two characters that start a hole, one of which is escaped
	doubled  string // characters that are written twice
}

type octal uint8

const (
	noOctal octal = iota
	exactlyThree
	upToThree
	onlyZero
)

// plain returns the number of bytes at the start of raw that are literal.
func (c *escaped) plain(raw string) int {
	if c.lines || c.doubled != "" {
		if n := strings.IndexAny(raw, "\\\r"+c.doubled); n >= 0 {
			return n
		}
		return len(raw)
	}
	if n := strings.IndexByte(raw, '\\'); n >= 0 {
		return n
	}
	return len(raw)
}

func (c *escaped) Next(raw string) (n int, text string, same bool) {
	if n := c.plain(raw); n > 0 {
		return n, raw[:n], true
	}
	switch {
	case raw[0] == '\r' && len(raw) > 1 && raw[1] == '\n' && c.lines:
		return 2, "\n", false
	case raw[0] == '\r' && c.lines:
		return 1, "\n", false
	case raw[0] != '\\':
		if len(raw) > 1 && raw[1] == raw[0] && raw[0] != '\r' {
			return 2, raw[:1], false
		}
		return 1, raw[:1], true
	case len(raw) < 2:
		return 1, raw, true
	}
	if i := strings.IndexByte(c.letters, raw[1]); i >= 0 {
		return 2, c.meanings[i : i+1], false
	}
	switch raw[1] {
	case 'x':
		if value, ok := hexDigits(raw, 2, 2); ok && !c.noHex {
			if c.bytes {
				return 4, string([]byte{byte(value)}), false
			}
			return 4, string(rune(value)), false
		}
	case 'u':
		if n, text, ok := c.unicode(raw); ok {
			return n, text, false
		}
	case 'U':
		if value, ok := hexDigits(raw, 2, 8); ok && c.long {
			return 10, string(rune(value)), false
		}
	case '\n', '\r':
		if c.joins {
			if strings.HasPrefix(raw[1:], "\r\n") {
				return 3, "", false
			}
			return 2, "", false
		}
	}
	if n := c.octalDigits(raw[1:]); n > 0 {
		value := 0
		for _, d := range []byte(raw[1 : 1+n]) {
			value = value*8 + int(d-'0')
		}
		if c.bytes {
			return 1 + n, string([]byte{byte(value)}), false
		}
		return 1 + n, string(rune(value)), false
	}
	// The backslash stays, but the byte after it keeps it one.
	_, size := utf8.DecodeRuneInString(raw[1:])
	switch {
	case c.literal:
		return 1, raw[:1], true
	case c.drops:
		return 1 + size, raw[1 : 1+size], false
	}
	return 1 + size, raw[:1+size], false
}

// octalDigits returns the number of digits of the octal escape that s starts with.
func (c *escaped) octalDigits(s string) int {
	n := 0
	for n < 3 && n < len(s) && '0' <= s[n] && s[n] <= '7' {
		n++
	}
	switch {
	case c.octal == noOctal, c.octal == exactlyThree && n < 3:
		return 0
	case c.octal == onlyZero:
		if n == 0 || s[0] != '0' {
			return 0
		}
		return 1
	}
	return n
}

// unicode decodes \uHHHH and \u{H…}.
func (c *escaped) unicode(raw string) (n int, text string, ok bool) {
	if c.braces && strings.HasPrefix(raw, `\u{`) {
		end := strings.IndexByte(raw, '}')
		if end < 4 || end > 11 {
			return 0, "", false
		}
		value, ok := hexDigits(raw, 3, end-3)
		return end + 1, string(rune(value)), ok
	}
	first, ok := hexDigits(raw, 2, 4)
	if !ok {
		return 0, "", false
	}
	if first < utf8.RuneSelf {
		return 6, ascii[first : first+1], true // without an allocation
	}
	if c.pairs && utf16.IsSurrogate(rune(first)) && strings.HasPrefix(raw[6:], `\u`) {
		if second, ok := hexDigits(raw, 8, 4); ok {
			if r := utf16.DecodeRune(rune(first), rune(second)); r != utf8.RuneError {
				return 12, string(r), true
			}
		}
	}
	return 6, string(rune(first)), true
}

// ascii are the characters of ASCII.
var ascii = func() string {
	var all [utf8.RuneSelf]byte
	for i := range all {
		all[i] = byte(i)
	}
	return string(all[:])
}()

// hexDigits returns the value of n hexadecimal digits.
func hexDigits(raw string, from, n int) (value uint32, ok bool) {
	if len(raw) < from+n {
		return 0, false
	}
	for i := from; i < from+n; i++ {
		d, ok := hexDigit(raw[i])
		if !ok {
			return 0, false
		}
		value = value<<4 | uint32(d)
	}
	return min(value, utf8.MaxRune+1), true
}

const crlfLines Style = 1 << 8 // the lines of a string end with "\r\n"

func (c *escaped) Style(raw string) Style {
	style := styleOf(c, raw)
	if c.lines && strings.Contains(raw, "\r\n") {
		style |= crlfLines
	}
	return style
}

func (c *escaped) Encode(text string, style Style) (raw string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); {
		if n := plainLen(text[i:]); n > 0 { // as most of it
			b.WriteString(text[i : i+n])
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			if !c.bytes {
				b.WriteByte(text[i]) // not UTF-8, like the file
				break
			}
			hex(&b, `\x`, rune(text[i]), 2)
		case r == '\n' && c.lines:
			if style&crlfLines != 0 {
				b.WriteByte('\r')
			}
			b.WriteByte('\n')
		case r == '\\', strings.ContainsRune(c.quote, r) && !c.alone(text, i), c.opens(text, i):
			b.WriteByte('\\')
			b.WriteRune(r)
		case strings.ContainsRune(c.doubled, r):
			b.WriteRune(r)
			b.WriteRune(r)
		case r == '\t' && (c.lines || strings.IndexByte(c.letters, 't') < 0):
			b.WriteByte('\t')
		case r < ' ' || r == 0x7F || style&escapeHTML != 0 && strings.ContainsRune("<>&", r) || style&escapeASCII != 0 && r >= utf8.RuneSelf:
			c.escape(&b, r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String(), true
}

// plain is the set of characters that no coding escapes.
var plain = func() (is [256]bool) {
	for c := ' '; c < 0x7F; c++ {
		is[c] = !strings.ContainsRune("\"'`\\/<>&${}", c)
	}
	return is
}()

// plainLen returns the number of plain characters at the start of a text.
func plainLen(text string) (n int) {
	for n < len(text) && plain[text[n]] {
		n++
	}
	return n
}

// alone reports whether a quote at an offset is one of at most two.
func (c *escaped) alone(text string, i int) bool {
	return c.triple && i > 0 && i+1 < len(text) && text[i-1] != text[i] && text[i+1] != text[i]
}

// opens reports whether a hole starts at an offset of a text, or could with the text
// before or after it.
func (c *escaped) opens(text string, i int) bool {
	if c.opener == "" {
		return false
	}
	n := min(len(text)-i, len(c.opener))
	return text[i:i+n] == c.opener[:n] || i == 0 && text[0] == c.opener[1]
}

// hex writes the last n hexadecimal digits of a character, or of a byte, after a mark.
func hex(b *strings.Builder, mark string, r rune, n int) { fmt.Fprintf(b, "%s%0*x", mark, n, r) }

// escape writes a character as an escape.
func (c *escaped) escape(b *strings.Builder, r rune) {
	if r < ' ' {
		for i := range len(c.meanings) {
			if c.meanings[i] == byte(r) && c.letters[i] != '0' {
				b.WriteByte('\\')
				b.WriteByte(c.letters[i])
				return
			}
		}
	}
	switch high, low := utf16.EncodeRune(r); {
	case r < utf8.RuneSelf && !c.noHex:
		hex(b, `\x`, r, 2)
	case r <= 0xFFFF:
		hex(b, `\u`, r, 4)
	case c.long:
		hex(b, `\U`, r, 8)
	case c.pairs:
		hex(b, `\u`, high, 4)
		hex(b, `\u`, low, 4)
	default:
		b.WriteRune(r)
	}
}
