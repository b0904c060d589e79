package source

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/literal"
)

// A token is a token of a program, reduced to its role in joining strings.
type token struct {
	kind       kind
	start, end int
	parts      []literal.Part // for a literal
	inner      []token        // in the computed parts of a literal
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
	lineEnds             // ends an expression, at the end of a line
	holeEnds             // ends a computed part of a literal, whatever is open in it; it has no place
)

// A reader joins the strings of a program.
type reader struct {
	text     string
	relevant func(string) bool
	tokens   []token
	nested   bool // whether it is in a literal
	depth    int  // of computed parts within computed parts
	file     *File

	place lineStart // of the last string
	again int       // bytes that were read again, or in vain; see scanJavaScript
}

// maxDepth is the depth of computed parts within computed parts up to which strings are found in
// them: each level is searched for the end of its operands.
const maxDepth = 100

// decoded returns the literal between two offsets.
func (r *reader) decoded(from, to int, coding literal.Coding) literal.Part {
	return literal.Part{Literal: literal.Decode(nil, r.text[from:to], from, coding), Start: from, End: to}
}

// A lineStart is the start of a line, as far as it is known.
type lineStart struct{ begin, indented, at int }

// strings adds the strings in a stretch of the tokens.
func (r *reader) strings(from, to int) {
	for i := from; i < to; {
		if r.tokens[i].kind != text {
			i++
			continue
		}
		i = r.string(i, to)
	}
}

// string adds the string whose first token has the index i, and returns the index of the
// token after it.
func (r *reader) string(i, to int) (next int) {
	first := i
	parts := slices.Clone(r.tokens[i].parts)
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
			parts = append(parts, literal.Part{Start: last, End: r.tokens[at].start, Shown: "\n"})
		} else if k != text {
			break
		}
		if at == to {
			break
		}
		if r.tokens[at].kind == text {
			parts = append(parts, r.tokens[at].parts...)
			last, i = r.tokens[at].end, at+1
			continue
		}
		end := r.operand(at, to)
		if end == at {
			break
		}
		span := Span{r.tokens[at].start, r.tokens[end-1].end}
		parts = append(parts, literal.Part{Start: span.Start, End: span.End, Shown: shown(r.text[span.Start:span.End])})
		computed = append(computed, [2]int{at, end})
		last, i = span.End, end
	}
	if start := r.tokens[first].start; r.relevant(r.text[start:last]) {
		r.add(parts, start, last, first)
	}
	if r.depth == maxDepth {
		return i
	}
	r.depth++
	for _, c := range computed {
		r.strings(c[0], c[1])
	}
	for k := first; k < i; k++ {
		if inner := r.tokens[k].inner; inner != nil {
			n := &reader{text: r.text, relevant: r.relevant, tokens: inner, nested: true, depth: r.depth, file: r.file}
			n.strings(0, len(inner))
		}
	}
	r.depth--
	return i
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

// add adds a string.
func (r *reader) add(parts []literal.Part, start, last, first int) {
	s := String{Text: literal.Join(r.text, parts), Start: start, End: last, Line: r.line(first)}
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

// line returns [String.Line] for a string that starts with a token.
func (r *reader) line(first int) int {
	if r.nested {
		return -1
	}
	p, start := &r.place, r.tokens[first].start
	if start < p.at {
		*p = lineStart{}
	}
	if n := strings.LastIndexByte(r.text[p.at:start], '\n'); n >= 0 || p.at == 0 {
		p.begin = p.at + n + 1
		p.indented = p.begin + len(r.text[p.begin:]) - len(strings.TrimLeft(r.text[p.begin:], " \t"))
	}
	p.at = start
	i, _ := slices.BinarySearchFunc(r.tokens[:first], p.begin, func(t token, at int) int { return cmp.Compare(t.start, at) })
	k, _ := slices.BinarySearchFunc(r.file.Comments, p.begin, func(c Span, at int) int { return cmp.Compare(c.Start, at) })
	if i > 0 && r.tokens[i-1].end > p.begin || k > 0 && r.file.Comments[k-1].End > p.begin {
		return -1
	}
	return p.indented
}

// sort orders the strings.
func (r *reader) sort() {
	slices.SortStableFunc(r.file.Strings, func(a, b String) int { return cmp.Compare(a.Start, b.Start) })
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
