package ls

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Summary has a few numbers about the calls of a document.
type Summary struct {
	diagnostics.Summary
	// Worst is the worst severity, or "" if every call runs as intended.
	Worst string `json:"worst"`
	Text  string `json:"text"` // the counts in a few words
	Line  string `json:"line"` // all of the counts, on one line
	// Details describe the counts in Markdown.
	Details string `json:"details"`
}

// Summarize returns the numbers of a document, or those of none if it is nil.
func Summarize(doc *diagnostics.Document) Summary {
	var of diagnostics.Summary
	var found [diagnostics.Hint + 1]int // findings of each severity
	if doc != nil {
		of, found = doc.Summary(), doc.Count()
	}
	return Summary{of, worst(of, found), of.Brief(), of.String(), strings.Join(explained(of, found), "\n\n")}
}

// worst returns the worst reported severity. If nothing is reported, a call that does not
// run with its data counts as an information: a rule is disabled, a comment suppresses it, or it is
// about a placeholder.
func worst(summary diagnostics.Summary, found [diagnostics.Hint + 1]int) string {
	switch {
	case found[diagnostics.Error] > 0:
		return diagnostics.Error.String()
	case found[diagnostics.Warning] > 0:
		return diagnostics.Warning.String()
	case summary.Outcomes[diagnostics.Runs]+summary.Outcomes[diagnostics.Repaired] < summary.Calls:
		return diagnostics.Information.String()
	}
	return ""
}

// explained describes what happens to the calls of each kind, and what the severities
// mean.
func explained(summary diagnostics.Summary, found [diagnostics.Hint + 1]int) (lines []string) {
	part := func(n int, one, many, meaning string) {
		if n == 1 {
			many = one
		}
		if n > 0 {
			lines = append(lines, fmt.Sprintf("**%s of %s %s**: %s.", thousands.Separate(n), thousands.Count(summary.Calls, "call"), many, meaning))
		}
	}
	switch {
	case summary.Calls+summary.Leaked+summary.Native+summary.Others() == 0:
		lines = append(lines, "There are no tool calls in this file.")
	case summary.Calls > 0 && summary.Outcomes[diagnostics.Runs] == summary.Calls && found[diagnostics.Error]+found[diagnostics.Warning] == 0:
		lines = append(lines, "Every tool call in this file runs as written.")
	}
	ignored, refused, altered, repaired := diagnostics.Ignored, diagnostics.Refused, diagnostics.Altered, diagnostics.Repaired
	part(summary.Outcomes[ignored], ignored.Words(), "never run", "the runtime does not see a call, or runs another one instead, without an error")
	part(summary.Outcomes[refused], refused.Words(), refused.Words(), "the runtime cannot read the call, its tool does not accept it, or there is no such tool")
	part(summary.Outcomes[altered], "with "+altered.Words(), "with "+altered.Words(), "the tool gets other data than was written")
	part(summary.Outcomes[repaired], repaired.Words(), repaired.Words(), "the runtime can read "+itOrThem(summary.Outcomes[repaired])+" only after its ampersand repair")
	switch {
	case summary.Native == 0:
	case summary.NativeBroken == 0:
		lines = append(lines, "**"+thousands.Count(summary.Native, "native call")+"**: nothing is wrong with them, as far as the tools are known.")
	default:
		lines = append(lines, fmt.Sprintf("**%s of %s broken**: refused, or run with other data than was written.", thousands.Separate(summary.NativeBroken), thousands.Count(summary.Native, "native call")))
	}
	for _, f := range summary.Formats {
		lines = append(lines, "**"+thousands.Count(f.Calls, "call")+" in "+document.Words(f.Format)+"**: another runtime reads them, and what it does with them is not known.")
	}
	switch summary.Leaked {
	case 0:
	case 1:
		lines = append(lines, "**1 call leaked**: an agent with native calls wrote it as text, and nothing ran it.")
	default:
		lines = append(lines, "**"+thousands.Count(summary.Leaked, "call")+" leaked**: an agent with native calls wrote them as text, and nothing ran them.")
	}
	problem := func(severity diagnostics.Severity, meaning string) {
		if n := found[severity]; n > 0 {
			lines = append(lines, fmt.Sprintf("**%s**: %s.", thousands.Count(n, severity.String()), meaning))
		}
	}
	problem(diagnostics.Error, "the call is refused, never runs, or runs with other data than was written")
	problem(diagnostics.Warning, "the runtime runs the call only thanks to a fallback, or ignores a part of it")
	return lines
}

func itOrThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
