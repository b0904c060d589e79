package literal

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON is the coding of the strings of JSON: RFC 8259, section 7. Invalid text, such as
// a control character or an unknown escape, is literal, and half of a surrogate pair is
// read as U+FFFD.
var JSON Coding = jsonCoding{}

type jsonCoding struct{}

// The styles of JSON: which characters are escaped unnecessarily.
const (
	escapeHTML  Style = 1 << iota // < > &, as in Go
	escapeASCII                   // all non-ASCII characters, as in Python
	escapeSlash                   // as in PHP
	upperHex
)

func (jsonCoding) Next(raw string) (n int, text string, same bool) {
	switch i := strings.IndexByte(raw, '\\'); {
	case i < 0:
		return len(raw), raw, true
	case i > 0:
		return i, raw[:i], true
	}
	if len(raw) < 2 {
		return 1, raw, true
	}
	const letters, meanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(letters, raw[1]); i >= 0 {
		return 2, meanings[i : i+1], false
	}
	first, ok := hex4(raw)
	if !ok {
		return 1, raw[:1], true
	}
	if first < utf8.RuneSelf {
		return 6, ascii[first : first+1], false // without an allocation
	}
	if !utf16.IsSurrogate(first) {
		return 6, string(first), false
	}
	if second, ok := hex4(raw[6:]); ok {
		if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
			return 12, string(r), false
		}
	}
	return 6, "\uFFFD", false
}

// ascii are the characters of ASCII.
var ascii = func() string {
	var all [utf8.RuneSelf]byte
	for i := range all {
		all[i] = byte(i)
	}
	return string(all[:])
}()

// hex4 returns the value of the escape \uXXXX at the start of raw.
func hex4(raw string) (r rune, ok bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	for _, c := range []byte(raw[2:6]) {
		digit, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		r = r<<4 | rune(digit)
	}
	return r, true
}

func hexDigit(c byte) (digit byte, ok bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

func (c jsonCoding) Style(raw string) Style { return styleOf(c, raw) }

// styleOf returns the style of a coding with the escapes of JSON, or similar ones.
func styleOf(c Coding, raw string) Style {
	var style Style
	html, wide, slash, upper := 0, 0, 0, 0 // how many more are escaped than not
	for raw != "" {
		n, text, same := c.Next(raw)
		if same {
			html -= strings.Count(text, "<") + strings.Count(text, ">") + strings.Count(text, "&")
			slash -= strings.Count(text, "/")
			for i := range len(text) {
				if text[i] >= utf8.RuneSelf {
					wide--
				}
			}
		} else if text != "" {
			switch text[0] {
			case '<', '>', '&':
				html++
			case '/':
				slash++
			}
			if text[0] >= utf8.RuneSelf {
				wide++
			}
			if n >= 6 {
				upper += strings.Count(raw[2:n], "A") + strings.Count(raw[2:n], "B") + strings.Count(raw[2:n], "C") +
					strings.Count(raw[2:n], "D") + strings.Count(raw[2:n], "E") + strings.Count(raw[2:n], "F")
			}
		}
		raw = raw[n:]
	}
	for _, s := range []struct {
		more int
		is   Style
	}{{html, escapeHTML}, {wide, escapeASCII}, {slash, escapeSlash}, {upper, upperHex}} {
		if s.more > 0 {
			style |= s.is
		}
	}
	return style
}

func (jsonCoding) Encode(text string, style Style) (raw string, ok bool) {
	digits := "0123456789abcdef"
	if style&upperHex != 0 {
		digits = "0123456789ABCDEF"
	}
	var b strings.Builder
	escape := func(r rune) {
		b.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteByte(digits[r>>shift&0xF])
		}
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteByte(text[i]) // not UTF-8, like the file
		case r == '"', r == '\\', r == '/' && style&escapeSlash != 0:
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			if k := strings.IndexRune("\b\f\n\r\t", r); k >= 0 {
				b.WriteByte('\\')
				b.WriteByte("bfnrt"[k])
			} else {
				escape(r)
			}
		case style&escapeHTML != 0 && strings.ContainsRune("<>&", r):
			escape(r)
		case style&escapeASCII != 0 && r >= utf8.RuneSelf:
			if high, low := utf16.EncodeRune(r); r > 0xFFFF {
				escape(high)
				escape(low)
			} else {
				escape(r)
			}
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String(), true
}
