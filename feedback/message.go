package feedback

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// MinBudget is the smallest budget, in bytes, for which there is a [Message]:
// that the call was refused, and the beginning of the runtime's reason.
const MinBudget = 128

// Budget is the budget, in bytes, of what the program itself tells a model about a call.
const Budget = 4 << 10

// maxPlaces is how many problems a message describes. A model that gets a
// list of forty rewrites the call anyway.
const maxPlaces = 3

// Message returns the message with which an agent loop answers a call that
// was not read as it was written, for the model to write it again. The options
// are those that the block was read with.
//
// It follows ADR-0024 ("Error Recovery Changes"): what is wrong in the runtime's
// words, then where, with the line and an excerpt; solution 1, escaping; solution
// 2, CDATA. Lines are counted from the block's first, as the runtime counts them.
//
// Where the correction is certain the corrected call follows: where every
// problem is a character that only can be meant as itself ('&', '<', "]]>") or
// the misspelt opener of a CDATA section, and for a JSON call that elements can
// express exactly. It is given only after reading it again: it runs without
// the fallback and holds the values that were meant. A refused call with more
// problems than are recorded ([xmlcall.Block.More]) is not corrected.
//
// The message is valid UTF-8 and never longer than budget bytes. Parts that do
// not fit are left out whole, the least important first: the closing advice,
// further places, the corrected call (for which the corrected line may stand
// in), the solutions, the place. Below [MinBudget] nothing fits and the
// result is empty, as it is for a call that runs as written. For a repaired
// call the message tells what a runtime without the fallback would answer.
//
// The result is plain text and not escaped; a corrected call in it is a
// <tool> block.
func Message(block *xmlcall.Block, budget int, o xmlcall.Options) string {
	return messageAbout(block, "", budget, o)
}

// messageAbout is [Message] for a caller who may know the corrected call, which the block alone
// does not tell: what follows the block may belong to it.
func messageAbout(block *xmlcall.Block, known string, budget int, o xmlcall.Options) string {
	if block.Verdict().Outcome == xmlcall.Runs || budget < MinBudget {
		return ""
	}
	b := &call{block, o}
	m := message{left: budget}
	m.head(b)
	corrected := b.rewritten()
	places := b.places()
	if corrected != "" || b.unnamed() {
		places = nil // what is wrong with the characters is beside the point
	}
	advice := b.advice(places)
	if corrected != "" {
		advice = []string{"SOLUTION - Write the call as elements, not as JSON.\n"}
	}
	if len(places) > 0 {
		m.add(placePart, b.describe(&places[0], true), b.describe(&places[0], false))
	}
	for _, s := range advice {
		m.add(solutionPart, s)
	}
	edits, certain := b.edits()
	if corrected == "" && certain {
		corrected = b.corrected(edits)
	}
	if corrected == "" {
		corrected = known
	}
	if corrected != "" && !m.add(callPart, "The corrected call:\n"+corrected+"\n") && len(places) > 0 {
		if line := b.correctedLine(edits, &places[0]); line != "" {
			m.add(callPart, "That line, corrected:\n"+line+"\n")
		}
	}
	for i := 1; i < min(len(places), maxPlaces); i++ {
		m.add(placePart, b.describe(&places[i], true), b.describe(&places[i], false))
	}
	if n := len(places) - maxPlaces; n > 0 {
		and := "And"
		if b.More {
			and = "And at least"
		}
		m.add(placePart, fmt.Sprintf("%s %d more.\n", and, n))
	}
	if len(advice) == len(solutions) {
		m.add(closingPart, "Both methods are supported. Try entity escaping first, use CDATA as fallback.\n")
	}
	return m.String()
}

// The parts of a message in the order in which they stand, which is not the
// order in which they are given room.
const (
	headPart = iota
	placePart
	solutionPart
	closingPart
	callPart
	numParts
)

// A message collects parts within a budget.
type message struct {
	left  int
	parts [numParts][]string
}

// add adds the first of the variants that fits, and reports whether one did.
func (m *message) add(part int, variants ...string) bool {
	for _, s := range variants {
		if n := len(s) + 1; n <= m.left { // 1: the empty line before it
			m.left -= n
			m.parts[part] = append(m.parts[part], s)
			return true
		}
	}
	return false
}

func (m *message) String() string {
	return strings.Join(slices.Concat(m.parts[:]...), "\n")
}

// head adds what was wrong in the runtime's words. It always fits.
func (m *message) head(b *call) {
	title := "ERROR: Tool call refused.\n\nReason: "
	if strings.HasPrefix(b.Verdict().Reason, "XML syntax error") || strings.HasPrefix(b.Verdict().Reason, "xml:") {
		title = "ERROR: Invalid XML in tool call.\n\nParse error: "
	}
	reason := visible(b.Verdict().Reason)
	m.add(headPart, title+clip(reason, min(m.left-len(title)-2, 400))+"\n")
}

// clip returns s, or as much of it as fits into n bytes with an ellipsis.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const ellipsis = "…"
	n = max(0, n-len(ellipsis))
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + ellipsis
}

// visible returns s as valid UTF-8, with U+FFFD for what is not and for control
// characters, which a model should not be made to repeat.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || 0x7F <= r && r < 0xA0 {
			return utf8.RuneError
		}
		return r
	}, s)
}

// A call is the block that a message is about, and what it was read for.
type call struct {
	*xmlcall.Block
	options xmlcall.Options
}

// limit returns the size in bytes above which the runtime refuses the call.
func (b *call) limit() int {
	if b.options.MaxSize > 0 {
		return b.options.MaxSize
	}
	return xmlcall.MaxSize
}

// line returns the 1-based line of an offset, counted from the block's first.
func (b *call) line(offset int) int {
	return 1 + strings.Count(b.Text[b.Span.Start:min(max(offset, b.Span.Start), b.Span.End)], "\n")
}

// unnamed reports whether the call is refused for want of a tool's name only.
func (b *call) unnamed() bool {
	_, syntax := b.Verdict().At()
	return b.Form == xmlcall.Closed && !syntax && b.ToolName() == "" && b.Span.Len() <= b.limit()
}

// places returns the problems that the message is about, those that the
// runtime refuses first.
func (b *call) places() []xmlcall.Problem {
	var places, rest []xmlcall.Problem
	cut := slices.ContainsFunc(b.Problems, func(p xmlcall.Problem) bool { return p.Kind == xmlcall.CallEndInContent })
	for _, p := range b.Problems {
		switch {
		case cut && p.Kind == xmlcall.UnclosedCDATA: // its end is after that of the call
		case p.Kind == xmlcall.SyntaxError || p.Kind == xmlcall.TooLarge: // the reason is enough
		case p.Kind == xmlcall.CorruptedCDATA || b.Verdict().Outcome == xmlcall.Refused && (p.Kind.Repairable() || !p.Kind.Refuses()):
			rest = append(rest, p)
		default:
			places = append(places, p)
		}
	}
	return append(places, rest...)
}

// describe names the place and the problem, with an excerpt if asked.
func (b *call) describe(p *xmlcall.Problem, excerpt bool) string {
	where := fmt.Sprintf("Line %d", b.line(p.Span.Start))
	if e := b.field(p); e != "" {
		where += ", in <" + clip(visible(e), 40) + ">"
	}
	s := where + ": " + explain(b, p) + ".\n"
	if excerpt {
		s += b.excerpt(p.Span)
	}
	return s
}

// field returns the name of the element around a problem; none for the tool
// element.
func (b *call) field(p *xmlcall.Problem) string {
	if p.Element == 0 || p.Element == b.Envelope() {
		return ""
	}
	return b.Element(p.Element).Name()
}

// excerptReach is how far, in bytes, an excerpt reaches on either side of a
// place.
const excerptReach = 60

// excerpt returns the line of a place, as far as it is near, and below it a
// line that points at the place.
func (b *call) excerpt(span xmlcall.Span) string {
	s := b.Text[:b.Span.End]
	from := max(b.Span.Start, span.Start-excerptReach)
	for from > b.Span.Start && from < span.Start && !utf8.RuneStart(s[from]) {
		from++
	}
	if n := strings.LastIndexByte(s[from:span.Start], '\n'); n >= 0 {
		from += n + 1
	}
	to := min(len(s), span.Start+excerptReach)
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to++
	}
	if n := strings.IndexAny(s[span.Start:to], "\r\n"); n >= 0 {
		to = span.Start + n
	}
	before, marked := "", s[span.Start:max(min(span.End, to), span.Start)]
	if from > b.Span.Start && s[from-1] != '\n' {
		before = "…"
	}
	before += visible(s[from:span.Start])
	after := ""
	if to < len(s) && s[to] != '\n' && s[to] != '\r' {
		after = "…"
	}
	// Tabs stay, so that the pointer is below the place in any font that
	// has one width.
	pointer := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before) + strings.Repeat("^", max(1, utf8.RuneCountInString(marked)))
	return "    " + before + visible(s[span.Start:to]) + after + "\n    " + pointer + "\n"
}
