package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// The names of the counts are those of the command's JSON.
type summaryResult struct {
	Calls int `json:"calls"`
	// The reader's verdicts.
	Refused  int `json:"refused"`
	Repaired int `json:"repaired"`
	// The tools' verdicts.
	ToolAccepts   int `json:"tool_accepts"`
	ToolRefuses   int `json:"tool_refuses"`
	ToolUnknown   int `json:"tool_unknown"`
	ToolUnchecked int `json:"tool_unchecked"`
	AsWritten     int `json:"as_written"`
	Lost          int `json:"lost"`   // of those that run, with other data than was written
	Leaked        int `json:"leaked"` // none of the calls
	// Worst is the worst severity, or "" if every call runs as intended.
	Worst string `json:"worst"`
	Text  string `json:"text"` // the counts in a few words
	Line  string `json:"line"` // all of the counts, on one line
	// Details describe the counts in Markdown.
	Details string `json:"details"`
}

// summary answers forge/summary. Editors request it after each change of a document, so
// it has a few numbers and no list.
func (s *server) summary(ctx context.Context, sn *snapshot, _ *documentParams) (summaryResult, error) {
	if sn == nil {
		return summarized(outcome{}), nil // closed meanwhile
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return summaryResult{}, err
	}
	o := outcome{summary: doc.Summary(), found: doc.Count()}
	o.lost, o.leaked = doc.Losses()
	return summarized(o), nil
}

// An outcome is what happens to the calls of a document.
type outcome struct {
	summary      diagnostics.Summary
	lost, leaked int
	found        [diagnostics.Hint + 1]int // findings of each severity
}

// summarized describes the calls of a document.
func summarized(o outcome) summaryResult {
	summary, text := o.summary, o.summary.Brief()
	if o.leaked > 0 {
		text += fmt.Sprintf("; %d leaked", o.leaked)
	}
	return summaryResult{
		Calls:         summary.Calls,
		Refused:       summary.Refused,
		Repaired:      summary.Repaired,
		ToolAccepts:   summary.ToolAccepts,
		ToolRefuses:   summary.ToolRefuses,
		ToolUnknown:   summary.ToolUnknown,
		ToolUnchecked: summary.ToolUnchecked,
		AsWritten:     summary.Outcomes[diagnostics.Runs],
		Lost:          o.lost,
		Leaked:        o.leaked,
		Worst:         worst(summary, o.found),
		Text:          text,
		Line:          summary.With(int(o.leaked), 0),
		Details:       strings.Join(o.explained(), "\n\n"),
	}
}

// worst returns the worst reported severity. If nothing is reported, a call that does not
// run counts as an information: a rule is disabled, a comment suppresses it, or it is
// about a placeholder.
func worst(summary diagnostics.Summary, found [diagnostics.Hint + 1]int) string {
	switch {
	case found[diagnostics.Error] > 0:
		return diagnostics.Error.String()
	case found[diagnostics.Warning] > 0:
		return diagnostics.Warning.String()
	case summary.Refused+summary.ToolRefuses+summary.ToolUnknown > 0:
		return diagnostics.Information.String()
	}
	return ""
}

// explained describes what happens to the calls of each kind, and what the severities
// mean.
func (o *outcome) explained() (lines []string) {
	summary, found := o.summary, o.found
	part := func(n int, one, many, meaning string) {
		if n == 1 {
			many = one
		}
		if n > 0 {
			lines = append(lines, fmt.Sprintf("**%d of %s %s**: %s.", n, counted(summary.Calls, "call"), many, meaning))
		}
	}
	repaired := summary.Outcomes[diagnostics.Repaired]
	switch {
	case summary.Calls+o.leaked == 0:
		lines = append(lines, "There are no tool calls in this file.")
	case summary.Calls > 0 && summary.Outcomes[diagnostics.Runs] == summary.Calls && found[diagnostics.Error]+found[diagnostics.Warning] == 0:
		lines = append(lines, "Every tool call in this file runs as it was written.")
	}
	part(summary.Refused, "refused by the reader", "refused by the reader", "the runtime cannot read the call, or does not see it, and runs nothing")
	part(summary.ToolRefuses, "refused by its tool", "refused by their tools", "the tool answers with an error")
	part(summary.ToolUnknown, "to an unknown tool", "to unknown tools", "there is no tool of that name")
	part(repaired, "repaired", "repaired", "the runtime can read "+itOrThem(repaired)+" only after its ampersand repair")
	switch o.leaked {
	case 0:
	case 1:
		lines = append(lines, "**1 call leaked**: an agent with native calls wrote it as text, and nothing ran it.")
	default:
		lines = append(lines, fmt.Sprintf("**%d calls leaked**: an agent with native calls wrote them as text, and nothing ran them.", o.leaked))
	}
	problem := func(severity diagnostics.Severity, meaning string) {
		if n := found[severity]; n > 0 {
			lines = append(lines, fmt.Sprintf("**%s**: %s.", counted(n, severity.String()), meaning))
		}
	}
	problem(diagnostics.Error, "the runtime refuses the call, does not see it, or runs it with other data than was written")
	problem(diagnostics.Warning, "the runtime runs the call only thanks to a fallback, or ignores a part of it")
	return lines
}

func itOrThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
