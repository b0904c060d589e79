package literal

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
