package literal

import "strings"

// Go is the coding of the interpreted strings of Go, in double quotes.
var Go Coding = &escaped{
	quote: `"`, letters: `abfnrtv\"'`, meanings: "\a\b\f\n\r\t\v\\\"'", octal: exactlyThree, bytes: true, long: true,
}

// GoRaw is the coding of the raw strings of Go, in backquotes: nothing is escaped, and a
// carriage return is not part of the string.
var GoRaw Coding = rawString{never: "`\r", lines: true}

// JavaScript is the coding of strings in single or double quotes in JavaScript and
// TypeScript. Both quotes are escaped in written text.
var JavaScript Coding = &escaped{
	quote: "\"'", letters: "bfnrtv\\\"'`", meanings: "\b\f\n\r\t\v\\\"'`", octal: onlyZero,
	braces: true, pairs: true, joins: true, drops: true,
}

// Template is the coding of template literals there, without the content of ${…}.
var Template Coding = &escaped{
	quote: "`", letters: "bfnrtv\\\"'`", meanings: "\b\f\n\r\t\v\\\"'`", octal: onlyZero,
	braces: true, pairs: true, lines: true, joins: true, drops: true, opener: "${",
}

// Python returns the coding of a string of Python: an ordinary one, a raw one, or one
// with {…} for computed values, in which other braces are doubled.
func Python(quotes string, raw, formatted bool) Coding {
	doubled := ""
	if formatted {
		doubled = "{}"
	}
	triple := len(quotes) == 3
	if raw {
		return rawString{never: "\\\r" + quotes[:1], doubled: doubled, lines: triple, lineEnd: "\n"}
	}
	return &escaped{
		quote: quotes[:1], letters: `abfnrtv\"'`, meanings: "\a\b\f\n\r\t\v\\\"'", octal: upToThree,
		long: true, lines: triple, triple: triple, joins: true, doubled: doubled,
	}
}

// A rawString is the coding of raw strings, in which nothing is escaped: in Python a quote
// after a backslash does not end one, but the backslash is part of it.
type rawString struct {
	never   string // what it cannot hold, or only after a backslash
	doubled string // characters that are written twice
	lines   bool   // whether it may contain line ends
	lineEnd string // what a carriage return alone represents
}

func (c rawString) Next(raw string) (n int, text string, same bool) {
	switch i := strings.IndexAny(raw, "\r"+c.doubled); {
	case i < 0:
		return len(raw), raw, true
	case i > 0:
		return i, raw[:i], true
	case strings.HasPrefix(raw, "\r\n"):
		return 2, "\n", false
	case raw[0] == '\r':
		return 1, c.lineEnd, false
	case len(raw) > 1 && raw[1] == raw[0]:
		return 2, raw[:1], false
	}
	return 1, raw[:1], true
}

func (c rawString) Style(raw string) Style {
	if strings.Contains(raw, "\r\n") {
		return crlfLines
	}
	return 0
}

func (c rawString) Encode(text string, style Style) (raw string, ok bool) {
	if strings.ContainsAny(text, c.never) || !c.lines && strings.Contains(text, "\n") {
		return "", false
	}
	for _, mark := range c.doubled {
		text = strings.ReplaceAll(text, string(mark), string(mark)+string(mark))
	}
	if style&crlfLines != 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, true
}
