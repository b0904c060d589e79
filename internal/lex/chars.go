package lex

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsSpace reports whether c is XML white space.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r'
}

// SkipSpace returns the offset of the first byte at or after i that is not
// XML white space.
func SkipSpace(s string, i int) int {
	for i < len(s) && IsSpace(s[i]) {
		i++
	}
	return i
}

// IsBlank reports whether s consists of XML white space only.
func IsBlank(s string) bool { return SkipSpace(s, 0) == len(s) }

// Trim returns the span without the XML white space at its ends. A blank span becomes
// an empty one at its end.
func Trim(s string, span Span) Span {
	for span.Start < span.End && IsSpace(s[span.Start]) {
		span.Start++
	}
	for span.Start < span.End && IsSpace(s[span.End-1]) {
		span.End--
	}
	return span
}

// TrimSpace is like [Trim] for white space as Unicode defines it, which is what the
// runtime trims.
func TrimSpace(s string, span Span) Span {
	left := strings.TrimLeftFunc(span.Of(s), unicode.IsSpace)
	span.Start = span.End - len(left)
	span.End = span.Start + len(strings.TrimRightFunc(left, unicode.IsSpace))
	return span
}

// IsChar reports whether r is a character of XML 1.0 (production [2]).
func IsChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || 0x20 <= r && r <= 0xD7FF ||
		0xE000 <= r && r <= 0xFFFD || 0x10000 <= r && r <= unicode.MaxRune
}

// IsSurrogate reports whether r is half of a UTF-16 pair.
func IsSurrogate(r rune) bool { return 0xD800 <= r && r <= 0xDFFF }

// NextByte returns the offset of the first c at or after i, or len(s).
func NextByte(s string, i int, c byte) int {
	if n := strings.IndexByte(s[i:], c); n >= 0 {
		return i + n
	}
	return len(s)
}

// NextMarkup returns the offset of the first '<' at or after i, or len(s).
func NextMarkup(s string, i int) int { return NextByte(s, i, '<') }

// Kinds is a set of the special roles that a byte can have.
type Kinds uint8

const (
	Odd       Kinds = 1 << iota // a control character, or part of a non-ASCII one
	Ampersand                   // '&'
	Bracket                     // ']'
	Less                        // '<'
	Greater                     // '>'
)

const allKinds = Odd | Ampersand | Bracket | Less | Greater

var kinds = func() (table [256]Kinds) {
	for c := range table {
		if c < 0x20 && c != '\n' && c != '\t' && c != '\r' || c >= utf8.RuneSelf {
			table[c] = Odd
		}
	}
	table['&'], table[']'], table['<'], table['>'] = Ampersand, Bracket, Less, Greater
	return table
}()

// stops has, for each set of kinds, a 1 for the bytes of these kinds.
var stops = func() (tables [allKinds + 1][256]uint8) {
	for which := range tables {
		for c, kind := range kinds {
			if kind&Kinds(which) != 0 {
				tables[which][c] = 1
			}
		}
	}
	return tables
}()

// SkipTo returns the offset of the first byte of s[i:j] that is of one of the kinds, or
// j. It unrolls eight bytes per branch: most of the time goes into the mispredicted
// branch at the end of a run, and a loop over the last bytes of a run adds another. Bit
// tricks on words are not faster.
func SkipTo(s string, i, j int, which Kinds) int {
	t := &stops[which&allKinds]
	for ; i+8 <= j; i += 8 {
		p := s[i : i+8]
		m := t[p[0]] | t[p[1]]<<1 | t[p[2]]<<2 | t[p[3]]<<3 | t[p[4]]<<4 | t[p[5]]<<5 | t[p[6]]<<6 | t[p[7]]<<7
		if m != 0 {
			return i + bits.TrailingZeros8(m)
		}
	}
	for i < j && t[s[i]] == 0 {
		i++
	}
	return i
}

// NextBadChar returns the first place in s[i:j] that XML cannot carry: one character,
// or a whole run of bytes that are not UTF-8 (a program that wrote one invalid byte
// mostly wrote several, and one diagnostic is enough for them). It returns an empty
// span at j if there is none.
func NextBadChar(s string, i, j int) (bad Span, utf8OK bool) {
	for i = SkipTo(s, i, j, Odd); i < j; i = SkipTo(s, i, j, Odd) {
		if size := GoodChar(s, i, j); size > 0 {
			i += size
			continue
		}
		return BadChar(s, i, j)
	}
	return Span{j, j}, true
}

// GoodChar returns the size in bytes of the character at s[i:j] if XML can carry it, or
// 0.
func GoodChar(s string, i, j int) int {
	switch c := s[i]; {
	case c < utf8.RuneSelf:
		if kinds[c]&Odd != 0 {
			return 0
		}
		return 1
	case 0xC2 <= c && c <= 0xDF && i+1 < j && s[i+1]&0xC0 == 0x80:
		return 2 // U+0080 to U+07FF, all of which are characters
	case 0xE1 <= c && c <= 0xEC && i+2 < j && s[i+1]&0xC0 == 0x80 && s[i+2]&0xC0 == 0x80:
		return 3 // U+1000 to U+CFFF
	}
	r, size := utf8.DecodeRuneInString(s[i:j])
	if r == utf8.RuneError && size == 1 || !IsChar(r) {
		return 0
	}
	return size
}

// BadChar returns the span of the text at s[i:j] that XML cannot carry; see
// [NextBadChar].
func BadChar(s string, i, j int) (bad Span, utf8OK bool) {
	r, size := utf8.DecodeRuneInString(s[i:j])
	if r != utf8.RuneError || size != 1 {
		return Span{i, i + size}, true
	}
	for end := i + 1; ; end++ {
		if r, size := utf8.DecodeRuneInString(s[end:j]); r != utf8.RuneError || size != 1 {
			return Span{i, end}, false
		}
	}
}

// NormalizeNewlines replaces CR LF and CR by LF, as encoding/xml does
// everywhere, in CDATA sections too.
func NormalizeNewlines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}
