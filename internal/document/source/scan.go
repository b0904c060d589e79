package source

import "strings"

// maxVain is the number of times the text that may be read in vain: in JavaScript, a quote that nothing ends
// is searched to the end of its line.
const maxVain = 64

// scan reads tokens up to an offset; in a computed part, up to the brace that ends it. Only the rules for where a
// string, a comment and an expression start and end are needed, and they are few.
func (r *finder) scan(at, to int, inHole bool) (end int) {
	list := &joiner{finder: r, inHole: inHole, open: make([]joined, 1)}
	defer list.close()
	g, depth, braces, operand := r.grammar, 0, 0, false
	for at < to && r.depth <= maxDepth && r.vain <= maxVain*len(r.text) {
		c, rest := r.text[at], r.text[at:to]
		if strings.IndexByte(" \t\r\v\f", c) >= 0 {
			at++
			continue
		}
		if n := breakLen(rest[1:]); c == '\\' && n > 0 && lineLen(rest[1:]) == 0 {
			at += 1 + n
			continue
		}
		if n := g.commentLen(rest); n > 0 && !(inHole && c == '#') {
			r.file.Comments = append(r.file.Comments, Span{at, at + n})
			if !inHole {
				r.values = append(r.values, Span{at, at + n})
			}
			at += n
			continue
		}
		t := token{start: at, end: at + 1}
		switch word := wordLen(rest); {
		case c == '\n':
			if at++; !g.newline(depth, operand) {
				continue
			}
			t.kind, operand = ends, false
		case r.quoted(&t, word, to, inHole):
			operand = true
		case word > 0:
			t.end = at + word
			var last bool
			if last, operand = g.word(rest[:word]); last {
				t.kind = ends
			}
		default:
			isRegexp := false
			if c == '/' && g.regexps && !operand {
				line := rest[:lineLen(rest)]
				n := regexpLen(line)
				if isRegexp = n > 0; isRegexp {
					t.end = at + n
				} else {
					r.vain += len(line)
				}
			}
			if !isRegexp {
				var n int
				t.kind, n = g.kindOf(rest)
				t.end = at + n
			}
			switch operand = isRegexp || t.kind == closing; t.kind {
			case open:
				depth++
			case closing:
				depth = max(0, depth-1)
			}
			switch c {
			case '{':
				braces++
			case '}':
				braces--
			}
		}
		if at = max(at, t.end); inHole && braces == 0 {
			return at
		}
		list.add(t)
	}
	return to
}

// quoted makes a token that of the string that starts where it does, with a prefix of n bytes. It returns false if
// there is none.
func (r *finder) quoted(t *token, n, to int, inHole bool) bool {
	at := t.start + n
	prefix := r.text[t.start:at]
	if at == to || strings.IndexByte("\"'`", r.text[at]) < 0 || n > 2 || strings.Trim(strings.ToLower(prefix), r.grammar.prefix) != "" {
		return false
	}
	f, ok := r.grammar.form(prefix, r.text[at:to])
	if !ok {
		return false
	}
	at += len(f.quotes)
	s := &quoted{coding: f.coding, from: at}
	for at < to && !strings.HasPrefix(r.text[at:to], f.quotes) {
		rest := r.text[at:to]
		switch c := rest[0]; {
		case c == '\n' && !f.lines:
			to = at // it is unclosed
		case c == '\\' && f.escapes && !(f.raw && f.hole != "" && len(rest) > 1 && strings.IndexByte("{}", rest[1]) >= 0):
			if at = min(at+2, to); strings.HasPrefix(rest[1:], breaks) {
				at = min(at+1, to)
			}
		case f.hole == "" || !strings.HasPrefix(rest, f.hole):
			at++
		case strings.HasPrefix(rest, "{{"):
			at += 2
		default:
			end := to
			if n := strings.IndexByte(rest, '\n'); n >= 0 && !f.lines {
				end = at + n
			}
			r.depth++
			// With its braces: a line end between them does not end a statement.
			end = r.scan(at+len(f.hole)-1, end, true)
			r.depth--
			s.holes = append(s.holes, Span{at, end})
			at = end
		}
	}
	closed := at < to
	if s.to = at; !closed && (f.closed || inHole) && s.holes == nil {
		r.vain += at - t.start
		return false
	}
	if t.end = at; closed {
		t.end += len(f.quotes)
	}
	if f.coding != nil {
		t.kind, t.quoted = text, s
	}
	if !inHole {
		r.values = append(r.values, Span{t.start, t.end})
	}
	return true
}
