package lex

import (
	"strconv"
	"strings"
	"unicode"
)

// A RefKind is what an ampersand starts.
type RefKind uint8

// RefBare, RefUnknown and RefUnterminated are exactly what the runtime's repair
// rewrites; it leaves RefValid, RefInvalid and RefTooLarge alone.
const (
	RefValid        RefKind = iota // a reference that XML can read
	RefBare                        // no reference: "a & b"
	RefUnknown                     // &name; that XML does not define
	RefUnterminated                // &lt or &#60 without the semicolon
	RefInvalid                     // &#0;: read, but not a character of XML
	RefTooLarge                    // &#x110000;: left alone by the repair, not read
)

// predefined returns the character of one of XML's five entities, "" of others.
func predefined(name string) string {
	switch name {
	case "amp":
		return "&"
	case "lt":
		return "<"
	case "gt":
		return ">"
	case "quot":
		return `"`
	case "apos":
		return "'"
	}
	return ""
}

// Reference reads the reference at s[i], which is '&'. It returns its kind, the offset
// after it (after the '&' alone for RefBare) and, for RefValid, the text that it
// represents.
func Reference(s string, i int) (kind RefKind, end int, text string) {
	j := i + 1
	if i+4 <= len(s) && s[i+3] == ';' && s[i+2] == 't' { // most references, read fast
		switch s[j] {
		case 'l':
			return RefValid, i + 4, "<"
		case 'g':
			return RefValid, i + 4, ">"
		}
	}
	if j < len(s) && s[j] == '#' {
		return charReference(s, i)
	}
	end = NameEnd(s, j)
	name := s[j:end]
	if end < len(s) && s[end] == ';' {
		if text = predefined(name); text != "" {
			return RefValid, end + 1, text
		}
		if IsName(name) {
			return RefUnknown, end + 1, ""
		}
		return RefBare, i + 1, ""
	}
	if predefined(name) != "" {
		return RefUnterminated, end, ""
	}
	return RefBare, i + 1, ""
}

// charReference reads a reference that starts with "&#".
func charReference(s string, i int) (kind RefKind, end int, text string) {
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
		return RefBare, i + 1, ""
	case end == len(s) || s[end] != ';':
		if upper {
			return RefBare, i + 1, ""
		}
		return RefUnterminated, end, ""
	case upper: // XML allows &#x41; only
		return RefUnknown, end + 1, ""
	}
	r, ok := Number(s[i : end+1])
	switch {
	case !ok:
		return RefTooLarge, end + 1, ""
	case IsSurrogate(r):
		return RefValid, end + 1, "\uFFFD"
	case !IsChar(r):
		return RefInvalid, end + 1, ""
	}
	return RefValid, end + 1, string(r)
}

// Number returns the number of a character reference such as "&#60;" or "&#xD83D;". ok
// is false above U+10FFFF, and for anything that is not a character reference.
func Number(reference string) (r rune, ok bool) {
	digits, ok := strings.CutPrefix(reference, "&#")
	digits, terminated := strings.CutSuffix(digits, ";")
	if !ok || !terminated {
		return 0, false
	}
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 64)
	return rune(min(n, unicode.MaxRune)), err == nil && n <= unicode.MaxRune
}

func isDigit(c byte, base int) bool {
	return '0' <= c && c <= '9' || base == 16 && ('a' <= c && c <= 'f' || 'A' <= c && c <= 'F')
}

// NextRepair returns the offset of the next '&' at or after i that the runtime's repair
// rewrites, or len(s).
func NextRepair(s string, i int) int {
	for i = NextByte(s, i, '&'); i < len(s); {
		kind, end, _ := Reference(s, i)
		switch kind {
		case RefBare, RefUnknown, RefUnterminated:
			return i
		}
		i = NextByte(s, end, '&')
	}
	return i
}

// Repair returns s with every '&' that [NextRepair] finds replaced by "&amp;", or s
// itself if there are none.
func Repair(s string) string {
	return rewrite(s, func(kind RefKind, ref, _ string) string {
		switch kind {
		case RefBare, RefUnknown, RefUnterminated:
			return "&amp;" + ref[1:]
		}
		return ref
	})
}

// Unescape returns s with the references to the characters that are escaped in XML replaced
// by them, once.
func Unescape(s string) string {
	return rewrite(s, func(kind RefKind, ref, text string) string {
		if kind == RefValid && strings.Contains(`<>&"'`, text) {
			return text
		}
		return ref
	})
}

// Decode reads character data: references decoded, line ends normalized, everything
// else unchanged.
func Decode(s string) string {
	return rewrite(NormalizeNewlines(s), func(kind RefKind, ref, text string) string {
		if kind == RefValid {
			return text
		}
		return ref
	})
}

// rewrite returns s with each reference, or '&' that starts none, replaced by what to returns for it. It
// returns s itself if that changes nothing.
func rewrite(s string, to func(kind RefKind, ref, text string) string) string {
	var w strings.Builder
	from := 0
	for i := NextByte(s, 0, '&'); i < len(s); {
		kind, end, text := Reference(s, i)
		if written := to(kind, s[i:end], text); written != s[i:end] {
			if from == 0 {
				w.Grow(len(s) + 32)
			}
			w.WriteString(s[from:i])
			w.WriteString(written)
			from = end
		}
		i = NextByte(s, end, '&')
	}
	if from == 0 {
		return s
	}
	w.WriteString(s[from:])
	return w.String()
}
