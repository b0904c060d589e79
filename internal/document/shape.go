package document

import "strings"

// A call in a document has the shape of one: an element of the envelope is among the
// first things after the opener. The bounds below reject prose about the format
// ("<tool> wraps ... <server_name>").
const (
	maxForeign = 8   // elements with other names before the envelope
	maxStray   = 512 // bytes of stray text before it
)

// A shaper decides whether the text after an opener has the shape of a call. It works
// on the file's bytes: block-quote marks at the start of a line count as blank.
type shaper struct {
	text string
	i    int
	end  int // the block's end: its </tool>, or the next opener
	far  int // the end of the text that was examined
}

// shapeOf reports whether text[from:end], the content of a block, has the shape of a
// call. It returns the element that shows it, and how far it had to look: text at or
// after that offset does not affect the answer. Text after the evidence may be broken
// in any way.
//
// The content of a <tool> of another system (<name>, <description>, an <arguments> full
// of JSON) does not have the shape.
func shapeOf(text string, from, end int) (evidence, reach int, ok bool) {
	s := &shaper{text: text, i: from, end: end, far: from}
	evidence, ok = s.shape()
	return evidence, min(max(s.far, s.i+maxPrefix), end), ok
}

// maxPrefix is more than the number of bytes after an offset that are examined to
// classify the text there, except for names and placeholders.
const maxPrefix = 32

func (s *shaper) shape() (evidence int, ok bool) {
	from := s.i
	if s.encoded(from) {
		return 0, false
	}
	var foreign, stray int
	for {
		s.skipBlank()
		rest := s.text[s.i:s.end]
		if rest == "" {
			return 0, false
		}
		if rest[0] == '{' && foreign == 0 && stray == 0 {
			n := s.index(rest, `"tool_name"`)
			return s.i + max(n, 0), n >= 0
		}
		name := elementName(rest)
		s.looked(s.i + len(name) + maxPrefix)
		if name == "" {
			if rest[0] == '<' && len(rest) > 1 && (rest[1] == '/' || rest[1] == '?') {
				if !s.skipPast(">") {
					return 0, false
				}
				continue
			}
			// Text on the opener's own line makes it a mention: "<tool> blocks".
			if !strings.Contains(s.text[from:s.i], "\n") || s.encoded(s.i) {
				return 0, false
			}
			n := s.index(rest[1:], "<") + 1
			if n == 0 {
				return 0, false
			}
			s.i += n
			if stray += n; stray > maxStray {
				return 0, false
			}
			continue
		}
		at := s.i
		switch envelopeName(name) {
		case "toolname", "servername":
			closed := s.index(rest, "</"+name)
			if closed >= 0 {
				if n := s.index(rest[closed:], ">"); n >= 0 {
					after := at + closed + n + 1
					s.looked(after + maxPrefix)
					if s.encoded(after) {
						return 0, false
					}
				}
			}
			if stray > 0 {
				if !startsLine(s.text, at) || closed < 0 {
					return 0, false
				}
			}
			s.looked(s.end)
			return at, envelopeName(name) == "servername" || closed < 0 || !isForeign(s.text[from:s.end])
		case "arguments":
			if foreign == 0 && stray == 0 && s.hasElement(rest) {
				return at, true
			}
		default:
			if foreign++; foreign > maxForeign {
				return 0, false
			}
		}
		if !s.skipPast("</" + name) {
			s.skipPast(name)
		}
		if !s.skipPast(">") {
			return 0, false
		}
	}
}

// encoded reports whether the text at i continues with a line break as written in a
// string of source code, a backslash and a letter.
func (s *shaper) encoded(i int) bool {
	rest := s.text[i:s.end]
	return strings.HasPrefix(rest, `\n`) || strings.HasPrefix(rest, `\r`)
}

// skipPast moves past the next occurrence of want in the block.
func (s *shaper) skipPast(want string) bool {
	n := s.index(s.text[s.i:s.end], want)
	if n >= 0 {
		s.i += n + len(want)
	}
	return n >= 0
}

// index is [strings.Index] in the rest of the block, or of its end.
func (s *shaper) index(rest, want string) int {
	n := strings.Index(rest, want)
	if n < 0 {
		s.looked(s.end)
	} else {
		s.looked(s.end - len(rest) + n + len(want))
	}
	return n
}

// looked records that the text up to an offset was examined.
func (s *shaper) looked(to int) { s.far = max(s.far, to) }

// skipBlank skips white space, comments, and block-quote marks
// at the start of a line.
func (s *shaper) skipBlank() {
	for line := false; s.i < s.end; {
		rest := s.text[s.i:s.end]
		switch {
		case rest[0] == '\n':
			line = true
			s.i++
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r' || line && rest[0] == '>':
			s.i++
		case strings.HasPrefix(rest, "<!--"):
			n := s.index(rest, "-->")
			if n < 0 {
				return
			}
			s.i += n + 3
			line = false
		default:
			return
		}
	}
}

// elementName returns the name of the start tag that s starts with, or "".
func elementName(s string) string {
	if s[0] != '<' || len(s) < 2 || !isLetter(s[1]) {
		return ""
	}
	i := 1
	for i < len(s) && (isLetter(s[i]) || '0' <= s[i] && s[i] <= '9' || strings.IndexByte(":.-", s[i]) >= 0) {
		i++
	}
	return s[1:i]
}

// envelopeName returns name without its prefix, in lower case and without '_' and '-',
// so that near misses such as Tool_Name and tool-name are recognized. Names far longer
// than the envelope's are not examined.
func envelopeName(name string) string {
	name = name[strings.LastIndexByte(name, ':')+1:]
	if len(name) > 2*len("server_name") {
		return name
	}
	return separators.Replace(strings.ToLower(name))
}

var separators = strings.NewReplacer("_", "", "-", "")

// hasElement reports whether the element that s starts with has a child element before
// any text.
func (s *shaper) hasElement(rest string) bool {
	n := s.index(rest, ">")
	if n < 0 || rest[n-1] == '/' {
		return false
	}
	inner := &shaper{text: rest, i: n + 1, end: len(rest)}
	inner.skipBlank()
	s.looked(s.end - len(rest) + max(inner.far, inner.i+maxPrefix))
	return inner.i < len(rest) && elementName(rest[inner.i:]) != ""
}

func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80
}
