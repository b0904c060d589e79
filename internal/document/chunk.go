package document

// A chunk is a run of whole lines that is read by itself. It ends before a line at which nothing is open that the
// text before it opened: no paragraph, list, quote, comment, placeholder or call. What may be open is the [State].

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
	marks    []mark  // of a kind with labels, not nil
	Headings []Heading
	Forge    bool // whether a call of a document starts in it that has the shape of one
}

// Next returns the chunk that starts at an offset in a state, and the state after it.
func (s *Scanner) Next(at int, state State) (c Chunk, after State) {
	s.tags.far = 0
	switch {
	case s.kind == JSON, s.kind.Source():
		end := len(s.text)
		if s.lines {
			end = s.records(at)
		}
		return Chunk{Bytes: end - at, Looked: end - at}, after
	case s.kind == Document:
		b := &blockScan{chunkScan: chunkScan{Scanner: s, start: at}, blocks: newBlockReader(s.text, at, state.fence), blank: true}
		b.run()
		s.tags.look(b.blocks.far)
		c = Chunk{Bytes: b.end - at, Headings: b.headings(), Forge: b.forge}
		after.fence = b.blocks.fence
	default:
		m := newMessageScan(s, at, state, state.within)
		if !m.run() { // it is the start of a long message
			s.tags.read, s.tags.end = nil, at
			m = newMessageScan(s, at, state, true)
			m.run()
		}
		c = Chunk{Bytes: m.end - at, Long: m.long, Messages: m.numbered, Labels: m.labels(), marks: m.kept()}
		after = m.after()
	}
	c.State, c.Looked = state, max(c.Bytes+farTag, s.tags.far-at)
	return c, after
}

// records returns where some records end, each on a line: at the latest one that is as large as a chunk.
func (s *Scanner) records(at int) int {
	for line := at; ; {
		end := nextLine(s.text, line)
		if end == len(s.text) || end-line >= MinChunk/2 || s.large(at, end) {
			return end
		}
		line = end
	}
}
