package text

import (
	"strings"
	"unicode/utf8"
)

// A size is the length of a piece of text, in every unit.
type size struct {
	bytes int
	lines int // line ends
	utf16 int // UTF-16 code units
	runes int // UTF-32 code units: characters, and bytes that are not UTF-8
}

// Add returns the size of a piece followed by another one. Borders between pieces do
// not split a character or a CR LF, so sizes add up.
func (s size) Add(next size) size {
	return size{s.bytes + next.bytes, s.lines + next.lines, s.utf16 + next.utf16, s.runes + next.runes}
}

// units returns the size in the units of an encoding.
func (s size) units(enc Encoding) int {
	switch enc {
	case UTF8:
		return s.bytes
	case UTF32:
		return s.runes
	}
	return s.utf16
}

// sizeOf returns the size of s, which is a piece of its own.
func sizeOf(s string) size {
	runes, utf16 := countUnits(s)
	return size{len(s), countLines(s), utf16, runes}
}

// unitsOf returns the length of s in the units of an encoding.
func unitsOf(s string, enc Encoding) int {
	if enc == UTF8 {
		return len(s)
	}
	runes, utf16 := countUnits(s)
	if enc == UTF32 {
		return runes
	}
	return utf16
}

// countLines returns the number of line ends in s.
func countLines(s string) int {
	n := strings.Count(s, "\n")
	for {
		i := strings.IndexByte(s, '\r')
		if i < 0 {
			return n
		}
		if s = s[i+1:]; s == "" || s[0] != '\n' {
			n++
		}
	}
}

// countUnits returns the length of s in UTF-32 and in UTF-16 code units.
func countUnits(s string) (runes, utf16 int) {
	runes = len(s)
	astral := 0
	for i := skipASCII(s, 0); i < len(s); i = skipASCII(s, i) {
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
		runes -= n - 1
		astral += n >> 2 // 1 if four bytes long
	}
	return runes, runes + astral
}

// word returns the first eight bytes of s. The compiler turns it into one load.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// high has the bit of each byte that is not set in ASCII.
const high = 0x8080808080808080

// skipASCII returns the offset of the first byte at or after i that is not ASCII.
func skipASCII(s string, i int) int {
	for len(s)-i >= 8 && word(s[i:])&high == 0 {
		i += 8
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
