package source

// tokens are those tokens of a program that joining strings looks at: the strings, and what follows one
// up to the end of its expression. A program has a token in every few bytes.
type tokens struct {
	list  []token
	open  bool // whether the expression of a string goes on
	depth int  // of brackets in it
}

// add adds the next token. Too many can be kept, but none too few: see [reader.string].
func (l *tokens) add(t token) {
	if !l.open && t.kind != text {
		return
	}
	l.list = append(l.list, t)
	l.open = true
	switch {
	case t.kind == open:
		l.depth++
	case t.kind == closing && l.depth > 0:
		l.depth--
	case t.kind == holeEnds, l.depth == 0 && t.kind >= closing && t.kind != comma:
		l.open, l.depth = false, 0
	}
}
