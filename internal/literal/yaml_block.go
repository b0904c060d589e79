package literal

import "strings"

// A YAMLBlock is the coding of a literal block scalar of YAML, from the first character
// of its first line on.
type YAMLBlock struct {
	// Indent is the number of leading spaces of each line that are not part of the
	// text.
	Indent int
	// First is the number of them on the first line.
	First int
	// LineEnd is the line end of the file.
	LineEnd string
}

// Next implements [Coding].
func (c *YAMLBlock) Next(raw string) (n int, text string, same bool) {
	switch n := strings.IndexAny(raw, yamlBreaks); {
	case n < 0:
		return len(raw), raw, true
	case n > 0:
		return n, raw[:n], true
	}
	n = lineEndLen(raw)
	return n + spaces(raw[n:], c.Indent), "\n", false
}

// spaces returns the number of spaces that raw starts with, at most most.
func spaces(raw string, most int) int {
	raw = raw[:min(len(raw), most)]
	return len(raw) - len(strings.TrimLeft(raw, " "))
}

// Encode implements [Coding].
func (c *YAMLBlock) Encode(text string, _ Style) (raw string, ok bool) {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if !yamlText(line) {
			return "", false
		}
		if i > 0 {
			b.WriteString(c.LineEnd)
			if line != "" {
				b.WriteString(strings.Repeat(" ", c.Indent))
			}
		}
		b.WriteString(line)
	}
	return b.String(), true
}

// Fit indents the lines that become longer than the indentation. It preserves the white space at the end of the scalar, of
// which the header says how much is part of the text, and that at the start, which may tell the indentation.
func (c *YAMLBlock) Fit(before, old, raw, after string) (with string, ok bool) {
	startsLine := func(s string) bool { return s == "" || lineEndLen(s) > 0 }
	if n := c.missing(before); n > 0 && !startsLine(raw+after[:min(len(after), 1)]) {
		raw = strings.Repeat(" ", n) + raw
	}
	if raw != "" && lineEndLen(raw[len(raw)-1:]) > 0 && !startsLine(after) {
		raw += strings.Repeat(" ", c.Indent)
	}
	if c.Indent == 0 {
		return "", false // a line may be the marker of another document
	}
	const white = blanks + yamlBreaks + "\u0085\u2028\u2029" // some readers take the last ones for line ends
	start := func(text string) string { return text[:len(text)-len(strings.TrimLeft(text, white))] }
	end := func(text string) string { return text[len(strings.TrimRight(text, white)):] }
	first, last := start(before) == before, end(after) == after
	return raw, !(first && start(before+raw+after) != start(before+old+after) || last && end(before+raw+after) != end(before+old+after))
}

// missing returns the number of spaces that the last line before an edit lacks.
func (c *YAMLBlock) missing(before string) int {
	near := before[max(0, len(before)-1-c.Indent):] // a longer line lacks none, and may be very long
	at := strings.LastIndexAny(near, yamlBreaks) + 1
	switch {
	case at > 0:
		return c.Indent - spaces(near[at:], c.Indent)
	case before == "":
		return c.Indent - c.First
	}
	return 0
}
