package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
)

// A State is what is open at the start of a chunk. The zero value is that of the start of a text.
type State struct {
	fence    markdown.Fence // the code block
	within   bool           // whether it is in a message that is longer than MaxMessage
	thinking bool           // whether that message has a <thinking> before it without an end
	scope    Scope          // of that message
	role     Role           // of its author
}

// A Scanner cuts a text into chunks.
type Scanner struct {
	text  string
	kind  Kind // none that depends on the text
	lines bool // of JSON
	rules labelRules
	ReadOptions

	tags           tagsAhead
	comment, endOf finder // HTML comments
	closer         finder // </tool>
	fences         *fences
}

// NewScanner returns a scanner of a text of a kind, which is neither Auto nor Prose. labels are those of the whole
// text, or an estimate; lines tells that it is JSON with a record on each line.
func NewScanner(text string, kind Kind, labels *Labels, lines bool, options ReadOptions) *Scanner {
	find := func(want string) finder { return finder{text: text, want: want} }
	return &Scanner{
		text: text, kind: kind, lines: lines, rules: labels.rules(kind), ReadOptions: options,
		tags: tagsIn(text), comment: find("<!--"), endOf: find("-->"), closer: find("</tool>"),
		fences: newFences(text),
	}
}

// large reports whether a chunk is large enough to end at an offset: from half of [MinChunk] on, if the text before it is
// of a quarter of all texts; from three times of it on, always. Where only the size decided, each chunk after an edit
// would be another one in a text of calls that are equally long.
func (s *Scanner) large(start, at int) bool {
	size := at - start
	if size < MinChunk/2 || size >= 3*MinChunk {
		return size >= MinChunk
	}
	hash := uint32(1)
	for _, c := range []byte(s.text[max(start, at-64):at]) {
		hash = hash*31 + uint32(c)
	}
	return hash>>8%4 == 0
}

// tag returns the first tag that starts at or after an offset, and before another. Those before it are dropped.
func (s *Scanner) tag(at, to int) (t tag, ok bool) {
	for len(s.tags.read) > 0 && s.tags.read[0].start < at {
		s.tags.read = s.tags.read[1:]
	}
	if len(s.tags.read) == 0 {
		s.tags.end = max(s.tags.end, at)
	}
	return s.tags.before(0, to)
}

// endsLater reports whether the next tag ends a call before an offset, although nothing is open there: it may
// be the end of that call.
func (s *Scanner) endsLater(at int) bool {
	t, ok := s.tag(at, min(len(s.text), at+farTag))
	return ok && t.closing
}

// endOfOpen returns where the text of a call without an end of its own ends: at the next <tool> that starts a
// line; at the end of the text if that is near.
func (s *Scanner) endOfOpen(o *opener) int {
	far := min(len(s.text), o.end+LargeChunk)
	for k := 1; ; k++ {
		t, ok := s.tags.before(k, far)
		switch {
		case !ok && far == len(s.text):
			return far
		case !ok || k > maxTags:
			return max(o.end, o.evidence)
		case t.literal && !t.closing && startsLine(s.text, t.start):
			return t.start
		}
	}
}

// A chunkScan is a chunk whose end is looked for line by line.
type chunkScan struct {
	*Scanner
	start, end int
	line       int // the start of the line
	until      int // before this there is no end
}

// goesOn reports whether the chunk cannot end before the line, whatever is open there.
func (c *chunkScan) goesOn() bool {
	return c.line-c.start < MinChunk/2 || c.line < c.until || strings.HasPrefix(c.text[c.line:], bom) || c.inTag()
}

// inTag reports whether the line starts in a tag of a call.
func (c *chunkScan) inTag() bool {
	from := max(c.start, c.line-farTag)
	open := from + strings.LastIndexByte(c.text[from:c.line], '<')
	t, ok := tagAt(c.text[:min(len(c.text), c.line+farTag)], max(open, from))
	return ok && open >= from && t.end > c.line
}

// farTag is the number of bytes after a chunk in which a tag is looked for that belongs to its last call.
const farTag = 4 << 10

// maxTags is the number of tags after a call without an end among which the next call is looked for.
const maxTags = 100
