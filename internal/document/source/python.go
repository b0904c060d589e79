package source

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// scanPython reads the tokens of Python.
func (r *reader) scanPython() {
	r.literal = r.pythonLiteral
	var list tokens
	r.pythonTokens(&list, 0, len(r.text))
	r.tokens = list.list
}

// pythonTokens reads the tokens of Python between two offsets, as far as strings need them: Python's
// rules for where a string starts and ends are few.
func (r *reader) pythonTokens(list *tokens, at, to int) {
	depth := 0
	for at < to {
		c := r.text[at]
		t := token{start: at, end: at + 1}
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			at++
			continue
		case c == '\\' && at+1 < to && (r.text[at+1] == '\n' || r.text[at+1] == '\r'):
			at += 2
			if r.text[at-1] == '\r' && at < to && r.text[at] == '\n' {
				at++
			}
			continue
		case c == '\n':
			if at++; depth > 0 {
				continue // a line continues inside brackets
			}
			t.kind = lineEnds
		case c == '#':
			end := to
			if n := strings.IndexAny(r.text[at:to], "\r\n"); n >= 0 {
				end = at + n
			}
			r.file.Comments = append(r.file.Comments, Span{at, end})
			at = end
			continue
		case isPythonName(c):
			n := 1
			for at+n < to && isPythonName(r.text[at+n]) {
				n++
			}
			word := r.text[at : at+n]
			if at+n < to && (r.text[at+n] == '"' || r.text[at+n] == '\'') && isPythonPrefix(word) {
				t, _ = r.pythonString(at, n, to)
				break
			}
			t.end = at + n
			if endsOperand(word) {
				t.kind = ends
			}
		case c == '"' || c == '\'':
			t, _ = r.pythonString(at, 0, to)
		default:
			t.kind = pythonKind(c)
			switch t.kind {
			case open:
				depth++
			case closing:
				depth = max(0, depth-1)
			}
		}
		list.add(t)
		at = max(at, t.end)
	}
}

func pythonKind(c byte) kind {
	switch c {
	case '(', '[', '{':
		return open
	case ')', ']', '}':
		return closing
	case '+':
		return plus
	case ',':
		return comma
	case ':':
		return colon
	case ';', '=', '<', '>', '!':
		return ends
	}
	return other
}

// endsOperand reports whether a word is a keyword that ends an operand.
func endsOperand(word string) bool {
	switch word {
	case "and", "or", "if", "else", "for", "in", "is", "not", "return", "yield", "as", "assert":
		return true
	}
	return false
}

func isPythonName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

func isPythonPrefix(word string) bool {
	return len(word) <= 2 && strings.Trim(strings.ToLower(word), "rbuft") == ""
}

// pythonQuotes returns how the string is written that starts at an offset with a prefix of n bytes.
func (r *reader) pythonQuotes(start, n, to int) (quotes string, raw, formatted bool) {
	prefix, at := strings.ToLower(r.text[start:start+n]), start+n
	quotes = r.text[at : at+1]
	if triple := strings.Repeat(quotes, 3); strings.HasPrefix(r.text[at:to], triple) {
		quotes = triple
	}
	return quotes, strings.Contains(prefix, "r"), strings.ContainsAny(prefix, "ft")
}

// pythonLiteral reads a literal.
func (r *reader) pythonLiteral(t token) literal.Part {
	n := strings.IndexAny(r.text[t.start:], `"'`)
	quotes, raw, formatted := r.pythonQuotes(t.start, n, t.end)
	_, end := r.pythonString(t.start, n, t.end)
	return r.decoded(t.start+n+len(quotes), end, literal.Python(quotes, raw, formatted))
}

// pythonString reads the string that starts at an offset with a prefix of n bytes, and returns the end
// of its content too.
func (r *reader) pythonString(start, n, to int) (t token, end int) {
	quotes, raw, formatted := r.pythonQuotes(start, n, to)
	t = token{kind: text, start: start}
	at := start + n + len(quotes)
	from := at
	add := func(end int) {
		t.holes.parts = append(t.holes.parts, r.decoded(from, end, literal.Python(quotes, raw, formatted)))
	}
	for at < to && !strings.HasPrefix(r.text[at:to], quotes) {
		switch c := r.text[at]; {
		case c == '\n' && len(quotes) == 1:
			to = at // it is unclosed
		case c == '\\' && !(formatted && raw && at+1 < to && strings.IndexByte("{}", r.text[at+1]) >= 0):
			at = min(at+2, to)
			if at < to && r.text[at-1] == '\r' && r.text[at] == '\n' {
				at++
			}
		case c == '{' && formatted && at+1 < to && r.text[at+1] == '{':
			at += 2
		case c == '{' && formatted:
			end := r.pythonHole(at, to, len(quotes) == 1)
			if t.holes == nil {
				t.holes = &holes{}
			}
			add(at)
			expression := strings.TrimSuffix(r.text[at+1:end], "}")
			t.holes.parts = append(t.holes.parts, literal.Part{Start: at, End: end, Shown: shown(expression)})
			// With its braces: a line end between them does not end a statement.
			if r.depth++; r.depth < maxDepth {
				r.pythonTokens(&t.holes.inner, at, end)
				t.holes.inner.add(token{kind: holeEnds})
			}
			r.depth--
			at, from = end, end
		default:
			at++
		}
	}
	if t.holes != nil {
		add(at)
	}
	t.end = min(at+len(quotes), to)
	return t, at
}

// pythonHole returns the end of the braces that start at an offset.
func (r *reader) pythonHole(at, to int, oneLine bool) int {
	depth := 0
	for at < to {
		switch c := r.text[at]; c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth <= 0 {
				return at + 1
			}
		case '\n':
			if oneLine {
				return at
			}
		case '"', '\'':
			if n := strings.IndexAny(r.text[at+1:to], string(c)+"\n"); n >= 0 && r.text[at+1+n] == c {
				at += n + 1
			}
		}
		at++
	}
	return to
}
