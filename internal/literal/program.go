package literal

// JSON is the coding of the strings of JSON: RFC 8259, section 7. Invalid text, such as
// a control character or an unknown escape, is literal, and half of a surrogate pair is
// read as U+FFFD.
var JSON Coding = &escaped{special: `\`, quote: `"`, letters: `"\/bfnrt`, meanings: "\"\\/\b\f\n\r\t", pairs: true}

// Go is the coding of the interpreted strings of Go, in double quotes.
var Go Coding = &escaped{
	special: `\`, quote: `"`, letters: `abfnrtv\"'`, meanings: "\a\b\f\n\r\t\v\\\"'", octal: 3, hex: true, bytes: true, long: true,
}

// GoRaw is the coding of the raw strings of Go, in backquotes: nothing is escaped.
var GoRaw Coding = &escaped{special: "\r", never: "`\r", lines: true}

// JavaScript is the coding of strings in single or double quotes in JavaScript and
// TypeScript. Both quotes are escaped in written text.
var JavaScript Coding = &escaped{
	special: `\`, quote: "\"'", letters: "bfnrtv\\\"'`0", meanings: "\b\f\n\r\t\v\\\"'`\x00",
	hex: true, braces: true, pairs: true, joins: true, drops: true,
}

// Template is the coding of template literals there, without the content of ${…}.
var Template Coding = &escaped{
	special: "\\\r", quote: "`", letters: "bfnrtv\\\"'`0", meanings: "\b\f\n\r\t\v\\\"'`\x00",
	hex: true, braces: true, pairs: true, lines: true, joins: true, drops: true, opener: "${",
}

// Python returns the coding of a string of Python: an ordinary one, a raw one, or one
// with {…} for computed values, in which other braces are doubled. In a raw one a quote
// after a backslash does not end it, but the backslash is part of it.
func Python(quotes string, raw, formatted bool) Coding {
	c := &escaped{lines: len(quotes) == 3}
	if formatted {
		c.doubled = "{}"
	}
	if c.lines {
		c.special = "\r"
	}
	c.special += c.doubled
	if raw {
		c.never = "\\\r" + quotes[:1]
		if !c.lines {
			c.never += "\n"
		}
		return c
	}
	c.special, c.quote, c.triple = c.special+`\`, quotes[:1], c.lines
	c.letters, c.meanings = `abfnrtv\"'`, "\a\b\f\n\r\t\v\\\"'"
	c.octal, c.hex, c.long, c.joins = 1, true, true, true
	return c
}
