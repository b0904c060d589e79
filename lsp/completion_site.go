package lsp

import (
	"strings"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A site is the place of a cursor in a text that is being written: what was typed of the
// next word, and what is open before it. A call that is begun has no analysis in a
// document: a <tool> alone is a mention there. So the text before the cursor is read as
// one, by the parser that recovers.
type site struct {
	// text is what surrounds the cursor: of the document, from shift on, or of segment.
	text    string
	shift   int
	segment *document.Segment // of a string of JSON or of a program; nil elsewhere
	inset   int               // where the offsets of segment start in the document
	at      int               // the cursor in text

	kind typedKind
	from int // where the typed word starts in text
	to   int // where it ends, after the cursor

	tools *toolspec.Set
	// block is the call up to the typed word, nil outside of calls. Without one nothing
	// below is set. open is the innermost element that is open.
	block     *xmlcall.Block
	open      xmlcall.ElementID
	inSection bool // in a CDATA section
	// rest is the call with what follows, and without the typed word.
	rest *xmlcall.Block
	tool *toolspec.Tool // nil where it is not known
}

// A typedKind is what a word is the start of.
type typedKind uint8

const (
	typedWord      typedKind = iota // of nothing in particular; it may be empty
	typedStart                      // <word
	typedEnd                        // </word
	typedReference                  // &word
	typedSection                    // <![CDA
)

// maxWord bounds a typed word in bytes.
const maxWord = 256

func isNameByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_' || b == '-' || b == '.' || b == ':' || b >= 0x80
}

// typed finds the word that is being typed.
func (s *site) typed() {
	s.kind, s.from, s.to = typedWord, s.at, s.at
	for s.from > 0 && s.at-s.from < maxWord && isNameByte(s.text[s.from-1]) {
		s.from--
	}
	for s.to < len(s.text) && s.to-s.at < maxWord && isNameByte(s.text[s.to]) {
		s.to++
	}
	before := s.text[:s.from]
	const section = "<![CDATA["
	if i := strings.LastIndexByte(before, '<'); i >= 0 && s.at-i > 1 && s.at-i <= len(section) && strings.HasPrefix(section, s.text[i:s.at]) {
		s.kind, s.from, s.to = typedSection, i, s.at
		return
	}
	switch {
	case strings.HasSuffix(before, "</"):
		s.kind, s.from = typedEnd, s.from-2
	case strings.HasSuffix(before, "<"):
		s.kind, s.from = typedStart, s.from-1
	case strings.HasSuffix(before, "&"):
		s.kind, s.from = typedReference, s.from-1
		if s.to < len(s.text) && s.text[s.to] == ';' {
			s.to++
		}
		return
	default:
		return
	}
	if s.to < len(s.text) && s.text[s.to] == '>' {
		s.to++
	}
}

// word returns what was typed, up to the cursor.
func (s *site) word() string { return s.text[s.from:s.at] }

// enter finds the call that the cursor is in. It reports false where nothing can be
// written: in a file whose calls are strings, outside of those.
func (c *completer) enter(a stretch) bool {
	kind := a.doc.Kind()
	c.tools = a.doc.Options().Toolset()
	if kind == document.JSON || kind.Source() {
		if !c.enterSegment(a) {
			return false
		}
	}
	start, ok := c.callAround(a)
	if !ok {
		start, ok = c.begunCall(kind == document.Document)
	}
	if !ok {
		return true
	}
	block := xmlcall.ParseAt(c.text[:c.from], start)
	if block == nil || block.NumElements() == 0 || block.Form != xmlcall.Unclosed {
		return true
	}
	c.open = block.Envelope()
	for id, e := range block.Elements() {
		if e.Unclosed() && e.Span().End == c.from {
			c.open = id
		}
	}
	c.block = block
	last := block.Tokens[len(block.Tokens)-1]
	c.inSection = last.Kind() == xmlcall.CDATA && !strings.HasSuffix(block.Slice(last.Span()), "]]>")
	c.rest = restOf(c.text, start, c.from, c.to)
	c.tool = c.tools.Of(c.rest)
	return true
}

// restOf returns the call that starts at an offset, without the word between from and to.
func restOf(text string, start, from, to int) *xmlcall.Block {
	after := text[to:]
	if i := strings.Index(after, callEnd); i >= 0 {
		after = after[:i+len(callEnd)]
	}
	if i := strings.Index(after, callStart); i >= 0 {
		after = after[:i]
	}
	return xmlcall.ParseAt(text[start:from]+after, 0)
}

// The tags that the runtime looks for.
const (
	callStart = "<tool>"
	callEnd   = "</tool>"
)

// enterSegment makes the text that of the string that the cursor is in.
func (c *completer) enterSegment(a stretch) bool {
	for i := range a.result.File.Segments {
		s := &a.result.File.Segments[i]
		at, ok := s.TextOffset(c.offset - a.base)
		if ok && s.FileEnd(at) == c.offset-a.base { // else the cursor is in an escape
			c.segment, c.inset = s, a.base
			c.text, c.at, c.shift = s.Text, at, 0
			c.typed()
			return true
		}
	}
	return false
}

// callAround returns where the call starts that the document has at the cursor.
func (c *completer) callAround(a stretch) (start int, ok bool) {
	for i := range a.result.Calls {
		call := &a.result.Calls[i]
		span := moved(call.Span, a.base)
		if span.Start >= c.offset || c.offset > span.End || c.segment != nil && call.Segment != c.segment {
			continue
		}
		start = span.Start - c.shift
		if c.segment != nil {
			start, ok = c.segment.TextOffset(call.Span.Start)
		} else {
			ok = start >= 0
		}
		if ok = ok && c.from-start >= len(callStart) && c.from-start <= window; ok {
			return start, true
		}
	}
	return 0, false
}

// begunCall returns where a call was begun that the cursor is in: the last <tool> before
// it that nothing closes. In a document it starts a line, and no prose follows it.
func (c *completer) begunCall(isDocument bool) (start int, ok bool) {
	before := c.text[max(0, c.from-window):c.from]
	before = before[max(0, strings.LastIndex(before, callEnd)):]
	i := strings.LastIndex(before, callStart)
	if i < 0 {
		return 0, false
	}
	start = c.from - len(before) + i
	if !isDocument {
		return start, true
	}
	if c.lead(start).rest != "" {
		return 0, false
	}
	block := xmlcall.ParseAt(c.text[:c.from], start)
	if block == nil {
		return 0, false
	}
	for _, token := range block.Tokens {
		if token.Kind() == xmlcall.Text && token.Element() == block.Envelope() && strings.Trim(block.Slice(token.Span()), " \t\r\n>") != "" {
			return 0, false
		}
	}
	return start, true
}

// A lead is what is before a place on its line.
type lead struct {
	indent string // the white space that the line starts with, which the container may need
	prefix string // indent, and the marks of block quotes and list items
	rest   string // what else there is
}

// lead returns what is before an offset of the text on its line.
func (s *site) lead(at int) lead {
	line := s.text[:at]
	line = line[strings.LastIndexAny(line, "\r\n")+1:]
	n := 0
	for n < len(line) {
		switch rest := line[n:]; {
		case rest[0] == ' ' || rest[0] == '\t':
			n++
		case s.segment == nil && rest[0] == '>':
			n++
		case s.segment == nil && listMark(rest) > 0:
			n += listMark(rest)
		default:
			return lead{line[:len(line)-len(strings.TrimLeft(line, " \t"))], line[:n], rest}
		}
	}
	return lead{line[:len(line)-len(strings.TrimLeft(line, " \t"))], line, ""}
}

// listMark returns the length of the mark of a list item that a text starts with, the
// blank after it included, 0 where there is none.
func listMark(text string) int {
	n := len(text) - len(strings.TrimLeft(text, "0123456789"))
	switch {
	case n == 0 && strings.IndexByte("-*+", text[0]) >= 0:
	case 0 < n && n < 10 && n < len(text) && strings.IndexByte(".)", text[n]) >= 0:
	default:
		return 0
	}
	if n+1 < len(text) && (text[n+1] == ' ' || text[n+1] == '\t') {
		return n + 2
	}
	return 0
}

// nextLine returns what a line after this one must start with to be in the same block
// quotes and list items, and with the same indentation.
func (l lead) nextLine() string {
	b := []byte(l.prefix)
	for i, c := range b {
		if c != ' ' && c != '\t' && c != '>' {
			b[i] = ' '
		}
	}
	return string(b)
}

// given returns the names of the elements that an open element has already, before and
// after the cursor.
func (s *site) given(parent xmlcall.ElementID) map[string]bool {
	names := map[string]bool{}
	for _, child := range s.block.Children(parent) {
		names[child.Local()] = true
	}
	for _, child := range s.rest.Children(parent) { // the text before it is the same
		names[child.Local()] = true
	}
	return names
}

// isClosed reports whether an open element has its end tag after the cursor.
func (s *site) isClosed(id xmlcall.ElementID) bool { return !s.rest.Element(id).Unclosed() }

// path returns the names of the elements around one below the arguments, from the outside
// in, and its own; nil for one that is not below them.
func (s *site) path(id xmlcall.ElementID) []string {
	var names []string
	for ; id != xmlcall.NoElement; id = s.block.Element(id).Parent() {
		if isArguments(s.block, id) {
			return names
		}
		names = append([]string{s.block.Element(id).Local()}, names...)
	}
	return nil
}
