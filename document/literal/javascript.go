package literal

// JavaScript is the coding of what is between quotes, single or double ones, in JavaScript
// and TypeScript. Both are escaped in what is written.
var JavaScript Coding = &escaped{
	quote: "\"'", letters: "bfnrtv\\\"'`", meanings: "\b\f\n\r\t\v\\\"'`", octal: onlyZero,
	braces: true, pairs: true, joins: true, drops: true,
}

// Template is the coding of what is between backquotes there, without what is in ${…}.
var Template Coding = &escaped{
	quote: "`", letters: "bfnrtv\\\"'`", meanings: "\b\f\n\r\t\v\\\"'`", octal: onlyZero,
	braces: true, pairs: true, lines: true, joins: true, drops: true, opener: "${",
}
