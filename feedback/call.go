package feedback

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A subject is one that a message is about.
type subject struct {
	*diagnostics.DocumentCall
	block   *xmlcall.Block
	maxSize int                  // above which the runtime refuses a call, in bytes
	line    func(offset int) int // returns the line of an offset in the file; nil counts from the call's first
}

// maxPlaces is the number of findings that a message describes. A model that receives a list of forty rewrites the call
// anyway.
const maxPlaces = 3

// message returns the message about the call, given the findings about it, in order, and the corrected call if that is known.
func (c *subject) message(found []diagnostics.Finding, corrected string, budget int) string {
	m := message{left: budget}
	m.head(c.head())
	m.add(placePart, c.describe(&found[0])...)
	var advice []string
	if c.isFormat() {
		advice = c.advice(corrected)
	}
	for _, s := range advice {
		m.add(solutionPart, s)
	}
	if corrected != "" {
		m.add(callPart, "The corrected call:\n"+corrected+"\n")
	}
	for i := 1; i < min(len(found), maxPlaces); i++ {
		m.add(placePart, c.describe(&found[i])...)
	}
	if n := len(found) - maxPlaces; n > 0 {
		m.add(placePart, "And "+thousands.Separate(n)+" more.\n")
	}
	if len(advice) == len(solutions) {
		m.add(closingPart, "Both methods are supported. Try entity escaping first, use CDATA as fallback.\n")
	}
	return m.String()
}

// head returns what happened to the call, and why.
func (c *subject) head() head {
	tool := clip(foreign.Text(c.block.ToolName()), 40)
	switch {
	case c.Outcome() == diagnostics.Ignored:
		return head{"Tool call never runs.", "Reason: ", c.Why(c.line)}
	case c.Outcome() == diagnostics.Altered:
		return head{"Tool call ran with data lost.", "Reason: ", c.Why(c.line)}
	case c.By() == diagnostics.ByTool && !c.Checked():
		return head{title: "Tool call refused: there is no tool " + tool + "."}
	case c.By() == diagnostics.ByTool:
		return head{tool + " refused the call.", "Reason: ", c.Reason(c.line)}
	}
	reason := c.ReaderReason(c.line)
	if strings.HasPrefix(reason, "XML syntax error") || strings.HasPrefix(reason, "xml:") {
		return head{"Invalid XML in tool call.", "Parse error: ", reason}
	}
	return head{"Tool call refused.", "Reason: ", reason}
}

// isFormat reports whether the format of the call is what is wrong with it.
func (c *subject) isFormat() bool {
	switch c.Outcome() {
	case diagnostics.Ignored:
		return c.block.Delimiters != xmlcall.Closed
	case diagnostics.Altered:
		return c.has(xmlcall.CorruptedCDATA)
	}
	return c.By() == diagnostics.ByReader && c.block.Verdict().Outcome != xmlcall.Runs
}

// has reports whether the block has a problem of one of the kinds.
func (c *subject) has(kinds ...xmlcall.ProblemKind) bool {
	return slices.ContainsFunc(c.block.Problems, func(p xmlcall.Problem) bool { return slices.Contains(kinds, p.Kind) })
}

// describe returns what is wrong at a place, as long as it may be, and a shorter form. The note of a finding explains what
// happens to the call: it is omitted where the head says that.
func (c *subject) describe(f *diagnostics.Finding) (forms []string) {
	number, span, own := 1, xmlcall.Span{}, false
	if !f.Reply && f.Call == c.Index {
		span, own = c.spanOf(f)
	}
	if c.line != nil {
		number = c.line(c.Span.Start)
	}
	if own {
		number += strings.Count(c.block.Text[c.block.Span.Start:span.Start], "\n")
	}
	text := fmt.Sprintf("Line %d: %s", number, foreign.Text(f.Message))
	if !strings.HasSuffix(text, "?") {
		text += "."
	}
	if c.Outcome() == diagnostics.Altered && f.Note != "" {
		text += " " + foreign.Text(f.Note) + "."
	}
	text += "\n" + quoted(f.Elsewhere)
	if own && c.isFormat() {
		forms = append(forms, text+c.excerpt(span))
	}
	return append(forms, text)
}

// spanOf returns the span of a finding in the text of the block; ok is false if it is not all there.
func (c *subject) spanOf(f *diagnostics.Finding) (span xmlcall.Span, ok bool) {
	if c.Segment == nil {
		return span, false
	}
	start, is := c.Segment.TextOffset(f.Span.Start)
	end, ends := c.Segment.TextOffset(f.Span.End)
	return xmlcall.Span{Start: start, End: max(start, end)}, is && ends && start >= c.block.Span.Start && start <= c.block.Span.End
}

// quoted returns the lines of files that a call has to repeat, and that it has to.
func quoted(places []filetools.Place) string {
	var b strings.Builder
	left := filetools.MaxQuoted
	for _, p := range places {
		if left -= 1 + strings.Count(p.Text, "\n"); left < 0 {
			break
		}
		fmt.Fprintf(&b, "\n%s, from line %d:\n%s\n", foreign.Text(p.Name), p.Line, foreign.Text(strings.ReplaceAll(p.Text, "\r\n", "\n")))
		if strings.Contains(p.Text, "\r\n") {
			b.WriteString("\nIts lines end with CR LF: write &#13; before each line end.\n")
		}
	}
	switch {
	case b.Len() == 0:
		return ""
	case len(places) == 1:
		b.WriteString("\nSend the same call with that text.\n")
	default:
		b.WriteString("\nSend the same call with one of these texts.\n")
	}
	return b.String()
}

// excerptReach is the number of bytes of an excerpt on either side of a place.
const excerptReach = 60

// excerpt returns the line of a place, limited to the vicinity, and below it a line
// that points at the place.
func (c *subject) excerpt(span xmlcall.Span) string {
	s := c.block.Text[:max(c.block.Span.End, span.Start)]
	from := max(c.block.Span.Start, span.Start-excerptReach)
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
	if from > c.block.Span.Start && s[from-1] != '\n' {
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
