package wire

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// errText reports a string that is not valid JSON. The rest of its body is not read.
var errText = errors.New("invalid string")

// appendUnquoted appends the decoded bytes of a JSON string after its first quote, up
// to the quote that ends it, and reports whether that was found. n is the number of
// bytes it took: up to and including that quote, or all, except for a part of a
// character or an escape if more bytes are to come.
//
// As everywhere in the protocol, a byte that is not UTF-8 and half a surrogate pair
// become U+FFFD each. [errText] reports a control character and an unknown escape.
func appendUnquoted(dst, b []byte, more bool) (_ []byte, n int, ended bool, err error) {
	for {
		plain := plainBytes(b[n:])
		dst = append(dst, b[n:n+plain]...)
		if n += plain; n == len(b) {
			return dst, n, false, nil
		}
		switch c := b[n]; {
		case c == '"':
			return dst, n + 1, true, nil
		case c == '\\' && n+1 < len(b) && escaped[b[n+1]] != 0:
			dst = append(dst, escaped[b[n+1]])
			n += 2
		case c == '\\':
			char, size := unescape(b[n:], more)
			switch size {
			case incomplete:
				return dst, n, false, nil
			case malformed:
				return dst, n, false, errText
			}
			dst = utf8.AppendRune(dst, char)
			n += size
		case c < ' ':
			return dst, n, false, errText
		case more && !utf8.FullRune(b[n:]):
			return dst, n, false, nil
		default:
			dst = utf8.AppendRune(dst, utf8.RuneError)
			n++
		}
	}
}

// The lengths that unescape returns for invalid escapes.
const (
	incomplete = 0
	malformed  = -1
)

// escaped are the characters that a backslash and one letter mean, by the letter.
var escaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape returns the character of the longer escape that b starts with, and its
// length in bytes; half a surrogate pair is U+FFFD.
func unescape(b []byte, more bool) (char rune, size int) {
	char, size = unescapeUnit(b, more)
	if size <= 0 || !utf16.IsSurrogate(char) {
		return char, size
	}
	low, lowSize := unescapeUnit(b[size:], more)
	if lowSize == incomplete {
		return 0, incomplete
	}
	if pair := utf16.DecodeRune(char, low); lowSize > 0 && pair != utf8.RuneError {
		return pair, size + lowSize
	}
	return utf8.RuneError, size
}

// unescapeUnit returns the UTF-16 unit of the escape "\u" that b starts with, and its
// length in bytes.
func unescapeUnit(b []byte, more bool) (unit rune, size int) {
	for i, c := range b[:min(6, len(b))] {
		var digit int
		switch {
		case i == 0 && c == '\\', i == 1 && c == 'u':
			continue
		case i < 2:
			return 0, malformed
		case '0' <= c && c <= '9':
			digit = int(c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			digit = int(c|0x20-'a') + 10
		default:
			return 0, malformed
		}
		unit = unit<<4 | rune(digit)
	}
	if len(b) < 6 {
		return 0, orIncomplete(more)
	}
	return unit, 6
}

// orIncomplete returns the length of a sequence that the end of the bytes cuts.
func orIncomplete(more bool) int {
	if more {
		return incomplete
	}
	return malformed
}

// The same byte in each byte of a word.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// plainBytes returns the number of literal bytes at the start of b in a JSON string:
// valid UTF-8, without control characters, quotes and backslashes. It reads eight at a
// time.
func plainBytes(b []byte) int {
	n := 0
	for {
		for len(b)-n >= 8 {
			w := binary.LittleEndian.Uint64(b[n:])
			// A difference borrows from the bytes after it only, so the first high bit
			// is that of the first byte that is not plain ASCII.
			quote, backslash := w^'"'*ones, w^'\\'*ones
			other := (w | (w - ' '*ones) | (quote - ones) | (backslash - ones)) & highs
			if other != 0 {
				n += bits.TrailingZeros64(other) / 8
				break
			}
			n += 8
		}
		if n == len(b) {
			return n
		}
		switch c := b[n]; {
		case c >= utf8.RuneSelf:
			char, size := utf8.DecodeRune(b[n:])
			if char == utf8.RuneError && size == 1 {
				return n
			}
			n += size
		case c < ' ' || c == '"' || c == '\\':
			return n
		default:
			n++
		}
	}
}
