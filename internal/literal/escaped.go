package literal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An escaped is a coding with backslash escapes, as in most languages, or without any.
type escaped struct {
	special  string // what text may not be literal from: a backslash, a carriage return if it ends lines, and what is doubled
	quote    string // the character that ends the string and is escaped in it
	letters  string // the letters allowed after a backslash
	meanings string // the character that each of the letters represents
	octal    int    // the minimum number of digits of an octal escape; 0 if there is none
	hex      bool   // \xHH is an escape
	bytes    bool   // what it and an octal escape represent is a byte, not a character
	long     bool   // \UHHHHHHHH is an escape
	braces   bool   // \u{H…} is an escape
	pairs    bool   // two of \uHHHH represent one character
	lines    bool   // the string may contain line ends
	triple   bool   // three quotes end the string, so that a single one need not be escaped
	joins    bool   // a backslash at the end of a line removes the line end
	drops    bool   // a backslash before any other character is dropped
	opener   string // two characters that start a hole, one of which is escaped
	doubled  string // characters that are written twice
	never    string // characters that a string without escapes cannot hold, or only after a backslash
}

func (c *escaped) Next(raw string) (n int, text string, same bool) {
	switch n := strings.IndexAny(raw, c.special); {
	case n < 0:
		return len(raw), raw, true
	case n > 0:
		return n, raw[:n], true
	case raw[0] == '\r':
		return lineEndLen(raw), "\n", false
	case raw[0] != '\\':
		if len(raw) > 1 && raw[1] == raw[0] {
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
		if value, ok := hexDigits(raw, 2, 4); ok && c.hex {
			return 4, c.character(value), false
		}
	case 'u':
		if n, text, ok := c.unicode(raw); ok {
			return n, text, false
		}
	case 'U':
		if value, ok := hexDigits(raw, 2, 10); ok && c.long {
			return 10, string(value), false
		}
	case '\n', '\r':
		if c.joins {
			return 1 + lineEndLen(raw[1:]), "", false
		}
	}
	digits := 0
	for digits < min(3, len(raw)-1) && '0' <= raw[1+digits] && raw[1+digits] <= '7' {
		digits++
	}
	if c.octal > 0 && digits >= c.octal {
		value, _ := strconv.ParseUint(raw[1:1+digits], 8, 16)
		return 1 + digits, c.character(rune(value)), false
	}
	// The backslash stays, but the byte after it keeps it one.
	_, size := utf8.DecodeRuneInString(raw[1:])
	if c.drops {
		return 1 + size, raw[1 : 1+size], false
	}
	return 1 + size, raw[:1+size], false
}

// character returns what \xHH or an octal escape represents.
func (c *escaped) character(value rune) string {
	if c.bytes {
		return string([]byte{byte(value)})
	}
	return string(value)
}

// unicode decodes \uHHHH and \u{H…}.
func (c *escaped) unicode(raw string) (n int, text string, ok bool) {
	if c.braces && strings.HasPrefix(raw, `\u{`) {
		end := strings.IndexByte(raw, '}')
		value, ok := hexDigits(raw, 3, end)
		return end + 1, string(value), ok
	}
	first, ok := hexDigits(raw, 2, 6)
	if !ok {
		return 0, "", false
	}
	if first < utf8.RuneSelf {
		return 6, string([]byte{byte(first)}), true // without an allocation
	}
	if c.pairs && utf16.IsSurrogate(first) && strings.HasPrefix(raw[6:], `\u`) {
		if second, ok := hexDigits(raw, 8, 12); ok {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				return 12, string(r), true
			}
		}
	}
	return 6, string(first), true
}

// hexDigits returns the value of the hexadecimal digits between two offsets.
func hexDigits(raw string, from, to int) (value rune, ok bool) {
	if to <= from || len(raw) < to {
		return 0, false
	}
	digits, err := strconv.ParseUint(raw[from:to], 16, 32)
	return rune(min(digits, utf8.MaxRune+1)), err == nil
}

func (c *escaped) Encode(text string, style Style) (raw string, ok bool) {
	if strings.ContainsAny(text, c.never) {
		return "", false
	}
	bare := !strings.Contains(c.special, `\`)
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' && c.lines:
			if style&crlfLines != 0 && !c.keepsReturns() {
				b.WriteByte('\r')
			}
			b.WriteByte('\n')
		case strings.ContainsRune(c.doubled, r):
			b.WriteRune(r)
			b.WriteRune(r)
		case bare, r == utf8.RuneError && n == 1 && !c.bytes: // not UTF-8, like the file
			b.WriteString(text[i : i+n])
		case r == utf8.RuneError && n == 1:
			hex(&b, `\x`, rune(text[i]), 2)
		case r == '\\', strings.ContainsRune(c.quote, r) && !c.alone(text, i), c.opens(text, i):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\t' && (c.lines || strings.IndexByte(c.letters, 't') < 0), c.lines && c.keepsReturns() && strings.HasPrefix(text[i:], "\r\n"):
			b.WriteRune(r)
		case r < ' ' || r == 0x7F || style&escapeHTML != 0 && strings.ContainsRune("<>&", r) || style&escapeASCII != 0 && r >= utf8.RuneSelf:
			c.escape(&b, r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String(), true
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

// keepsReturns reports whether the carriage return of a line end is a part of the string, as in TOML.
func (c *escaped) keepsReturns() bool { return strings.IndexByte(c.special, '\r') < 0 }

// hex writes the last n hexadecimal digits of a character, or of a byte, after a mark.
func hex(b *strings.Builder, mark string, r rune, n int) { fmt.Fprintf(b, "%s%0*x", mark, n, r) }

// escape writes a character as an escape that all readers know: TOML 1.0 has no \e, and most languages no \0 before digits.
func (c *escaped) escape(b *strings.Builder, r rune) {
	if i := strings.IndexRune(c.meanings, r); i >= 0 && r < ' ' && strings.IndexByte("0e", c.letters[i]) < 0 {
		b.WriteByte('\\')
		b.WriteByte(c.letters[i])
		return
	}
	switch high, low := utf16.EncodeRune(r); {
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
