package xmlcall

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// refKind says what an ampersand starts.
type refKind uint8

const (
	refValid        refKind = iota // a reference that XML can read
	refBare                        // nothing: "a & b"
	refUnknown                     // &name; that XML does not define
	refUnterminated                // &lt or &#60 without the semicolon
	refInvalid                     // &#0;: read, but not a character of XML
	refTooLarge                    // &#x110000;: left alone by the repair, not read
)

// predefined returns the character of one of XML's five entities.
func predefined(name string) (string, bool) {
	switch name {
	case "amp":
		return "&", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	}
	return "", false
}

// scanRef reads the reference at s[i], which is '&'. It returns what it is,
// the offset behind it (behind the '&' alone for refBare) and, for refValid,
// the text that it stands for.
//
// refBare, refUnknown and refUnterminated are exactly what the runtime's
// repair rewrites; refValid, refInvalid and refTooLarge what it leaves alone.
func scanRef(s string, i int) (kind refKind, end int, text string) {
	j := i + 1
	switch rest := s[j:]; {
	case strings.HasPrefix(rest, "lt;"):
		return refValid, i + 4, "<"
	case strings.HasPrefix(rest, "gt;"):
		return refValid, i + 4, ">"
	case strings.HasPrefix(rest, "amp;"):
		return refValid, i + 5, "&"
	case strings.HasPrefix(rest, "#"):
		return scanCharRef(s, i)
	}
	end = nameEnd(s, j)
	name := s[j:end]
	if end < len(s) && s[end] == ';' {
		if text, ok := predefined(name); ok {
			return refValid, end + 1, text
		}
		if isName(name) {
			return refUnknown, end + 1, ""
		}
		return refBare, i + 1, ""
	}
	if _, ok := predefined(name); ok {
		return refUnterminated, end, ""
	}
	return refBare, i + 1, ""
}

// scanCharRef reads a reference that starts with "&#".
func scanCharRef(s string, i int) (kind refKind, end int, text string) {
	j, base, upper := i+2, 10, false
	if j < len(s) && (s[j] == 'x' || s[j] == 'X') {
		base, upper = 16, s[j] == 'X'
		j++
	}
	end = j
	for end < len(s) && isDigit(s[end], base) {
		end++
	}
	switch {
	case end == j:
		return refBare, i + 1, ""
	case end == len(s) || s[end] != ';':
		if upper {
			return refBare, i + 1, ""
		}
		return refUnterminated, end, ""
	case upper: // XML knows &#x41; only
		return refUnknown, end + 1, ""
	}
	r, ok := charRefValue(s[i+2 : end])
	switch {
	case !ok:
		return refTooLarge, end + 1, ""
	case isSurrogate(r):
		return refValid, end + 1, "\uFFFD"
	case !isChar(r):
		return refInvalid, end + 1, ""
	}
	return refValid, end + 1, string(r)
}

// charRefValue returns the character of a character reference, given what
// stands between "&#" and ';'. ok is false above U+10FFFF.
func charRefValue(digits string) (r rune, ok bool) {
	base := 10
	if strings.HasPrefix(digits, "x") {
		base, digits = 16, digits[1:]
	}
	n, err := strconv.ParseUint(digits, base, 64)
	return rune(min(n, unicode.MaxRune)), err == nil && n <= unicode.MaxRune
}

func isDigit(c byte, base int) bool {
	return '0' <= c && c <= '9' || base == 16 && ('a' <= c && c <= 'f' || 'A' <= c && c <= 'F')
}

func isSurrogate(r rune) bool { return 0xD800 <= r && r <= 0xDFFF }

// isChar reports whether r is a character of XML 1.0 (production [2]).
func isChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || 0x20 <= r && r <= 0xD7FF ||
		0xE000 <= r && r <= 0xFFFD || 0x10000 <= r && r <= unicode.MaxRune
}

// nextByte returns the offset of the first c at or after i, len(s) if there is
// none.
func nextByte(s string, i int, c byte) int {
	if n := strings.IndexByte(s[i:], c); n >= 0 {
		return i + n
	}
	return len(s)
}

// nextBadChar returns the first place in s[i:j] that XML cannot carry: one
// character, or a whole run of bytes that are not UTF-8 (a program that wrote
// one bad byte mostly wrote several, and they want one finding). It returns
// an empty span at j where there is none.
func nextBadChar(s string, i, j int) (bad Span, utf8OK bool) {
	for i = skipPlain(s, i, j); i < j; i = skipPlain(s, i, j) {
		if size := goodChar(s, i, j); size > 0 {
			i += size
			continue
		}
		return badCharAt(s, i, j)
	}
	return Span{j, j}, true
}

// goodChar returns the size in bytes of the character at s[i:j] if XML can
// carry it, else 0.
func goodChar(s string, i, j int) int {
	if c := s[i]; c < utf8.RuneSelf {
		if c < 0x20 && c != '\n' && c != '\t' && c != '\r' {
			return 0
		}
		return 1
	}
	r, size := utf8.DecodeRuneInString(s[i:j])
	if r == utf8.RuneError && size == 1 || !isChar(r) {
		return 0
	}
	return size
}

// badCharAt returns the span of what XML cannot carry at s[i:j].
func badCharAt(s string, i, j int) (bad Span, utf8OK bool) {
	r, size := utf8.DecodeRuneInString(s[i:j])
	if r == utf8.RuneError && size == 1 {
		return Span{i, badUTF8End(s, i, j)}, false
	}
	return Span{i, i + size}, true
}

// badUTF8End returns the end of the run of bytes from i on that are not UTF-8.
func badUTF8End(s string, i, j int) int {
	for i < j {
		if r, size := utf8.DecodeRuneInString(s[i:j]); r != utf8.RuneError || size != 1 {
			break
		}
		i++
	}
	return i
}

// Bit tricks on eight bytes at a time: in each mask a byte's high bit stands
// for the byte.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	lows  = 0x7f * ones
)

// equal marks the bytes of w that are c. It is exact where all are ASCII.
func equal(w, c uint64) uint64 { return ^((w^c*ones)&lows + lows) & highs }

// word returns the eight bytes at s[i:].
func word(s string, i int) uint64 {
	p := s[i : i+8]
	return uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 |
		uint64(p[4])<<32 | uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
}

// unusual marks the bytes of w that are not ASCII or, where all are, those that
// are control characters which XML does not have.
func unusual(w uint64) uint64 {
	if w&highs != 0 {
		return w & highs
	}
	control := ^(w + 0x60*ones) & highs // below 0x20
	if control != 0 {
		control &^= equal(w, '\n') | equal(w, '\t') | equal(w, '\r')
	}
	return control
}

// skipPlain returns the offset of the first unusual byte of s[i:j], or of the
// last few bytes, which it does not look at.
func skipPlain(s string, i, j int) int {
	for ; i+8 <= j; i += 8 {
		if m := unusual(word(s, i)); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	return i
}

// skipText is skipPlain for character data, where '&' and ']' are unusual too.
func skipText(s string, i, j int) int {
	for ; i+8 <= j; i += 8 {
		w := word(s, i)
		m := unusual(w)
		if w&highs != 0 {
			return i + firstUnusual(s[i:i+8])
		}
		if m |= equal(w, '&') | equal(w, ']'); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	return i
}

// firstUnusual returns the index of the first byte of s that is not plain text.
func firstUnusual(s string) int {
	for i := range len(s) {
		if !plainText[s[i]] && s[i] != '<' {
			return i
		}
	}
	return len(s)
}

// plainText has the bytes of character data that mean nothing but themselves.
var plainText = func() (table [256]bool) {
	for c := range utf8.RuneSelf {
		table[c] = c >= 0x20 && c != '&' && c != ']' && c != '<' || c == '\n' || c == '\t' || c == '\r'
	}
	return table
}()

// normalizeNewlines replaces CR LF and CR by LF, as the runtime's parser does
// everywhere, in CDATA sections too.
func normalizeNewlines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// Repair returns text with every '&' that does not start one of the five
// predefined entities or a character reference (&#digits; or &#xhex;)
// replaced by "&amp;". It is the runtime's own repair, byte for byte: it knows
// nothing of CDATA sections and comments and rewrites them too. It returns
// text itself where there is nothing to do.
//
// ADR-0024 (fallback) prints a pattern with a look-ahead, which Go's regexp
// does not have; the runtime does what is said here.
func Repair(text string) string {
	i := nextRepair(text, 0)
	if i == len(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 32)
	from := 0
	for ; i < len(text); i = nextRepair(text, i+1) {
		b.WriteString(text[from:i])
		b.WriteString("&amp;")
		from = i + 1
	}
	b.WriteString(text[from:])
	return b.String()
}

// nextRepair returns the offset of the next '&' at or after i that the repair
// rewrites, len(s) if there is none.
func nextRepair(s string, i int) int {
	for i = nextByte(s, i, '&'); i < len(s); {
		kind, end, _ := scanRef(s, i)
		switch kind {
		case refBare, refUnknown, refUnterminated:
			return i
		}
		i = nextByte(s, end, '&')
	}
	return i
}
