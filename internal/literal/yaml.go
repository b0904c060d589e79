package literal

import (
	"strings"
	"unicode/utf8"
)

// The codings of YAML's scalars that are not blocks. Where one is written on
// several lines, it is folded: a line end and the blanks around it represent a space, and each
// further line end a line end. Such a scalar is read, but not written; see [OnLine].
var (
	// YAMLDouble is the coding of double-quoted scalars.
	YAMLDouble Coding = yamlDouble{&escaped{quote: `"`, letters: "0abtnvfre\" /\\\t", meanings: "\x00\a\b\t\n\v\f\r\x1b\" /\\\t", long: true}}
	// YAMLSingle is the coding of single-quoted scalars, which are not written.
	YAMLSingle Coding = yamlSingle{}
	// YAMLPlain is the coding of plain scalars, which are not written.
	YAMLPlain Coding = yamlPlain{}
)

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

// runTo returns the length of the prefix of raw up to one of marks, or up to the blanks
// at the end of a line.
func runTo(raw, marks string) int {
	n := strings.IndexAny(raw, marks+yamlBreaks)
	if n < 0 {
		return len(raw)
	}
	if lineEndLen(raw[n:]) > 0 {
		return len(strings.TrimRight(raw[:n], blanks))
	}
	return n
}

type yamlDouble struct{ *escaped }

func (c yamlDouble) Next(raw string) (n int, text string, same bool) {
	if n := runTo(raw, `\`); n > 0 {
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

func (c yamlDouble) Style(raw string) Style { return styleOf(c, raw) &^ escapeSlash }

func (c yamlDouble) Encode(text string, style Style) (raw string, ok bool) {
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
				c.hex(&b, `\u`, r, 4, style) // none is above U+FFFF
			}
		}
		raw = b.String()
	}
	return raw, true
}

type yamlSingle struct{ fixed }

func (yamlSingle) Next(raw string) (n int, text string, same bool) {
	if n := runTo(raw, "'"); n > 0 {
		return n, raw[:n], true
	}
	if raw[0] == '\'' {
		return min(2, len(raw)), "'", false
	}
	n, text = folded(raw)
	return n, text, false
}

type yamlPlain struct{ fixed }

func (yamlPlain) Next(raw string) (n int, text string, same bool) {
	if n := runTo(raw, ""); n > 0 {
		return n, raw[:n], true
	}
	n, text = folded(raw)
	return n, text, false
}

// Fixed returns a coding that reads like another one and refuses to write.
func Fixed(c Coding) Coding { return fixed{c} }

type fixed struct{ Coding }

func (fixed) Style(string) Style { return 0 }

func (fixed) Encode(string, Style) (raw string, ok bool) { return "", false }

// OnLine returns the coding of a literal of YAML that a file writes as raw: if it is on
// several lines, also for a reader that has more line ends, one that refuses to write, since what is
// written may be folded.
func OnLine(raw string, c Coding) Coding {
	if !yamlText(raw) {
		return Fixed(c)
	}
	return c
}
