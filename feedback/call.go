package feedback

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Problem describes what is wrong with a call, as in a diagnostic.
type Problem struct {
	// Line is 1-based and counts from the block's first line.
	Line    int
	Message string
	// Note explains what happens to the call as a result. The message about a call omits it if
	// its head explains why the call did not run.
	Note string
}

// OfCall returns the message with which an agent loop answers a call that did not run as intended.
// For a call that the reader refuses or repairs it is the result of [Message], with the corrected
// call if only the caller knows it. For a call that its tool refuses, or that ran with other data
// than was written, it gives the reason, with the problems in order. corrected is the call as it
// runs with the intended data, or "" if that is not known.
//
// The message is never longer than budget bytes, and empty below [MinBudget]. Parts that do
// not fit are omitted as a whole; the corrected call is the last to be omitted before the
// reason.
func OfCall(c *diagnostics.Call, problems []Problem, corrected string, budget int) string {
	if budget < MinBudget {
		return ""
	}
	if c.Verdict() != xmlcall.Runs {
		if text := messageAbout(c.Block(), corrected, budget, xmlcall.Options{}); text != "" {
			return text
		}
	}
	m := message{left: budget}
	title, reason := "ERROR: Tool call did not run as written.", ""
	ran := true
	switch tool := visible(c.Block().ToolName()); c.ToolVerdict() {
	case diagnostics.ToolRefuses:
		title, reason, ran = "ERROR: "+clip(tool, 40)+" refused the call.", c.ToolReason(), false
	case diagnostics.ToolUnknown:
		title, ran = "ERROR: There is no tool "+clip(tool, 40)+".", false
	}
	head := title + "\n"
	if reason != "" {
		head += "\nReason: " + clip(visible(reason), m.left-len(head)-len("\nReason: \n")-1) + "\n"
	}
	m.add(headPart, head)
	if corrected != "" {
		m.add(callPart, "The corrected call:\n"+corrected+"\n")
	}
	lines := ""
	for i, p := range problems {
		line := fmt.Sprintf("Line %d: %s", p.Line, visible(p.Message))
		if !strings.HasSuffix(line, "?") {
			line += "."
		}
		if ran && p.Note != "" {
			line += " " + visible(p.Note) + "."
		}
		line += "\n"
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
