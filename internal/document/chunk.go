package document

import "strings"

// A chunk is a run of whole lines that is read by itself. It ends before a line at which nothing is open that the
// text before it opened: no paragraph, list, quote, comment, placeholder or call. What may be open is the [State].

// A State is what is open at the start of a chunk. The zero value is that of the start of a text.
type State struct {
	fence    fenceMark // the code block
	within   bool      // whether it is in a message that is longer than MaxMessage
	thinking bool      // whether that message has a <thinking> before it without an end
	scope    Scope     // of that message
	role     Role      // of its author
}

// A Chunk is the place of a chunk in a text, and what its text shows of the whole.
type Chunk struct {
	State State // at its start
	Bytes int
	// Looked is how far after its start the text was examined in order to find its end, in bytes, or more.
	Looked int
	// Long reports whether the message that it ends in is long, and Messages is how many messages with a number
	// start in it.
	Long     bool
	Messages int
	Labels   *Labels // of a kind with labels
	Headings []Heading
	Forge    bool // whether a call of a document starts in it that has the shape of one
}

// A Heading is a heading of a document outside of quotes and lists.
type Heading struct {
	Level int    // from 1
	Title string // a line, "## Title"; "" for one that does not matter
}

// The sizes in bytes about which a chunk ends where nothing is open; from which on it ends between the calls of a list, a quote or
// a code block too; and at any line outside of a call. They are variables so that tests can make them small.
var (
	MinChunk   = 4 << 10
	LargeChunk = 64 << 10
	HugeChunk  = 256 << 10
)

// A Scanner cuts a text into chunks.
type Scanner struct {
	text  string
	kind  Kind // none that depends on the text
	lines bool // of JSON
	rules labelRules
	ReadOptions

	tags           tagsAhead // from the first at or after tagsFrom on
	tagsFrom       int
	cdata          *sections
	comment, endOf finder // HTML comments
	brace, closer  finder // { and </tool>
	fences         *fences
	far            int // how far the text was examined for the chunk, in addition to the tags and farTag
}

// NewScanner returns a scanner of a text of a kind, which is neither Auto nor Prose. labels are those of the whole
// text, or an estimate; lines tells that it is JSON with a record on each line.
func NewScanner(text string, kind Kind, labels *Labels, lines bool, options ReadOptions) *Scanner {
	find := func(want string) finder { return finder{text: text, want: want} }
	return &Scanner{
		text: text, kind: kind, lines: lines, rules: labels.rules(kind), ReadOptions: options,
		tags: tagsAhead{text: text}, cdata: sectionsIn(text), comment: find("<!--"), endOf: find("-->"), brace: find("{"), closer: find("</tool>"),
		fences: newFences(text, fenceMark{}),
	}
}

// Next returns the chunk that starts at an offset in a state, and the state after it.
func (s *Scanner) Next(at int, state State) (c Chunk, after State) {
	s.far, s.tags.far, s.cdata.far = 0, 0, 0
	switch {
	case s.kind == JSON && s.lines:
		c.Bytes = s.records(at)
		c.Looked = c.Bytes
		return c, after
	case s.kind == JSON, s.kind.Source():
		c.Bytes = len(s.text) - at
		c.Looked = c.Bytes
		return c, after
	case s.kind == Document:
		b := &blockScan{chunkScan: chunkScan{Scanner: s, start: at}, blocks: newBlockReader(s.text, at, state.fence), blank: true}
		b.run()
		s.look(b.blocks.far)
		c = Chunk{Bytes: b.end - at, Headings: b.headings(), Forge: b.forge}
		after.fence = b.blocks.fence
	default:
		m := newMessageScan(s, at, state, state.within)
		if !m.run() { // it is the start of a long message
			m = newMessageScan(s, at, state, true)
			m.run()
		}
		c = Chunk{Bytes: m.end - at, Long: m.long, Messages: m.numbered, Labels: m.labels()}
		after = m.after()
	}
	c.State, c.Looked = state, max(c.Bytes+farTag, max(s.far, s.tags.far, s.cdata.far)-at)
	return c, after
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

// records returns the length of some records, each on a line: up to one that is as large as a chunk.
func (s *Scanner) records(at int) int {
	for line := at; ; {
		end := nextLine(s.text, line)
		if end == len(s.text) || end-line >= MinChunk/2 || s.large(at, end) {
			return end - at
		}
		line = end
	}
}

// look records that the text up to an offset was examined.
func (s *Scanner) look(to int) { s.far = max(s.far, to) }

// tag returns the first tag that starts at or after an offset, and before another.
func (s *Scanner) tag(at, to int) (t tag, ok bool) {
	if at < s.tagsFrom {
		s.tags = tagsAhead{text: s.text, far: s.tags.far} // it goes back
	}
	s.tagsFrom = at
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
