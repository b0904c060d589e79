package source

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/literal"
)

// pythonTokens reads the tokens of Python between two offsets, as far as strings need them: Python's
// rules for where a string starts and ends are few.
func (r *reader) pythonTokens(at, to int) []token {
	var list []token
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
				t = r.pythonString(at, n, to)
				break
			}
			t.end = at + n
			if endsOperand(word) {
				t.kind = ends
			}
		case c == '"' || c == '\'':
			t = r.pythonString(at, 0, to)
		default:
			t.kind = pythonKind(c)
			switch t.kind {
			case open:
				depth++
			case closing:
				depth = max(0, depth-1)
			}
		}
		list = append(list, t)
		at = max(at, t.end)
	}
	return list
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

// pythonString reads the string that starts at an offset with a prefix of n bytes.
func (r *reader) pythonString(start, n, to int) token {
	prefix := strings.ToLower(r.text[start : start+n])
	at := start + n
	quotes := r.text[at : at+1]
	if strings.HasPrefix(r.text[at:to], strings.Repeat(quotes, 3)) {
		quotes = strings.Repeat(quotes, 3)
	}
	raw, formatted := strings.Contains(prefix, "r"), strings.ContainsAny(prefix, "ft")
	coding := literal.Python(quotes, raw, formatted)
	at += len(quotes)
	t := token{kind: text, start: start}
	from := at
	add := func(end int) {
		t.parts = append(t.parts, r.decoded(from, end, coding))
	}
	for at < to && !strings.HasPrefix(r.text[at:to], quotes) {
		switch c := r.text[at]; {
		case c == '\n' && len(quotes) == 1:
			add(at) // it is unclosed
			t.end = at
			return t
		case c == '\\' && !(formatted && raw && at+1 < to && strings.IndexByte("{}", r.text[at+1]) >= 0):
			at = min(at+2, to)
			if at < to && r.text[at-1] == '\r' && r.text[at] == '\n' {
				at++
			}
		case c == '{' && formatted && at+1 < to && r.text[at+1] == '{':
			at += 2
		case c == '{' && formatted:
			end := r.pythonHole(at, to, len(quotes) == 1)
			add(at)
			expression := strings.TrimSuffix(r.text[at+1:end], "}")
			t.parts = append(t.parts, literal.Part{Start: at, End: end, Shown: shown(expression)})
			// With its braces: a line end between them does not end a statement.
			if r.depth++; r.depth < maxDepth {
				t.inner = append(append(t.inner, r.pythonTokens(at, end)...), token{kind: holeEnds})
			}
			r.depth--
			at, from = end, end
		default:
			at++
		}
	}
	add(at)
	t.end = min(at+len(quotes), to)
	return t
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
