package literal

import "unicode/utf8"

// JSON is the coding of the strings of JSON: RFC 8259, section 7. Invalid text, such as
// a control character or an unknown escape, is literal, and half of a surrogate pair is
// read as U+FFFD.
var JSON Coding = &escaped{quote: `"`, letters: `"\/bfnrt`, meanings: "\"\\/\b\f\n\r\t", noHex: true, pairs: true, literal: true}

// The styles of JSON: which characters are escaped unnecessarily.
const (
	escapeHTML  Style = 1 << iota // < > &, as in Go
	escapeASCII                   // all non-ASCII characters, as in Python
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
func styleOf(c Coding, raw string) (style Style) {
	html, wide := 0, 0 // how many more are escaped than not
	for raw != "" {
		n, text, same := c.Next(raw)
		raw = raw[n:]
		more := -1
		if !same {
			text, more = text[:min(1, len(text))], 1
		}
		for _, b := range []byte(text) {
			switch {
			case b == '<' || b == '>' || b == '&':
				html += more
			case b >= utf8.RuneSelf:
				wide += more
			}
		}
	}
	if html > 0 {
		style |= escapeHTML
	}
	if wide > 0 {
		style |= escapeASCII
	}
	return style
}
