package ls

import (
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

// A Writing is a call that is being written: what only says that it is not finished yet is held back.
type Writing struct {
	Call  *diagnostics.DocumentCall
	Held  [diagnostics.Hint + 1]int // findings of each severity
	Known bool                      // whether others explain its outcome; without, it has none yet
}

// Summarize returns the numbers of a document, or those of none if it is nil. w is the call that is being
// written, nil for none: as long as its outcome is not known, it is a call without one.
func Summarize(doc *diagnostics.Document, w *Writing) Summary {
	var of, one diagnostics.Summary
	var found [diagnostics.Hint + 1]int // findings of each severity
	if doc != nil {
		of, found = doc.Summary(), doc.Count()
	}
	if w != nil {
		for severity, n := range w.Held {
			found[severity] -= n
		}
		if !w.Known {
			one.Count(w.Call.Call)
			of.Outcomes[w.Call.Outcome()]--
			of.RefusedByTool, of.UnknownTool = of.RefusedByTool-one.RefusedByTool, of.UnknownTool-one.UnknownTool
		}
	}
	return Summary{of, worst(of, found), of.Brief(), of.String(), strings.Join(details(of, found), "\n\n")}
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

// details describes what happens to the calls of each kind, and what the severities
// mean.
func details(s diagnostics.Summary, found [diagnostics.Hint + 1]int) (lines []string) {
	add := func(n int, what, meaning string) {
		if n > 0 {
			lines = append(lines, "**"+what+"**: "+meaning+".")
		}
	}
	outcome := func(of diagnostics.Outcome, one, many, meaning string) {
		n := s.Outcomes[of]
		add(n, thousands.Separate(n)+" of "+thousands.Count(s.Calls, "call")+" "+choose(n, one, many), meaning)
	}
	switch {
	case s.Calls+s.Leaked+s.Native+s.Others() == 0:
		lines = append(lines, "There are no tool calls in this file.")
	case s.Calls > 0 && s.Outcomes[diagnostics.Runs] == s.Calls && found[diagnostics.Error]+found[diagnostics.Warning] == 0:
		lines = append(lines, "Every tool call in this file runs as written.")
	}
	refused, altered, repaired := diagnostics.Refused.Words(), "with "+diagnostics.Altered.Words(), diagnostics.Repaired.Words()
	outcome(diagnostics.Ignored, diagnostics.Ignored.Words(), "never run", "the runtime does not see a call, or runs another one instead, without an error")
	outcome(diagnostics.Refused, refused, refused, "the runtime cannot read the call, its tool does not accept it, or there is no such tool")
	outcome(diagnostics.Altered, altered, altered, "the tool gets other data than was written")
	outcome(diagnostics.Repaired, repaired, repaired, "the runtime can read "+choose(s.Outcomes[diagnostics.Repaired], "it", "them")+" only after its ampersand repair")
	native := thousands.Count(s.Native, "native call")
	if s.NativeBroken == 0 {
		add(s.Native, native, "nothing is wrong with them, as far as the tools are known")
	}
	add(s.NativeBroken, thousands.Separate(s.NativeBroken)+" of "+native+" broken", "refused, or run with other data than was written")
	for _, f := range s.Formats {
		add(f.Calls, thousands.Count(f.Calls, "call")+" in "+document.Words(f.Format), "another runtime reads them, and what it does with them is not known")
	}
	them := choose(s.Leaked, "it", "them")
	add(s.Leaked, thousands.Count(s.Leaked, "call")+" leaked", "an agent with native calls wrote "+them+" as text, and nothing ran "+them)
	errors, warnings := found[diagnostics.Error], found[diagnostics.Warning]
	add(errors, thousands.Count(errors, diagnostics.Error.String()), "the call is refused, never runs, or runs with other data than was written")
	add(warnings, thousands.Count(warnings, diagnostics.Warning.String()), "the runtime runs the call only thanks to a fallback, or ignores a part of it")
	return lines
}

// choose returns the word for one, or that for another number of things.
func choose(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
