package xmlcall

import (
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
	for i = skipTo(s, i, j, oddByte); i < j; i = skipTo(s, i, j, oddByte) {
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
	switch c := s[i]; {
	case c < utf8.RuneSelf:
		if byteKinds[c]&oddByte != 0 {
			return 0
		}
		return 1
	case 0xC2 <= c && c <= 0xDF && i+1 < j && s[i+1]&0xC0 == 0x80:
		return 2 // U+0080 to U+07FF, all of which are characters
	case 0xE1 <= c && c <= 0xEC && i+2 < j && s[i+1]&0xC0 == 0x80 && s[i+2]&0xC0 == 0x80:
		return 3 // U+1000 to U+CFFF
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

// What a byte can be besides a character that stands for itself.
const (
	oddByte       = 1 << iota // a control character, or part of a non-ASCII one
	referenceByte             // '&'
	bracketByte               // ']'
	greaterByte               // '>'
	markupByte                // '<'
)

var byteKinds = func() (table [256]uint8) {
	for c := range table {
		if c < 0x20 && c != '\n' && c != '\t' && c != '\r' || c >= utf8.RuneSelf {
			table[c] = oddByte
		}
	}
	table['&'], table[']'], table['>'], table['<'] = referenceByte, bracketByte, greaterByte, markupByte
	return table
}()

// skipTo returns the offset of the first byte of s[i:j] that is of one of the
// kinds, j if there is none. Four look-ups for each branch are about twice as
// fast as one, and as fast as bit tricks on words.
func skipTo(s string, i, j int, kinds uint8) int {
	for ; i+8 <= j; i += 8 {
		p := s[i : i+8]
		if (byteKinds[p[0]]|byteKinds[p[1]]|byteKinds[p[2]]|byteKinds[p[3]])&kinds != 0 {
			break
		}
		if (byteKinds[p[4]]|byteKinds[p[5]]|byteKinds[p[6]]|byteKinds[p[7]])&kinds != 0 {
			i += 4
			break
		}
	}
	for i < j && byteKinds[s[i]]&kinds == 0 {
		i++
	}
	return i
}

// skipGood returns the offset of the first character of s[i:j] that is ASCII
// or that XML cannot carry, j if there is none.
func skipGood(s string, i, j int) int {
	for i < j && s[i] >= utf8.RuneSelf {
		n := goodChar(s, i, j)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

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
