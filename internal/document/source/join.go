package source

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A joiner joins the strings of a program, or of a computed part.
type joiner struct {
	*finder
	inHole bool     // whether it is in a literal
	open   []joined // in each bracket that is open, the innermost last
	last   int      // end of the token before
}

// A joined is a string of a program, as far as it was read.
type joined struct {
	parts []token // literals, and between them computed parts of the kind other; or commas, in a list of lines
	state joinState
	from  int  // start of the operand
	at    int  // up to where the text was searched for a call
	call  bool // whether it ends in one
	item  bool // whether the last literal may be the key of a map
}

type joinState uint8

const (
	complete   joinState = iota // a literal or a computed part ends it, or it has none
	afterPlus                   // an operand follows
	afterComma                  // a line may follow
	inOperand
)

// add adds the next token.
func (j *joiner) add(t token) {
	s := &j.open[len(j.open)-1]
	if s.state == inOperand && t.kind >= plus && t.kind != open {
		s.endOperand(j.last)
	}
	item := s.item
	s.item = false
	switch {
	case s.state == inOperand && t.kind == text:
		j.string([]token{t}) // as of a function that a template in JavaScript is given to
	case t.kind == text:
		if s.state == afterComma {
			if s.item = s.call && strings.Contains(j.text[j.last:t.start], "\n"); s.item {
				s.parts = append(s.parts, token{start: s.parts[len(s.parts)-1].end, end: t.start, kind: comma})
			} else {
				j.end(s)
			}
		}
		s.parts, s.state = append(s.parts, t), complete // adjacent literals, as in C and in Python, are joined
	case len(s.parts) == 0, s.state == inOperand:
	case s.state == afterPlus && (t.kind == other || t.kind == open):
		s.state, s.from = inOperand, t.start
	case s.state == complete && t.kind == plus:
		s.state = afterPlus
	case s.state == complete && t.kind == comma:
		s.state = afterComma
		j.findCall(s, t.start)
	case item && t.kind == colon:
		n := len(s.parts) - 1
		j.string(s.parts[n:])
		s.parts = s.parts[:n-1]
		j.end(s)
	default:
		j.end(s)
	}
	switch j.last = t.end; {
	case t.kind == open:
		if s.state == inOperand {
			j.depth++
		}
		j.open = append(j.open, joined{})
	case t.kind == closing && len(j.open) > 1:
		if j.open = j.open[:len(j.open)-1]; j.open[len(j.open)-1].state == inOperand {
			j.depth--
		}
	}
}

// close ends all strings: what is not closed ends with the text.
func (j *joiner) close() {
	for i := range slices.Backward(j.open) {
		s := &j.open[i]
		if s.state == inOperand {
			if s.endOperand(j.last); i+1 < len(j.open) {
				j.depth--
			}
		}
		j.end(s)
	}
}

func (s *joined) endOperand(at int) {
	s.parts, s.state = append(s.parts, token{start: s.from, end: at}), complete
}

// findCall finds out whether a text, up to the comma after it, ends in a call: then it is one of several lines.
func (j *joiner) findCall(s *joined, to int) {
	more := j.text[max(s.at, s.parts[0].start):to] // a tag has no comma
	s.at = to
	if start, end := strings.LastIndex(more, "<tool>"), strings.LastIndex(more, "</tool>"); start != end {
		s.call = start > end
	}
}

// end ends a string.
func (j *joiner) end(s *joined) {
	if len(s.parts) > 0 {
		j.string(s.parts)
	}
	*s = joined{}
}

// string adds a string of some tokens, if it is relevant.
func (j *joiner) string(tokens []token) {
	s := String{Start: tokens[0].start, End: tokens[len(tokens)-1].end}
	if !j.relevant(j.text[s.Start:s.End]) {
		return
	}
	if j.inHole {
		s.Line = -1
	}
	var parts []literal.Part
	for _, t := range tokens {
		switch t.kind {
		case comma:
			parts = append(parts, literal.Part{Start: t.start, End: t.end, Shown: "\n"})
		case text:
			at := t.quoted.from
			for _, h := range t.quoted.holes {
				parts = append(parts, literal.Part{Start: at, End: h.Start, Coding: t.quoted.coding},
					literal.Part{Start: h.Start, End: h.End, Shown: shownHole(j.text[h.Start:h.End])})
				at = h.End
			}
			parts = append(parts, literal.Part{Start: at, End: t.quoted.to, Coding: t.quoted.coding})
		default:
			parts = append(parts, literal.Part{Start: t.start, End: t.end, Shown: shown(j.text[t.start:t.end])})
		}
	}
	s.Text = literal.Join(j.text, 0, parts[0].Start, parts, len(tokens) == 1)
	for _, p := range parts {
		if strings.HasPrefix(p.Shown, "{{") {
			at, _ := s.Text.Find(p.Start)
			s.Holes = append(s.Holes, Span{at, at + len(p.Shown)})
		}
	}
	j.file.Strings = append(j.file.Strings, s)
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
	special := func(c rune) bool {
		return notInName(c) && !strings.ContainsRune(".()[] ,", c)
	}
	if len(expression) > 60 || strings.Contains(expression, "...") || strings.ContainsFunc(expression, special) {
		return "{{…}}"
	}
	return "{{" + expression + "}}"
}
