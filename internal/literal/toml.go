package literal

import (
	"strings"
	"unicode/utf8"
)

// A tomlCoding is a coding of the strings of TOML. It reads the escapes of TOML 1.1 and
// writes only those that TOML 1.0 also has.
type tomlCoding struct {
	read, write *escaped // nil in a literal string
	quote       string
	lines       bool // whether it spans several lines
	trimmed     bool // whether it follows a line end that is not part of the string
}

// TOML returns the coding of a string between the quotes: one of the four kinds. trimmed
// reports whether it starts on a line of its own.
func TOML(quotes string, trimmed bool) Coding {
	c := &tomlCoding{quote: quotes[:1], lines: len(quotes) == 3, trimmed: trimmed}
	if c.quote == `"` {
		c.read = &escaped{quote: `"`, letters: `btnfre"\`, meanings: "\b\t\n\f\r\x1b\"\\", long: true}
		c.write = &escaped{quote: `"`, letters: `btnfr"\`, meanings: "\b\t\n\f\r\"\\", long: true, noHex: true, lines: c.lines, triple: c.lines}
	}
	return c
}

func (c *tomlCoding) Next(raw string) (n int, text string, same bool) {
	if c.read == nil {
		return len(raw), raw, true
	}
	if n := strings.IndexByte(raw, '\\'); n != 0 {
		if n < 0 {
			n = len(raw)
		}
		return n, raw[:n], true
	}
	if rest := strings.TrimLeft(raw[1:], blanks); c.lines && lineEndLen(rest) > 0 {
		return len(raw) - len(strings.TrimLeft(rest, blanks+"\r\n")), "", false
	}
	return c.read.Next(raw)
}

func (c *tomlCoding) Style(raw string) Style {
	if c.read == nil {
		return 0
	}
	return styleOf(c, raw)
}

func (c *tomlCoding) Encode(text string, style Style) (raw string, ok bool) {
	if !utf8.ValidString(text) {
		return "", false
	}
	if c.read != nil && !c.lines {
		return c.write.Encode(text, style)
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		line, ended := strings.CutSuffix(line, "\n")
		end := ""
		switch {
		case ended && !c.lines:
			return "", false
		case ended && strings.HasSuffix(line, "\r"):
			line, end = line[:len(line)-1], "\r\n"
		case ended:
			end = "\n"
		}
		if c.read == nil {
			if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7F }) || !c.lines && strings.Contains(line, "'") {
				return "", false
			}
		} else {
			line, _ = c.write.Encode(line, style)
		}
		lines[i] = line + end
	}
	return strings.Join(lines, ""), true
}

// Fit reports whether the quotes and the first line end of the string are unchanged.
func (c *tomlCoding) Fit(before, _, raw, after string) (with string, ok bool) {
	if !c.lines {
		return raw, true
	}
	around := before[max(0, len(before)-2):] + raw + after[:min(len(after), 2)]
	if strings.Contains(around, strings.Repeat(c.quote, 3)) || after == "" && strings.HasSuffix(around, c.quote) && !strings.HasSuffix(around, `\`+c.quote) {
		return "", false
	}
	if strings.HasSuffix(before, "\r") && !strings.HasPrefix(raw+after[:min(len(after), 1)], "\n") {
		return "", false // inside a line end
	}
	if before != "" || c.trimmed || lineEndLen(raw+after[:min(len(after), 1)]) == 0 {
		return raw, true
	}
	n := lineEndLen(raw)
	if n == 0 || c.read == nil {
		return "", false
	}
	return strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(raw[:n]) + raw[n:], true
}
