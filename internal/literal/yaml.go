package literal

import (
	"strings"
	"unicode/utf8"
)

// YAMLDouble is the coding of YAML's double-quoted scalars. Where one is written on
// several lines, it is folded: a line end and the blanks around it represent a space, and each
// further line end a line end. Such a scalar is read, but not written, since what is written may be folded.
var YAMLDouble Coding = yamlDouble{&escaped{quote: `"`, letters: "0abtnvfre\" /\\\t", meanings: "\x00\a\b\t\n\v\f\r\x1b\" /\\\t", long: true}}

const (
	blanks     = " \t"
	yamlBreaks = "\r\n"
)

// lineEndLen returns the length of the line end that raw starts with, or 0.
func lineEndLen(raw string) int {
	switch {
	case strings.HasPrefix(raw, "\r\n"):
		return 2
	case raw != "" && (raw[0] == '\n' || raw[0] == '\r'):
		return 1
	}
	return 0
}

// yamlText reports whether YAML can represent a text literally, without line ends. Some
// readers treat NEL and the separators of Unicode as line ends, others do not.
func yamlText(text string) bool {
	for i, r := range text {
		switch {
		case r == '\t', ' ' <= r && r < 0x7F, 0xA0 <= r && r < 0x2028, 0x202A <= r && r < 0xFEFF, 0xFEFF < r && r < 0xFFFD, r > 0xFFFF:
		case r == utf8.RuneError && strings.HasPrefix(text[i:], "\uFFFD"):
		default:
			return false
		}
	}
	return true
}

// folded decodes the line ends that raw starts with, and the blanks around them. n is 0
// if there are none.
func folded(raw string) (n int, text string) {
	at := len(raw) - len(strings.TrimLeft(raw, blanks))
	size := lineEndLen(raw[at:])
	if size == 0 {
		return 0, ""
	}
	at += size
	lines := 0
	for ; at < len(raw); at += size {
		if raw[at] == ' ' || raw[at] == '\t' {
			size = 1
			continue
		}
		if size = lineEndLen(raw[at:]); size == 0 {
			break
		}
		lines++
	}
	if lines == 0 {
		return at, " "
	}
	return at, strings.Repeat("\n", lines)
}

type yamlDouble struct{ *escaped }

func (c yamlDouble) Next(raw string) (n int, text string, same bool) {
	n = strings.IndexAny(raw, `\`+yamlBreaks)
	if n < 0 {
		n = len(raw)
	} else if raw[n] != '\\' {
		n = len(strings.TrimRight(raw[:n], blanks)) // those at the end of a line are folded
	}
	if n > 0 {
		return n, raw[:n], true
	}
	if raw[0] != '\\' {
		n, text := folded(raw)
		return n, text, false
	}
	if size := lineEndLen(raw[1:]); size > 0 { // not a space
		n, text := folded(raw[1:])
		if text == " " {
			text = ""
		}
		return 1 + n, text, false
	}
	if len(raw) > 1 {
		switch raw[1] {
		case 'N':
			return 2, "\u0085", false
		case '_':
			return 2, "\u00a0", false
		case 'L':
			return 2, "\u2028", false
		case 'P':
			return 2, "\u2029", false
		}
	}
	return c.escaped.Next(raw)
}

const severalLines Style = 1 << 9 // also for a reader that has more line ends

func (c yamlDouble) Style(raw string) Style {
	if !yamlText(raw) {
		return severalLines
	}
	return styleOf(c, raw)
}

func (c yamlDouble) Encode(text string, style Style) (raw string, ok bool) {
	if style&severalLines != 0 {
		return "", false
	}
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return "", false
		}
	}
	raw, _ = c.escaped.Encode(text, style)
	if !yamlText(raw) {
		var b strings.Builder
		for _, r := range raw {
			if yamlText(string(r)) {
				b.WriteRune(r)
			} else {
				hex(&b, `\u`, r, 4) // none is above U+FFFF
			}
		}
		raw = b.String()
	}
	return raw, true
}
