package ls

import (
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Completer builds the list of items for a place. The fields up to Entries are what is asked
// for, and those from Items on the answer.
type Completer struct {
	Text    text.Text // of the document
	Offset  int       // of the cursor in the document
	Invoked bool      // whether a person requested it, or typed a letter
	// Pending is whether the client inserts nothing before a person accepts it, and asks by itself
	// after letters, too, as VS Code does. Others may insert the first item as soon as they have it.
	Pending bool
	// Words is whether the client does not tell why it asks, as Kate, which also asks after each '<', and
	// replaces no more than the letters before the cursor.
	Words bool

	Snippets           bool // an item may have fields
	AdjustsIndentation bool // the client can give the lines of an item the indentation of the first

	Templates *Templates
	// Entries returns the content of a folder, given its path as in a call, and whether there is
	// more.
	Entries func(folder string) (entries []workspace.Entry, more bool)

	Items []Item
	More  bool // whether there are other items
	site
}

// window is the number of bytes before and after the cursor that are read: in a longer
// call only its start has completion.
const window = 64 << 10

// A site is the place of a cursor in a text that is being written: the typed part of the
// next word, and the elements open before it. An unfinished call is not analyzed in a
// document: a <tool> alone is a mention there. So the text before the cursor is read as
// a call, by the parser that recovers.
type site struct {
	// text is the text around the cursor: of the document, from shift on, or of
	// segment.
	text    string
	shift   int
	segment *document.Segment // of a string of JSON or of a program; nil elsewhere
	inset   int               // start of segment's offsets in the document
	at      int               // the cursor in text

	kind typedKind
	from int // start of the typed word in text
	to   int // its end, after the cursor

	doc *diagnostics.Document
	// Tools are those that apply, once the site is entered.
	Tools    *toolspec.Set
	hasCalls bool // whether the document has calls
	// block is the call up to the typed word, nil outside calls. If it is nil, the
	// fields below are not set. open is the innermost element that is open.
	block     *xmlcall.Block
	open      xmlcall.ElementID
	inSection bool // in a CDATA section
	// rest is the call with the text after the cursor, without the typed word.
	rest *xmlcall.Block
	tool *toolspec.Tool // nil if it is not known
}

// A typedKind is the kind of text that a word starts.
type typedKind uint8

const (
	typedWord      typedKind = iota // no particular kind; it may be empty
	typedStart                      // <word
	typedEnd                        // </word
	typedReference                  // &word
	typedSection                    // <![CDA
)

// typed finds the word that is being typed.
func (s *site) typed() {
	s.kind, s.from, s.to = typedWord, s.at, lex.NameEnd(s.text, s.at)
	for s.from > 0 && lex.IsNameByte(s.text[s.from-1]) {
		s.from--
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

// word returns the typed text up to the cursor.
func (s *site) word() string { return s.text[s.from:s.at] }

// enter finds the call that contains the cursor. It returns false if nothing can be
// written: outside the strings of a file whose calls are in strings.
func (c *Completer) enter(a View) bool {
	kind := a.doc.Kind()
	c.doc = a.doc
	c.Tools, c.hasCalls = a.doc.Options().Toolset(), a.doc.Summary().Calls > 0
	if kind == document.JSON || kind.Source() { // the text is that of the string that contains the cursor
		if c.segment, c.inset = a.doc.SegmentAt(c.Offset); c.segment == nil {
			return false
		}
		c.text, c.shift = c.segment.Text, 0
		c.at, _ = c.segment.TextOffset(c.Offset - c.inset)
		c.typed()
	}
	start, ok := c.callAround(a)
	if !ok {
		start, ok = c.begunCall(kind == document.Document)
	}
	if !ok {
		return true
	}
	block := xmlcall.ParseAt(c.text[:c.from], start)
	if block == nil || block.NumElements() == 0 || block.Delimiters != xmlcall.Unclosed {
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
	c.tool = c.Tools.Of(c.rest)
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

// callAround returns the start of the call in the document that has begun before the cursor, which may be in the marks
// of a block quote, where a [Place] is in no call.
func (c *Completer) callAround(a View) (start int, ok bool) {
	for call := range a.doc.CallsIn(c.Offset, c.Offset) {
		span := call.Place(call.Span)
		if span.Start >= c.Offset || c.Offset > span.End || c.segment != nil && call.Segment != c.segment {
			continue
		}
		if start, ok = span.Start-c.shift, span.Start >= c.shift; c.segment != nil {
			start, ok = c.segment.TextOffset(call.Span.Start)
		}
		if ok = ok && c.from-start >= len(callStart) && c.from-start <= window; ok {
			return start, true
		}
	}
	return 0, false
}

// begunCall returns the start of the unfinished call that contains the cursor: the last
// unclosed <tool> before it. In a document it must start a line, without prose after it.
func (c *Completer) begunCall(isDocument bool) (start int, ok bool) {
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

// A lead is the text before a place on its line.
type lead struct {
	indent string // the white space that the line starts with, which the container may need
	prefix string // indent, and the marks of block quotes and list items
	rest   string // the rest of the text
}

// marks matches the marks of block quotes and list items at the start of a line, with the blanks around them.
var marks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ \t>]|(?:[-*+]|[0-9]{1,9}[.)])[ \t])*`)
})

// lead returns the text before an offset on its line.
func (s *site) lead(at int) lead {
	line := s.text[:at]
	line = line[strings.LastIndexAny(line, "\r\n")+1:]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	prefix := indent
	if s.segment == nil {
		prefix = marks().FindString(line)
	}
	return lead{indent, prefix, line[len(prefix):]}
}

// nextLine returns the required prefix of a line after this one in the same block
// quotes and list items, with the same indentation.
func (l lead) nextLine() string {
	b := []byte(l.prefix)
	for i, c := range b {
		if c != ' ' && c != '\t' && c != '>' {
			b[i] = ' '
		}
	}
	return string(b)
}

// given returns the names of the children that an open element already has, before and
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

// read reads the text around the cursor.
func (c *Completer) read() {
	start := max(0, c.Offset-window)
	c.text = c.Text.Slice(start, min(c.Text.Len(), c.Offset+window))
	c.shift, c.at = start, c.Offset-start
	c.typed()
}

// isStructure reports whether an element contains elements and no text.
func (c *Completer) isStructure(id xmlcall.ElementID) bool {
	if id == c.block.Envelope() || isArguments(c.block, id) {
		return true
	}
	a := argument(c.tool, c.block, id)
	return a != nil && !a.Kind.Scalar() && !a.Repeated
}

// endOfLine returns the end of the cursor's line.
func (c *Completer) endOfLine() int {
	if i := strings.IndexAny(c.text[c.at:], "\r\n"); i >= 0 {
		return c.at + i
	}
	return len(c.text)
}

// lineEnds reports whether there is nothing on the line after the cursor.
func (c *Completer) lineEnds() bool {
	return strings.Trim(c.text[c.to:max(c.to, c.endOfLine())], " \t") == ""
}
