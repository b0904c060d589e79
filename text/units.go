package text

import "unicode/utf8"

// unitsOf returns the length of s in the units of an encoding.
func unitsOf(s string, enc Encoding) int {
	units := len(s)
	if enc == UTF8 {
		return units
	}
	for i := skipASCII(s, 0); i < len(s); i = skipASCII(s, i) {
		_, n := utf8.DecodeRuneInString(s[i:])
		units -= n - width(n, enc)
		i += n
	}
	return units
}

// width returns the units of a character of n bytes, in UTF-16 or UTF-32.
func width(n int, enc Encoding) int {
	if n == utf8.UTFMax && enc == UTF16 {
		return 2
	}
	return 1
}

// offsetOf returns the offset of the character of s that contains the unit at an index, the
// length of s if there are fewer.
func offsetOf(s string, unit int, enc Encoding) int {
	if enc == UTF8 {
		return runeStart(s, min(unit, len(s)))
	}
	for i := 0; ; {
		ascii := skipASCII(s[:i+min(unit, len(s)-i)], i)
		unit -= ascii - i
		if i = ascii; unit == 0 || i == len(s) {
			return i
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		if unit < width(n, enc) {
			return i
		}
		unit -= width(n, enc)
		i += n
	}
}

// nonASCII returns the high bits of the first eight bytes of s. The compiler turns it into one load.
func nonASCII(s string) uint64 {
	_ = s[7]
	return 0x8080808080808080 & (uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
}

// skipASCII returns the offset of the first byte at or after i that is not ASCII.
func skipASCII(s string, i int) int {
	for len(s)-i >= 16 && nonASCII(s[i:])|nonASCII(s[i+8:]) == 0 {
		i += 16
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// runeStart returns the start of the character that contains the offset, and the offset
// itself if it is not inside one.
func runeStart(s string, offset int) int {
	if offset >= len(s) || utf8.RuneStart(s[offset]) {
		return offset
	}
	for start := offset - 1; start >= max(0, offset-utf8.UTFMax+1); start-- {
		if utf8.RuneStart(s[start]) {
			if _, n := utf8.DecodeRuneInString(s[start:]); start+n > offset {
				return start
			}
			break
		}
	}
	return offset
}

// border returns the last offset up to the given one that is not inside a character or
// a CR LF.
func border(s string, offset int) int {
	offset = runeStart(s, offset)
	if 0 < offset && offset < len(s) && s[offset-1] == '\r' && s[offset] == '\n' {
		offset--
	}
	return offset
}
