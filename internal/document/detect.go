package document

// Detect returns what a text of the kind Auto is: a Log if the shape of a call follows
// one of its <tool> tags, otherwise a Document. Many programs have an element of that
// name. Commented-out text is ignored.
func Detect(text string) Kind {
	comments, pos := sections{open: finder{text: text, want: "<!--"}, end: finder{text: text, want: "-->"}}, 0
	tags := tagsAhead{text: text}
	for t, ok := tags.at(0); ok; t, ok = tags.next() {
		if t.closing {
			continue
		}
		next, inside := comments.around(pos, t.start)
		if pos = next; inside {
			continue
		}
		if _, ok := shapeOf(text, t.end, tags.blockEnd()); ok {
			return Log
		}
	}
	return Document
}
