package feedback

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A problem describes what is wrong with a call, as in a diagnostic.
type problem struct {
	line    int // 1-based, from the block's first line
	message string
	// note explains what happens to the call as a result. The message about a call omits it if
	// its head explains why the call did not run.
	note string
	// elsewhere are lines of a file that the call has to repeat; see [diagnostics.Description].
	elsewhere []filetools.Place
}

// OfCall returns the message with which an agent loop answers a call that did not run as intended:
// what happened to it, by its outcome, and why. For a call that the reader refuses it is that of
// [Message], with the corrected call if only the caller knows it; otherwise follow the errors about it that
// were found, in order. corrected is the call as it runs with the intended data, or "" if that is not known. The
// message is empty for a call that runs as written.
//
// The message is never longer than budget bytes, and empty below [MinBudget]. Parts that do
// not fit are omitted as a whole; the corrected call is the last to be omitted before the
// reason.
func OfCall(c *diagnostics.PlacedCall, found []diagnostics.Placed, corrected string, budget int) string {
	return ofCall(c.Call, problemsOf(c, found), corrected, budget, nil)
}

// ofCall is [OfCall] for a call with these problems. It counts lines as line does, or from the first of the call.
func ofCall(c *diagnostics.Call, problems []problem, corrected string, budget int, line func(offset int) int) string {
	if budget < MinBudget || c.Outcome() <= diagnostics.Runs {
		return ""
	}
	before := 0 // lines
	if line != nil {
		before = line(c.Span.Start) - 1
	}
	h := headOf(c, line)
	if isFormat(c) {
		if text := messageAbout(&call{c.Block(), xmlcall.Options{}, before}, h, corrected, budget); text != "" {
			return text
		}
	}
	m := message{left: budget}
	m.head(h)
	if corrected != "" {
		m.add(callPart, "The corrected call:\n"+corrected+"\n")
	}
	lines := ""
	for i, p := range problems {
		line := fmt.Sprintf("Line %d: %s", before+p.line, foreign.Text(p.message))
		if !strings.HasSuffix(line, "?") {
			line += "."
		}
		if c.Outcome() == diagnostics.Altered && p.note != "" {
			line += " " + foreign.Text(p.note) + "."
		}
		line += "\n" + quoted(p.elsewhere)
		if i == maxPlaces || len(lines)+len(line) >= m.left {
			break
		}
		lines += line
	}
	if lines != "" {
		m.add(placePart, lines)
	}
	return m.String()
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

// headOf returns the head of the message about a call that does not run as written.
func headOf(c *diagnostics.Call, line func(offset int) int) head {
	tool := clip(foreign.Text(c.Block().ToolName()), 40)
	switch {
	case c.Outcome() == diagnostics.Ignored:
		return head{"Tool call never runs.", "Reason: ", c.Why(line)}
	case c.Outcome() == diagnostics.Altered:
		return head{"Tool call ran with data lost.", "Reason: ", c.Why(line)}
	case c.By() == diagnostics.ByTool && !c.Checked():
		return head{title: "Tool call refused: there is no tool " + tool + "."}
	case c.By() == diagnostics.ByTool:
		return head{tool + " refused the call.", "Reason: ", c.Reason(line)}
	}
	return refusal(c.ReaderReason(line)) // which is what a runtime without the repair answers, too
}

// isFormat reports whether the format of the call is what is wrong with it, which [Message] explains.
func isFormat(c *diagnostics.Call) bool {
	switch b := c.Block(); c.Outcome() {
	case diagnostics.Ignored:
		return b.Delimiters != xmlcall.Closed
	case diagnostics.Altered:
		return slices.ContainsFunc(b.Problems, func(p xmlcall.Problem) bool { return p.Kind == xmlcall.CorruptedCDATA })
	}
	return c.By() != diagnostics.ByTool
}

// OfLeak returns the message about a call that an agent wrote as text, though its calls are
// native, for so many times. It is valid UTF-8 and shorter than 500 bytes, and repeats no markup of the call,
// which the model would copy.
func OfLeak(l *document.TextCall, times int) string {
	tool, again := "The call", "Make the call"
	if l.Tool != "" {
		name := clip(foreign.Text(l.Tool), 80)
		tool, again = "The call of "+name, "Call "+name
	}
	whose, _, _ := strings.Cut(l.Format, "'s ")
	in := ""
	if !strings.ContainsAny(whose, "<[|=") {
		in = ", in the format of " + clip(foreign.Text(whose), 80)
	}
	if times > 1 {
		in += ", " + thousands.Separate(times) + " times now"
	}
	return fmt.Sprintf(`ERROR: Tool call did not run.

Reason: %s was written as text%s. Nothing ran, and there is no result.

SOLUTION - %s through the tool interface, if it is still needed; never write a call as text.
`, tool, in, again)
}
