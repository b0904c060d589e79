package literal

import (
	"strings"
	"unicode/utf8"
)

// JSON is the coding of the strings of JSON: RFC 8259, section 7. Invalid text, such as
// a control character or an unknown escape, is literal, and half of a surrogate pair is
// read as U+FFFD.
var JSON Coding = &escaped{quote: `"`, letters: `"\/bfnrt`, meanings: "\"\\/\b\f\n\r\t", noHex: true, pairs: true, literal: true}

// The styles of JSON: which characters are escaped unnecessarily.
const (
	escapeHTML  Style = 1 << iota // < > &, as in Go
	escapeASCII                   // all non-ASCII characters, as in Python
	escapeSlash                   // as in PHP
	upperHex
)

func hexDigit(c byte) (digit byte, ok bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

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
