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
	// Auto reports whether the indentation is determined by the first non-blank line.
	Auto bool
	// Chomp is the chomping indicator of the header, '-', '+' or 0: which line ends
	// after the last non-blank line are part of the text.
	Chomp byte
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

// Style implements [Coding].
func (c *YAMLBlock) Style(string) Style { return 0 }

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

// Fit indents the lines that become longer than the indentation, and preserves the end of
// the scalar and its indentation.
func (c *YAMLBlock) Fit(before, raw, after string) (with string, ok bool) {
	startsLine := func(s string) bool { return s == "" || lineEndLen(s) > 0 }
	if n := c.missing(before); n > 0 && !startsLine(raw+after[:min(len(after), 1)]) {
		raw = strings.Repeat(" ", n) + raw
	}
	if raw != "" && lineEndLen(raw[len(raw)-1:]) > 0 && !startsLine(after) {
		raw += strings.Repeat(" ", c.Indent)
	}
	if c.Indent == 0 {
		const marker = len("---")
		near := before[max(0, len(before)-marker):] + raw + after[:min(len(after), marker)]
		if strings.Contains(near, "---") || strings.Contains(near, "...") {
			return "", false
		}
	}
	if strings.TrimLeft(after, blanks+yamlBreaks) == "" && !c.ends(before, raw+after) {
		return "", false
	}
	if strings.Trim(before, " "+yamlBreaks) == "" && !c.starts(before+raw+after) {
		return "", false
	}
	return raw, true
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

// ends reports whether a scalar can end with raw, after the given text.
func (c *YAMLBlock) ends(before, raw string) bool {
	text := before[strings.LastIndexAny(strings.TrimRight(before, " "+yamlBreaks), yamlBreaks)+1:] + raw
	last := strings.TrimRight(text, blanks+yamlBreaks)
	if last == "" {
		return false
	}
	lines := 0
	tail := strings.TrimLeft(text[len(last):], blanks)
	if tail != "" && lineEndLen(tail[len(tail)-1:]) == 0 {
		return false
	}
	for tail != "" {
		n := lineEndLen(tail)
		if n == 0 {
			return false // it ends within a line of blanks
		}
		lines++
		tail = tail[n:]
		tail = tail[spaces(tail, c.Indent):]
	}
	switch c.Chomp {
	case '-':
		return lines == 0
	case '+':
		return lines > 0
	}
	return lines == 1
}

// starts reports whether a scalar whose text starts with raw has the indentation that it
// is read with.
func (c *YAMLBlock) starts(raw string) bool {
	text := strings.TrimLeft(raw, " "+yamlBreaks)
	if text == "" {
		return false
	}
	if !c.Auto {
		return true
	}
	has := c.First
	for at := 0; ; {
		n := spaces(raw[at:], len(raw))
		size := lineEndLen(raw[at+n:])
		if size == 0 {
			return has+n == c.Indent && text[0] != '\t'
		}
		if has+n > c.Indent {
			return false
		}
		at, has = at+n+size, 0
	}
}
