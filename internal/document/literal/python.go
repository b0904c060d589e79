package literal

import "strings"

// Python returns the coding of a string of Python: an ordinary one, a raw one, or one
// with {…} for computed values, in which other braces are doubled.
func Python(quotes string, raw, formatted bool) Coding {
	doubled := ""
	if formatted {
		doubled = "{}"
	}
	triple := len(quotes) == 3
	if raw {
		return pythonRaw{quotes[:1], doubled, triple}
	}
	return &escaped{
		quote: quotes[:1], letters: `abfnrtv\"'`, meanings: "\a\b\f\n\r\t\v\\\"'", octal: upToThree,
		long: true, lines: triple, triple: triple, joins: true, doubled: doubled,
	}
}

// A pythonRaw is the coding of raw strings: a quote after a backslash does not end one,
// but the backslash is part of it.
type pythonRaw struct {
	quote   string
	doubled string
	lines   bool
}

func (c pythonRaw) Next(raw string) (n int, text string, same bool) {
	switch i := strings.IndexAny(raw, "\r"+c.doubled); {
	case i < 0:
		return len(raw), raw, true
	case i > 0:
		return i, raw[:i], true
	case raw[0] == '\r' && len(raw) > 1 && raw[1] == '\n':
		return 2, "\n", false
	case raw[0] == '\r':
		return 1, "\n", false
	case len(raw) > 1 && raw[1] == raw[0]:
		return 2, raw[:1], false
	}
	return 1, raw[:1], true
}

func (c pythonRaw) Style(raw string) Style {
	if strings.Contains(raw, "\r\n") {
		return crlfLines
	}
	return 0
}

func (c pythonRaw) Encode(text string, style Style) (raw string, ok bool) {
	if strings.ContainsAny(text, "\\\r"+c.quote) || !c.lines && strings.Contains(text, "\n") {
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
