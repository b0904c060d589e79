package document

// Detect returns what a text of the kind Auto is: a Log if the shape of a call follows
// one of its <tool> tags, otherwise a Document. Many programs have an element of that
// name. Commented-out text is ignored.
func Detect(text string) Kind {
	comments, pos := sections{open: finder{text: text, want: "<!--"}, end: finder{text: text, want: "-->"}}, 0
	shaped := func(t tag, end int) bool {
		if t.start < 0 {
			return false
		}
		_, _, ok := shapeOf(text, t.end, end)
		return ok
	}
	// A tag that the runtime does not recognize may be anything, so its block extends
	// no further than necessary; see openers.
	none := tag{start: -1}
	loose, literal := none, none
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		if shaped(loose, t.start) || t.literal && shaped(literal, t.start) {
			return Log
		}
		if loose = none; t.literal {
			literal = none
		}
		if t.closing {
			continue
		}
		var inside bool
		pos, _, inside = comments.around(pos, t.start)
		switch {
		case inside:
		case t.literal:
			literal = t
		default:
			loose = t
		}
	}
	if shaped(loose, len(text)) || shaped(literal, len(text)) {
		return Log
	}
	return Document
}
