package source

// tokens are those tokens of a program that joining strings looks at: the strings, and what follows one
// up to the end of its expression. A program has a token in every few bytes.
type tokens struct {
	list  []token
	state state
	depth int // of brackets in an operand
}

// A state is what the tokens end with.
type state uint8

const (
	ended   state = iota // nothing that a string can be joined to
	joined               // a string, or what may join the next one to it
	operand              // a plus after that, or a part of its operand
)

// add adds the next token. Too many can be kept, but none too few: see [reader.string].
func (l *tokens) add(t token) {
	if l.state == ended && t.kind != text {
		return
	}
	l.list = append(l.list, t)
	switch {
	case t.kind == holeEnds:
		l.state, l.depth = ended, 0
	case l.state == operand && t.kind == open:
		l.depth++
	case l.depth > 0 && t.kind == closing:
		l.depth--
	case l.depth > 0, l.state == operand && (t.kind == other || t.kind == text):
	case t.kind == plus:
		l.state = operand
	case t.kind == text, t.kind == comma:
		l.state = joined
	default:
		l.state = ended
	}
}
