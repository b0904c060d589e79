package document

// Whole reports whether the segment's text is the text of the file, from its
// start: spans and edits of one are those of the other.
func (s *Segment) Whole() bool { return s.pieces == nil && s.literal == nil }
