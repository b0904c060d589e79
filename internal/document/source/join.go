package source

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A token is a token of a program, reduced to its role in joining strings.
type token struct {
	start, end int
	kind       kind
	quoted     *quoted // of a string
}

// A quoted is what is between the quotes of a string.
type quoted struct {
	coding   literal.Coding
	from, to int
	holes    []Span // the computed parts
	inner    tokens // of them
}

type kind uint8

const (
	other    kind = iota // an operand, or an operator that does not end it
	text                 // a literal
	plus                 // joins two strings
	open                 // an opening bracket
	closing              // a closing bracket
	comma                // ends an item of a list
	colon                // after a key
	ends                 // ends an expression
	holeEnds             // ends a computed part of a literal, whatever is open in it; it has no place
)

// tokens are those tokens of a program that joining strings looks at: the strings, and what follows one
// up to the end of its expression. A program has a token in every few bytes.
type tokens struct {
	list  []token
	open  bool // whether the expression of a string goes on
	depth int  // of brackets in it
}

// add adds the next token. Too many can be kept, but none too few: see [reader.join].
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

// A reader joins the strings of a program.
type reader struct {
	text     string
	relevant func(string) bool
	grammar  *grammar
	tokens   []token
	nested   bool // whether it is in a literal
	depth    int  // of computed parts within computed parts
	file     *File

	values []Span // all literals and comments of a program, all values of a configuration, quotes included
	vain   int    // bytes that were read in vain
}

// maxDepth is the depth of computed parts within computed parts up to which strings are found in
// them: each level is searched for the end of its operands.
const maxDepth = 100

// decoded returns the literal between two offsets.
func (r *reader) decoded(from, to int, coding literal.Coding) literal.Part {
	return literal.Part{Literal: literal.Decode(nil, r.text[from:to], from, coding), Start: from, End: to}
}

// strings adds the strings in a stretch of the tokens.
func (r *reader) strings(from, to int) {
	for i := from; i < to; {
		if r.tokens[i].kind != text {
			i++
			continue
		}
		i = r.join(i, to)
	}
}

// join adds the string whose first token has the index i, and returns the index of the
// token after it.
func (r *reader) join(i, to int) (next int) {
	first := i
	last := r.tokens[i].end
	i++
	var computed [][2]int // the tokens of computed parts
	call := openCall{at: r.tokens[first].start}
	for i < to {
		// Adjacent literals, as in C and in Python, are joined.
		at := i
		if k := r.tokens[i].kind; k == plus {
			at++
		} else if k == comma && r.goesOn(i, to, &call) {
			at++
		} else if k != text {
			break
		}
		if at == to {
			break
		}
		if r.tokens[at].kind == text {
			last, i = r.tokens[at].end, at+1
			continue
		}
		end := r.operand(at, to)
		if end == at {
			break
		}
		computed = append(computed, [2]int{at, end})
		last, i = r.tokens[end-1].end, end
	}
	if start := r.tokens[first].start; r.relevant(r.text[start:last]) {
		r.add(r.parts(first, i, computed), i == first+1, start, last)
	}
	if r.depth == maxDepth {
		return i
	}
	r.depth++
	for _, c := range computed {
		r.strings(c[0], c[1])
	}
	for k := first; k < i; k++ {
		if q := r.tokens[k].quoted; q != nil {
			n := &reader{text: r.text, relevant: r.relevant, tokens: q.inner.list, nested: true, depth: r.depth, file: r.file}
			n.strings(0, len(q.inner.list))
		}
	}
	r.depth--
	return i
}

// parts returns the parts of the string of some tokens, some of which are computed.
func (r *reader) parts(from, to int, computed [][2]int) (parts []literal.Part) {
	for i := from; i < to; i++ {
		switch t := r.tokens[i]; {
		case len(computed) > 0 && computed[0][0] == i:
			end := r.tokens[computed[0][1]-1].end
			parts = append(parts, literal.Part{Start: t.start, End: end, Shown: shown(r.text[t.start:end])})
			i, computed = computed[0][1]-1, computed[1:]
		case t.kind == text:
			at := t.quoted.from
			for _, h := range t.quoted.holes {
				parts = append(parts, r.decoded(at, h.Start, t.quoted.coding), literal.Part{Start: h.Start, End: h.End, Shown: shownHole(r.text[h.Start:h.End])})
				at = h.End
			}
			parts = append(parts, r.decoded(at, t.quoted.to, t.quoted.coding))
		case t.kind == comma:
			parts = append(parts, literal.Part{Start: r.tokens[i-1].end, End: r.tokens[i+1].start, Shown: "\n"})
		}
	}
	return parts
}

// operand returns the index of the token after the operand that starts at a token.
func (r *reader) operand(i, to int) int {
	for depth := 0; i < to; i++ {
		switch k := r.tokens[i].kind; {
		case k == holeEnds:
			return i
		case k == open:
			depth++
		case k == closing && depth == 0:
			return i
		case k == closing:
			depth--
		case depth == 0 && k != other && k != text:
			return i
		}
	}
	return i
}

// An openCall is whether a text, read up to an offset, ends in a call.
type openCall struct {
	at   int
	open bool
}

// goesOn reports whether the literal after a comma is the next line of a text whose
// first lines are the literals before it: a list of lines with a call in it.
func (r *reader) goesOn(i, to int, call *openCall) bool {
	if i+1 >= to || r.tokens[i+1].kind != text || i+2 < to && r.tokens[i+2].kind == colon {
		return false
	}
	if !strings.Contains(r.text[r.tokens[i].end:r.tokens[i+1].start], "\n") {
		return false
	}
	more := r.text[call.at:r.tokens[i].start] // a tag has no comma
	call.at = r.tokens[i].start
	if start, end := strings.LastIndex(more, "<tool>"), strings.LastIndex(more, "</tool>"); start != end {
		call.open = start > end
	}
	return call.open
}

// add adds a string, of one literal or of several.
func (r *reader) add(parts []literal.Part, one bool, start, last int) {
	s := String{Text: literal.Join(parts, one), Start: start, End: last}
	if r.nested {
		s.Line = -1
	}
	at := 0
	for i := range parts {
		n := len(parts[i].Shown)
		if p := parts[i].Literal; p != nil {
			n = len(p.String())
		} else if strings.HasPrefix(parts[i].Shown, "{{") {
			s.Holes = append(s.Holes, Span{at, at + n})
		}
		at += n
	}
	r.file.Strings = append(r.file.Strings, s)
}

// places orders the strings, and sets the lines of those that are not nested.
func (r *reader) places() {
	byStart := func(a, b Span) int { return cmp.Compare(a.Start, b.Start) }
	slices.SortStableFunc(r.values, byStart)
	slices.SortStableFunc(r.file.Strings, func(a, b String) int { return cmp.Compare(a.Start, b.Start) })
	begin, at := 0, 0
	for i := range r.file.Strings {
		s := &r.file.Strings[i]
		// A line may hold any number of strings.
		if n := strings.LastIndexAny(r.text[at:s.Start], breaks); n >= 0 {
			begin = at + n + 1
		}
		if at = s.Start; s.Line == 0 {
			s.Line = r.line(begin)
		}
	}
}

// line returns [String.Line] for a string on the line that begins at an offset: a comment
// cannot precede a line that starts in a value.
func (r *reader) line(begin int) int {
	i, _ := slices.BinarySearchFunc(r.values, begin, func(v Span, at int) int { return v.Start - at })
	if i > 0 && r.values[i-1].End > begin {
		return -1
	}
	return begin + len(r.text[begin:]) - len(strings.TrimLeft(r.text[begin:], " \t"))
}

// shownHole returns the placeholder for a computed part of a literal. A name in ${} is one itself.
func shownHole(written string) string {
	name := strings.TrimSuffix(strings.TrimLeft(written, "$")[1:], "}")
	if written[0] == '$' && name != "" && !strings.ContainsFunc(name, notInName) {
		return written
	}
	return shown(name)
}

// shown returns the placeholder for a computed part. It contains no character that is
// special in a call.
func shown(expression string) string {
	const most = 60
	plain := func(c rune) bool {
		return c == '_' || c == '.' || c == '(' || c == ')' || c == '[' || c == ']' || c == ' ' || c == ',' ||
			'0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
	}
	if len(expression) > most || strings.Contains(expression, "...") || strings.ContainsFunc(expression, func(c rune) bool { return !plain(c) }) {
		return "{{…}}"
	}
	return "{{" + expression + "}}"
}
