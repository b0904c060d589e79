package glob

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A translator writes the regular expression of a pattern.
type translator struct {
	strings.Builder
	syntax Syntax
}

// next removes the first character of a pattern; escaped reports whether it is not special.
func next(pattern string) (c rune, escaped bool, rest string, err error) {
	pattern, escaped = strings.CutPrefix(pattern, `\`)
	if pattern == "" {
		return 0, false, "", ErrSyntax
	}
	c, size := utf8.DecodeRuneInString(pattern)
	return c, escaped && c != '/', pattern[size:], nil
}

// cutSlash removes a slash from the start of a pattern.
func cutSlash(pattern string) (rest string, found bool) {
	return strings.CutPrefix(strings.TrimPrefix(pattern, `\`), "/")
}

// translate writes a pattern, or a part of one. before reports whether a name begins at its start,
// and end whether the path ends at its end. It returns before for what follows.
func (t *translator) translate(pattern string, before, end bool) (bool, error) {
	for pattern != "" {
		c, escaped, rest, err := next(pattern)
		switch braces := t.syntax == Alternatives && !escaped; {
		case err != nil || braces && c == '}':
			return false, ErrSyntax
		case braces && c == '{':
			if before, rest, err = t.group(rest, before, end); err != nil {
				return false, err
			}
			pattern = rest
			continue
		case c == '/':
			for rest == "**/**" || strings.HasPrefix(rest, "**/**/") {
				rest = rest[len("**/"):]
			}
			if rest == "**" && end {
				t.WriteString(`(?:/.*)?`) // a/** also matches a
				return false, nil
			}
			t.WriteByte('/')
		case escaped:
			t.WriteString(regexp.QuoteMeta(string(c)))
		case c == '*':
			rest = strings.TrimLeft(rest, "*")
			double := len(pattern)-len(rest) == 2 && before
			after, slash := cutSlash(rest)
			switch {
			case double && rest == "" && end:
				t.WriteString(`.*`)
			case double && slash:
				t.WriteString(`(?:.*/)?`)
				pattern = after
				continue // a name still begins here
			default:
				t.WriteString(`[^/]*`)
			}
		case c == '?':
			t.WriteString(`[^/]`)
		case c == '[':
			var class string
			if class, rest, err = classOf(rest); err != nil {
				return false, err
			}
			t.WriteString(class)
		default:
			t.WriteString(regexp.QuoteMeta(string(c)))
		}
		before, pattern = c == '/', rest
	}
	return before, nil
}

// group writes alternatives, after their brace, and returns what follows them. A slash after them is
// written as a part of each, so that it is known there: {**,a}/b is **/b or a/b.
func (t *translator) group(pattern string, before, end bool) (after bool, rest string, err error) {
	of, rest, err := alternatives(pattern)
	if err != nil {
		return false, "", err
	}
	slash := ""
	if cut, found := cutSlash(rest); found {
		slash, rest = "/", cut
	}
	after = true
	t.WriteString(`(?:`)
	for i, one := range of {
		if i > 0 {
			t.WriteByte('|')
		}
		begins, err := t.translate(one+slash, before, end && rest == "")
		if err != nil {
			return false, "", err
		}
		after = after && begins
	}
	t.WriteByte(')')
	return after, rest, nil
}

// alternatives splits a pattern up to the brace that closes it.
func alternatives(pattern string) (of []string, rest string, err error) {
	depth, from := 0, 0
	for at := 0; at < len(pattern); at++ {
		switch c := pattern[at]; {
		case c == '\\':
			at++
		case c == '[':
			if _, rest, err = classOf(pattern[at+1:]); err != nil {
				return nil, "", err
			}
			at = len(pattern) - len(rest) - 1
		case c == '{':
			depth++
		case c == ',' && depth == 0:
			of, from = append(of, pattern[from:at]), at+1
		case c == '}' && depth == 0:
			return append(of, pattern[from:at]), pattern[at+1:], nil
		case c == '}':
			depth--
		}
	}
	return nil, "", ErrSyntax
}

// classOf returns the regular expression of a class of characters, after its bracket, and what follows
// it. A class never includes a slash.
func classOf(pattern string) (class, rest string, err error) {
	negated := strings.HasPrefix(pattern, "!") || strings.HasPrefix(pattern, "^")
	if negated {
		pattern = pattern[1:]
	}
	var w strings.Builder
	add := func(low, high rune) {
		if low <= high {
			fmt.Fprintf(&w, `\x{%x}-\x{%x}`, low, high)
		}
	}
	for first := true; first || !strings.HasPrefix(pattern, "]"); first = false {
		low, _, rest, err := next(pattern)
		if err != nil || first && pattern[0] == ']' {
			return "", "", ErrSyntax
		}
		high := low
		if strings.HasPrefix(rest, "-") && len(rest) > 1 && rest[1] != ']' {
			if high, _, rest, err = next(rest[1:]); err != nil {
				return "", "", err
			}
		}
		add(low, min(high, '/'-1))
		add(max(low, '/'+1), high)
		pattern = rest
	}
	switch ranges := w.String(); {
	case negated:
		return `[^/` + ranges + `]`, pattern[1:], nil
	case ranges == "":
		return `[^\x{0}-\x{10ffff}]`, pattern[1:], nil // nothing
	default:
		return `[` + ranges + `]`, pattern[1:], nil
	}
}
