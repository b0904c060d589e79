// Package foreign writes text by other authors, such as names of files, names and descriptions of
// tools, and the content of calls, so that a reader sees it and nothing interprets it. Characters
// that are not shown, or that change how others are, become escapes: bytes that are not UTF-8,
// control characters, format characters such as the bidirectional controls, line and paragraph
// separators. Other text is unchanged.
//
// There is one form for terminals ([Line], [Lines], [Text], also for plain text in HTML and in
// messages) and, where the data must stay exact, those of JSON and XML. Markdown is in
// internal/markdown, which builds on this.
package foreign

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// IsHidden reports whether a character is written as an escape. size is the number of its bytes:
// utf8.RuneError of one byte is not UTF-8.
func IsHidden(r rune, size int) bool {
	if ' ' <= r && r <= '~' {
		return false
	}
	return r == utf8.RuneError && size <= 1 ||
		unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) ||
		r&0xFFFE == 0xFFFE // a noncharacter
}

// IsJoiner reports whether a format character belongs between others, and is not escaped there: in
// emoji sequences and in the scripts of Persia and India.
func IsJoiner(r rune) bool { return r == '\u200C' || r == '\u200D' }

// Escape returns the escape of a character, whose first byte is first.
func Escape(first byte, r rune, size int) string {
	switch {
	case r == utf8.RuneError && size <= 1:
		return fmt.Sprintf(`\x%02x`, first)
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return fmt.Sprintf(`\U%08x`, r)
	}
}

// Cut returns a text of at most so many bytes, and an ellipsis if that is not all.
func Cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// Line returns a text on one line.
func Line(s string) string { return escaped(s, "", Escape) }

// Lines returns a text of several lines, which end in a line feed.
func Lines(s string) string { return escaped(s, "\n", Escape) }

// Text returns a text with its tabs and line ends, "\n" or "\r\n".
func Text(s string) string { return escaped(s, "\t\n\r", Escape) }

// Log returns a writer of lines for a terminal. Each write must consist of whole characters, as for the
// other writers.
func Log(w io.Writer) io.Writer { return writer{w, Text} }

// JSON returns a writer of JSON, which has hidden characters in strings only: each stays exact.
func JSON(w io.Writer) io.Writer {
	return writer{w, func(s string) string {
		return escaped(s, "\t\n\r", func(_ byte, r rune, _ int) string {
			if high, low := utf16.EncodeRune(r); r > 0xFFFF {
				return fmt.Sprintf(`\u%04x\u%04x`, high, low)
			}
			return fmt.Sprintf(`\u%04x`, r)
		})
	}}
}

// XML returns a writer of XML that has text and attributes but no sections, comments or odd names:
// each character stays exact.
func XML(w io.Writer) io.Writer {
	return writer{w, func(s string) string {
		return escaped(s, "\t\n\r", func(_ byte, r rune, _ int) string { return fmt.Sprintf("&#x%X;", r) })
	}}
}

type writer struct {
	io.Writer
	shown func(string) string
}

// Write implements [io.Writer].
func (w writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, w.shown(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// escaped returns a text with escapes for hidden characters other than those of keep; a carriage
// return is kept only in the end of a line.
func escaped(s, keep string, escape func(first byte, r rune, size int) string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		if ' ' <= s[i] && s[i] <= '~' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		kept := strings.ContainsRune(keep, r) && (r != '\r' || strings.HasPrefix(s[i+1:], "\n"))
		if r == utf8.RuneError && size == 1 {
			kept = false
		}
		if !kept && IsHidden(r, size) && !IsJoiner(r) {
			b.WriteString(s[done:i])
			b.WriteString(escape(s[i], r, size))
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return s
	}
	return b.String() + s[done:]
}
