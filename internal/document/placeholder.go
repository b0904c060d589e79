package document

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxPlaceholder bounds a placeholder's length in bytes: a longer one is text that
// happens to contain two braces.
const maxPlaceholder = 1024

// placeholders returns the template placeholders in text: {{ x }}, {% x %}, {# x #},
// ${NAME} and <% x %>.
func placeholders(text string) []xmlcall.Span {
	spans := placeholdersIn(text, 0, len(text))
	for i := 0; ; {
		n := strings.Index(text[i:], "<%")
		if n < 0 {
			break
		}
		i += n
		if n := placeholderLen(text[i:]); n > 0 {
			spans = append(spans, xmlcall.Span{Start: i, End: i + n})
			i += n
			continue
		}
		i += len("<%")
	}
	slices.SortFunc(spans, func(a, b xmlcall.Span) int { return cmp.Compare(a.Start, b.Start) })
	end := 0
	return slices.DeleteFunc(spans, func(s xmlcall.Span) bool { // one inside another
		if s.Start < end {
			return true
		}
		end = s.End
		return false
	})
}

// placeholdersIn returns the placeholders that start between two offsets, provided that
// the first of them is not inside another.
func placeholdersIn(text string, from, to int) []xmlcall.Span {
	var spans []xmlcall.Span
	for i := from; ; {
		n := strings.IndexByte(text[min(i, to):to], '{')
		if n < 0 {
			return spans
		}
		i += n
		if i > 0 && text[i-1] == '$' {
			if n := identifierLen(text[i+1:]); n > 0 && i+n+1 < len(text) && text[i+n+1] == '}' {
				spans = append(spans, xmlcall.Span{Start: i - 1, End: i + n + 2})
				i += n + 2
				continue
			}
		}
		if n := placeholderLen(text[i:]); n > 0 && !isObjectLiteral(text, i, i+n) {
			spans = append(spans, xmlcall.Span{Start: i, End: i + n})
			i += n
			continue
		}
		i++
	}
}

// placeholderLen returns the length of the {{ x }}, {{{ x }}}, {% x %}, {# x #} or <% x %>
// that s starts with, or 0. A brace, a second "{%" or an end tag inside means that it is
// not a placeholder: it bounds the search, and keeps composite literals such as {{1}, {2}}
// out.
func placeholderLen(s string) int {
	n, _ := scanPlaceholder(s)
	return n
}

// scanPlaceholder is placeholderLen that also returns how much of s it examined.
func scanPlaceholder(s string) (n, looked int) {
	var end string
	switch {
	case strings.HasPrefix(s, "{{{"):
		end = "}}}"
	case strings.HasPrefix(s, "{{"):
		end = "}}"
	case strings.HasPrefix(s, "{%"):
		end = "%}"
	case strings.HasPrefix(s, "{#"):
		end = "#}"
	case strings.HasPrefix(s, "<%"):
		end = "%>"
	default:
		return 0, len(end)
	}
	i := len(end)
	for ; i+len(end) <= len(s) && i < maxPlaceholder; i++ {
		switch s[i] {
		case '}', '%', '#':
			if strings.HasPrefix(s[i:], end) {
				return i + len(end), i + len(end)
			}
			if s[i] == '}' && end[0] == '}' {
				return 0, i + len(end)
			}
		case '{':
			if end[0] == '}' || s[i+1] == '%' {
				return 0, i + len(end)
			}
		case '<':
			if s[i+1] == '/' {
				return 0, i + len(end)
			}
		}
	}
	return 0, min(i+len(end), len(s))
}

// isObjectLiteral reports whether text[start:end] is the value of a JSX attribute,
// style={{color: "red"}}, and not a placeholder.
func isObjectLiteral(text string, start, end int) bool {
	if start == 0 || text[start-1] != '=' || text[start+1] != '{' {
		return false
	}
	inner := text[start:end]
	return strings.Contains(inner, ":") || strings.Contains(inner, "...")
}

// identifierLen returns the length of the identifier that s starts with.
func identifierLen(s string) int {
	n := 0
	for n < len(s) && n < maxPlaceholder &&
		(s[n] == '_' || 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z' || n > 0 && '0' <= s[n] && s[n] <= '9') {
		n++
	}
	return n
}
