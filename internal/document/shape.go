package document

import "strings"

// shapeOf reports whether text[from:end], the content of a block, has the shape of a
// call, and returns the element that shows it: one of the envelope, after at most eight
// elements with other names and 512 bytes of stray text, which rejects prose about the
// format ("<tool> wraps ... <server_name>"). Text after that may be broken in any way.
//
// The content of a <tool> of another system (<name>, <description>, an <arguments> full
// of JSON) does not have the shape.
func shapeOf(text string, from, end int) (evidence int, ok bool) {
	s := &shaper{text: text[:end], i: from}
	if s.encoded(from) {
		return 0, false
	}
	for foreign, stray := 0, 0; foreign <= 8 && stray <= 512; {
		s.skipBlank()
		at, rest := s.i, s.text[s.i:]
		if rest == "" {
			return 0, false
		}
		name := elementName(rest)
		switch {
		case rest[0] == '{' && foreign == 0 && stray == 0:
			n := strings.Index(rest, `"tool_name"`)
			return at + max(n, 0), n >= 0
		case strings.HasPrefix(rest, "<![CDATA[") && foreign == 0 && stray == 0: // around all of the call
			s.i += len("<![CDATA[")
			continue
		case strings.HasPrefix(rest, "</"), strings.HasPrefix(rest, "<?"):
			if !s.skipPast(">") {
				return 0, false
			}
			continue
		case name == "":
			// Text on the opener's own line makes it a mention: "<tool> blocks".
			s.i++
			if !strings.Contains(s.text[from:at], "\n") || s.encoded(at) || !s.skipPast("<") {
				return 0, false
			}
			s.i--
			stray += s.i - at
			continue
		}
		s.i += len("<") + len(name)
		switch folded := envelopeName(name); {
		case folded == "toolname", folded == "servername":
			closed := strings.Index(rest, "</"+name)
			if n := strings.IndexByte(rest[max(closed, 0):], '>'); closed >= 0 && n >= 0 && s.encoded(at+closed+n+1) {
				return 0, false
			}
			if stray > 0 && (closed < 0 || !startsLine(s.text, at)) {
				return 0, false
			}
			return at, folded == "servername" || closed < 0 || !isForeign(s.text[from:])
		case folded != "arguments":
			foreign++
		case foreign == 0 && stray == 0 && s.holdsElement():
			return at, true
		}
		s.skipPast("</" + name)
		if !s.skipPast(">") {
			return 0, false
		}
	}
	return 0, false
}

// A shaper decides whether the text after an opener has the shape of a call. It works
// on the file's bytes: block-quote marks at the start of a line count as blank.
type shaper struct {
	text string // up to the block's end: its </tool>, or the next opener
	i    int
}

// encoded reports whether the text at i continues with a line break as written in a
// string of source code, a backslash and a letter.
func (s *shaper) encoded(i int) bool {
	return strings.HasPrefix(s.text[i:], `\n`) || strings.HasPrefix(s.text[i:], `\r`)
}

// holdsElement reports whether the element in whose start tag s is has a child element before any text.
func (s *shaper) holdsElement() bool {
	inner := *s
	if !inner.skipPast(">") || s.text[inner.i-2] == '/' {
		return false
	}
	inner.skipBlank()
	return inner.i < len(s.text) && elementName(s.text[inner.i:]) != ""
}

// skipPast moves past the next occurrence of want in the block.
func (s *shaper) skipPast(want string) bool {
	n := strings.Index(s.text[s.i:], want)
	if n >= 0 {
		s.i += n + len(want)
	}
	return n >= 0
}

// skipBlank skips white space, comments, and block-quote marks at the start of a line.
func (s *shaper) skipBlank() {
	for line := false; s.i < len(s.text); {
		switch c := s.text[s.i]; {
		case c == '\n':
			line = true
			s.i++
		case c == ' ' || c == '\t' || c == '\r' || line && c == '>':
			s.i++
		case strings.HasPrefix(s.text[s.i:], "<!--") && s.skipPast("-->"):
			line = false
		default:
			return
		}
	}
}
