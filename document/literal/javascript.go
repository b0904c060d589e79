package literal

// Codings of JavaScript and of TypeScript.
var (
	// JavaScript is the coding of what is between quotes, single or double ones. Both are
	// escaped in what is written.
	JavaScript Coding = javaScript("\"'", "", false)
	// Template is the coding of what is between backquotes, without what is in ${…}.
	Template Coding = javaScript("`", "${", true)
)

func javaScript(quote, opener string, lines bool) *escaped {
	return &escaped{
		quote: quote, letters: "bfnrtv\\\"'`", meanings: "\b\f\n\r\t\v\\\"'`", octal: onlyZero,
		braces: true, pairs: true, lines: lines, joins: true, drops: true, opener: opener,
	}
}
