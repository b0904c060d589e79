package literal

import "strings"

// A tomlCoding is a coding of the strings of TOML. It reads the escapes of TOML 1.1 and
// writes only those that TOML 1.0 also has.
type tomlCoding struct {
	escaped
	quotes  string
	trimmed bool // whether it follows a line end that is not part of the string
}

// TOML returns the coding of a string between the quotes: one of the four kinds. trimmed
// reports whether it starts on a line of its own.
func TOML(quotes string, trimmed bool) Coding {
	lines := len(quotes) == 3
	c := &tomlCoding{escaped: escaped{lines: lines}, quotes: quotes, trimmed: trimmed}
	if quotes[0] == '"' {
		c.special, c.quote, c.letters, c.meanings = `\`, `"`, `btnfre"\`, "\b\t\n\f\r\x1b\"\\"
		c.hex, c.long, c.triple = true, true, lines
		return c
	}
	c.never = "\x00\x01\x02\x03\x04\x05\x06\a\b\v\f\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"
	if !lines {
		c.never += "\r\n'"
	}
	return c
}

func (c *tomlCoding) Next(raw string) (n int, text string, same bool) {
	if c.lines && c.special != "" && raw[0] == '\\' {
		if rest := strings.TrimLeft(raw[1:], blanks); lineEndLen(rest) > 0 {
			return len(raw) - len(strings.TrimLeft(rest, blanks+"\r\n")), "", false
		}
	}
	return c.escaped.Next(raw)
}

// Fit reports whether the quotes and the first line end of the string are unchanged.
func (c *tomlCoding) Fit(before, _, raw, after string) (with string, ok bool) {
	if !c.lines {
		return raw, true
	}
	around := before[max(0, len(before)-2):] + raw + after[:min(len(after), 2)]
	if strings.Contains(around, c.quotes) || after == "" && strings.HasSuffix(around, c.quotes[:1]) && !strings.HasSuffix(around, `\`+c.quotes[:1]) {
		return "", false
	}
	if strings.Count(raw, "\r") != strings.Count(raw, "\r\n") || strings.HasSuffix(before, "\r") && !strings.HasPrefix(raw+after[:min(len(after), 1)], "\n") {
		return "", false // inside a line end
	}
	if before != "" || c.trimmed || lineEndLen(raw+after[:min(len(after), 1)]) == 0 {
		return raw, true
	}
	n := lineEndLen(raw)
	if n == 0 || c.special == "" {
		return "", false
	}
	return strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(raw[:n]) + raw[n:], true
}
