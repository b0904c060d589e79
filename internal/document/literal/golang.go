package literal

import "strings"

// Go is the coding of the interpreted strings of Go, in double quotes.
var Go Coding = &escaped{
	quote: `"`, letters: `abfnrtv\"'`, meanings: "\a\b\f\n\r\t\v\\\"'", octal: exactlyThree, bytes: true, long: true,
}

// GoRaw is the coding of the raw strings of Go, in backquotes: nothing is escaped, and a
// carriage return is not part of the string.
var GoRaw Coding = goRaw{}

type goRaw struct{}

const crlfStyle Style = 1 // lines end with "\r\n"

func (goRaw) Next(raw string) (n int, text string, same bool) {
	i := strings.IndexByte(raw, '\r')
	switch {
	case i < 0:
		return len(raw), raw, true
	case i > 0:
		return i, raw[:i], true
	case len(raw) > 1 && raw[1] == '\n':
		return 2, raw[1:2], false
	}
	return 1, "", false
}

func (goRaw) Style(raw string) Style {
	if strings.Contains(raw, "\r\n") {
		return crlfStyle
	}
	return 0
}

func (goRaw) Encode(text string, style Style) (raw string, ok bool) {
	if strings.ContainsAny(text, "`\r") {
		return "", false
	}
	if style&crlfStyle != 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, true
}
