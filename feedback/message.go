package feedback

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// MinBudget is the smallest budget, in bytes, for which [Message] returns a message:
// that the call was refused, and the beginning of the runtime's reason.
const MinBudget = 128

// Budget is the maximum length in bytes of the messages that forge-lsp itself writes to a model
// about a call.
const Budget = 4 << 10

// maxPlaces is the number of problems that a message describes. A model that receives a
// list of forty rewrites the call anyway.
const maxPlaces = 3

// Message returns the message with which an agent loop answers a call that was not read
// as written, so that the model can write it again. The options must be those with
// which the block was read.
//
// It follows ADR-0024 ("Error Recovery Changes"): what is wrong in the runtime's
// words, then where, with the line and an excerpt; solution 1, escaping; solution
// 2, CDATA. Lines are counted from the block's first, as the runtime counts them.
//
// If the correction is certain, the corrected call follows: if every problem is a character that
// can only be literal ('&', '<', "]]>") or the misspelled opener of a CDATA section, and for a
// JSON call that elements can express exactly. It is included only after it has been read again:
// it runs without the fallback and has the intended values. A refused call with more problems
// than are recorded ([xmlcall.Block.MoreProblems]) is not corrected.
//
// The message is valid UTF-8 and never longer than budget bytes. Parts that do not fit
// are omitted as a whole, the least important first: the closing advice, further
// places, the corrected call (which the corrected line may replace), the solutions, the
// place. Below [MinBudget] nothing fits and the result is empty, as it is for a call
// that runs as written. For a repaired call the message is the answer of a runtime
// without the fallback.
//
// The result is plain text and not escaped; a corrected call in it is a
// <tool> block.
func Message(block *xmlcall.Block, budget int, o xmlcall.Options) string {
	return messageAbout(&call{block, o, 0}, refusal(block.Verdict().Reason), "", budget)
}

// messageAbout is [Message] for a caller who knows more about the call than the block alone tells:
// what happened to it and why, and the corrected call, to which the text after the block may belong.
func messageAbout(b *call, h head, known string, budget int) string {
	if b.Verdict().Outcome == xmlcall.Runs || budget < MinBudget {
		return ""
	}
	m := message{left: budget}
	m.head(h)
	corrected := b.rewritten()
	places := b.places()
	if corrected != "" || b.unnamed() {
		places = nil // the problems of characters are irrelevant
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
	if known != "" { // in the notation of the fixes, which all else offers
		corrected = known
	} else if corrected == "" && certain {
		corrected = b.corrected(edits)
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
		if b.MoreProblems {
			and = "And at least"
		}
		m.add(placePart, and+" "+thousands.Separate(n)+" more.\n")
	}
	if len(advice) == len(solutions) {
		m.add(closingPart, "Both methods are supported. Try entity escaping first, use CDATA as fallback.\n")
	}
	return m.String()
}

// The parts of a message in the order in which they appear, which differs from the
// order in which they are allotted space.
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

// A head is what a message starts with: what happened to the call, and why.
type head struct{ title, label, reason string }

// refusal returns the head of a message about a call that the runtime refuses.
func refusal(reason string) head {
	if strings.HasPrefix(reason, "XML syntax error") || strings.HasPrefix(reason, "xml:") {
		return head{"Invalid XML in tool call.", "Parse error: ", reason}
	}
	return head{"Tool call refused.", "Reason: ", reason}
}

// head adds the head, in the runtime's words. It always fits.
func (m *message) head(h head) {
	text := "ERROR: " + h.title + "\n"
	if h.reason != "" {
		text += "\n" + h.label
		text += clip(foreign.Text(h.reason), min(m.left-len(text)-2, 400)) + "\n"
	}
	m.add(headPart, text)
}

// clip returns s, truncated with an ellipsis if it is longer than n bytes.
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

// A call is the block that a message is about, the options with which it was read, and the number of
// lines before it that are counted.
type call struct {
	*xmlcall.Block
	options xmlcall.Options
	before  int
}

// limit returns the size in bytes above which the runtime refuses the call.
func (b *call) limit() int {
	return cmp.Or(max(b.options.MaxSize, 0), xmlcall.MaxSize)
}

// line returns the 1-based line of an offset, counted from the block's first line and those before it.
func (b *call) line(offset int) int {
	return 1 + b.before + strings.Count(b.Text[b.Span.Start:min(max(offset, b.Span.Start), b.Span.End)], "\n")
}

// unnamed reports whether the call is refused only because it does not name a tool.
func (b *call) unnamed() bool {
	_, syntax := b.Verdict().At()
	return b.Delimiters == xmlcall.Closed && !syntax && b.ToolName() == "" && b.Span.Len() <= b.limit()
}

// places returns the problems that the message describes, those that refuse the call
// first.
func (b *call) places() []xmlcall.Problem {
	var places, rest []xmlcall.Problem
	cut := slices.ContainsFunc(b.Problems, func(p xmlcall.Problem) bool { return p.Kind == xmlcall.CallEndInContent })
	for _, p := range b.Problems {
		switch {
		case cut && p.Kind == xmlcall.UnclosedCDATA: // its end is after that of the call
		case p.Kind == xmlcall.SyntaxError || p.Kind == xmlcall.TooLarge: // the reason suffices
		case p.Kind == xmlcall.CorruptedCDATA || b.Verdict().Outcome == xmlcall.Refused && (p.Kind.Repairable() || !p.Kind.Refuses()):
			rest = append(rest, p)
		default:
			places = append(places, p)
		}
	}
	return append(places, rest...)
}

// describe returns the place and the problem, with an excerpt if requested.
func (b *call) describe(p *xmlcall.Problem, excerpt bool) string {
	where := fmt.Sprintf("Line %d", b.line(p.Span.Start))
	if e := b.field(p); e != "" {
		where += ", in <" + clip(foreign.Text(e), 40) + ">"
	}
	s := where + ": " + explain(b, p) + ".\n"
	if excerpt {
		s += b.excerpt(p.Span)
	}
	return s
}

// field returns the name of the element around a problem, or "" for the tool element.
func (b *call) field(p *xmlcall.Problem) string {
	if p.Element == 0 || p.Element == b.Envelope() {
		return ""
	}
	return b.Element(p.Element).Name()
}

// excerptReach is the number of bytes of an excerpt on either side of a place.
const excerptReach = 60

// excerpt returns the line of a place, limited to the vicinity, and below it a line
// that points at the place.
func (b *call) excerpt(span xmlcall.Span) string {
	s := b.Text[:b.Span.End]
	from := max(b.Span.Start, span.Start-excerptReach)
	for from < span.Start && !utf8.RuneStart(s[from]) {
		from++
	}
	from += strings.LastIndexByte(s[from:span.Start], '\n') + 1
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
	before += foreign.Text(s[from:span.Start])
	after := ""
	if to < len(s) && s[to] != '\n' && s[to] != '\r' {
		after = "…"
	}
	// Keep tabs, so that the pointer is below the place in any monospaced font.
	pointer := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before) + strings.Repeat("^", max(1, utf8.RuneCountInString(marked)))
	return "    " + before + foreign.Text(s[span.Start:to]) + after + "\n    " + pointer + "\n"
}
