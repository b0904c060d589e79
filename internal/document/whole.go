package document

// Whole reports whether the segment's text is a prefix of the file: then spans and
// edits of one are those of the other.
func (s *Segment) Whole() bool { return s.pieces == nil && s.literal == nil }
