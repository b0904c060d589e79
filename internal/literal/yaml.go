package literal

import (
	"strings"
	"unicode/utf8"
)

// YAMLDouble is the coding of YAML's double-quoted scalars. Where one is written on
// several lines, it is folded: a line end and the blanks around it represent a space, and each
// further line end a line end. Such a scalar is read, but not written, since what is written may be folded.
var YAMLDouble Coding = yamlDouble{&escaped{
	special: `\`, quote: `"`, letters: "0abtnvfre\" /\\\t", meanings: "\x00\a\b\t\n\v\f\r\x1b\" /\\\t", hex: true, long: true,
}}

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
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' && r != '\t' || 0x7F <= r && r < 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || 0xFFFD <= r && r <= 0xFFFF
	})
}

// folded decodes the line ends that raw starts with, and the blanks around them. n is 0
// if there are none.
func folded(raw string) (n int, text string) {
	n = len(raw) - len(strings.TrimLeft(raw, blanks+yamlBreaks))
	white := raw[:n]
	switch lines := strings.Count(white, "\n") + strings.Count(white, "\r") - strings.Count(white, "\r\n"); lines {
	case 0:
		return 0, ""
	case 1:
		return n, " "
	default:
		return n, strings.Repeat("\n", lines-1)
	}
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
		if i := strings.IndexByte("N_LP", raw[1]); i >= 0 {
			return 2, [...]string{"\u0085", "\u00a0", "\u2028", "\u2029"}[i], false
		}
	}
	return c.escaped.Next(raw)
}

func (c yamlDouble) Encode(text string, style Style) (raw string, ok bool) {
	var b strings.Builder
	raw, _ = c.escaped.Encode(text, style)
	for _, r := range raw {
		if yamlText(string(r)) {
			b.WriteRune(r)
		} else {
			hex(&b, `\u`, r, 4) // none is above U+FFFF
		}
	}
	return b.String(), utf8.ValidString(text) && style&severalLines == 0
}

// Fit implements fitted: whether blanks count depends on what is beside them.
func (c yamlDouble) Fit(_, _, raw, _ string) (with string, ok bool) { return raw, true }
