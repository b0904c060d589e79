package main

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// A report is what check says about one file.
type report struct {
	file    checkedFile
	summary summary
	text    string // the findings as text
	fixable int    // findings that --fix would fix
	some    bool   // how many those are is not known: there are very many findings
	worst   diagnostics.Severity
}

// newReport describes a result. The text is written, and the findings that can be
// fixed are counted, only if that is wanted.
func newReport(path string, result *diagnostics.Result, style style, wantText, wantFixable bool) report {
	r := report{
		file:    checkedFile{Path: path, Findings: []finding{}},
		summary: newSummary(result),
		worst:   diagnostics.Hint + 1,
	}
	if len(result.Findings) == 0 {
		return r
	}
	r.some = wantFixable && len(result.Findings) > maxProven
	index := newLineIndex(result.File.Text)
	for i := range result.Findings {
		f := &result.Findings[i]
		r.file.Findings = append(r.file.Findings, finding{
			Code:     f.Code,
			Severity: f.Severity.String(),
			Message:  f.Message,
			Start:    index.position(f.Span.Start),
			End:      index.position(f.Span.End),
			Fixes:    fixesOf(result, i, wantText),
			Intended: f.Intended,
		})
		r.summary.countFinding(f.Severity)
		r.worst = min(r.worst, f.Severity)
		if wantFixable && !r.some && result.InFixAll(i) && result.SafeFix(i) != nil {
			r.fixable++
		}
	}
	if wantText {
		r.text = textOf(&r.file, result, index, style)
	}
	return r
}

// maxProven is for how many findings of a file it is proven for the summary of
// the text output which of them --fix would fix.
const maxProven = 100

// fixesOf returns the fixes of a finding as JSON has them, none where that is
// not what is wanted: proving them takes time.
func fixesOf(result *diagnostics.Result, finding int, wantText bool) []fix {
	if wantText {
		return nil
	}
	proven := result.Prove(finding)
	fixes := make([]fix, 0, len(proven))
	for _, x := range proven {
		edits := make([]edit, 0, len(x.Edits))
		for _, e := range x.Edits {
			edits = append(edits, edit{e.Span.Start, e.Span.End, e.Text})
		}
		fixes = append(fixes, fix{x.Title, x.Safe(), edits})
	}
	return fixes
}

// newSummary counts the calls of a file; its findings are still to be counted.
func newSummary(result *diagnostics.Result) summary {
	tally := result.Tally()
	return summary{
		Files:         1,
		Calls:         tally.Calls,
		Refused:       tally.Refused,
		Repaired:      tally.Repaired,
		ToolAccepts:   tally.ToolAccepts,
		ToolRefuses:   tally.ToolRefuses,
		ToolUnknown:   tally.ToolUnknown,
		ToolUnchecked: tally.ToolUnchecked,
		AsWritten:     tally.AsWritten,
		More:          tally.More,
		Suppressed:    result.Suppressed,
	}
}

func (s *summary) countFinding(severity diagnostics.Severity) {
	switch severity {
	case diagnostics.Error:
		s.Errors++
	case diagnostics.Warning:
		s.Warnings++
	case diagnostics.Information:
		s.Informations++
	default:
		s.Hints++
	}
}

func (s *summary) add(o summary) {
	s.Files += o.Files
	s.Calls += o.Calls
	s.Refused += o.Refused
	s.Repaired += o.Repaired
	s.ToolAccepts += o.ToolAccepts
	s.ToolRefuses += o.ToolRefuses
	s.ToolUnknown += o.ToolUnknown
	s.ToolUnchecked += o.ToolUnchecked
	s.AsWritten += o.AsWritten
	s.Errors += o.Errors
	s.Warnings += o.Warnings
	s.Informations += o.Informations
	s.Hints += o.Hints
	s.More += o.More
	s.Suppressed += o.Suppressed
}

// calls describes the calls: "3 files, 12 calls: 9 run, 2 repaired, 1 refused by
// its tool".
func (s *summary) calls() string {
	tally := diagnostics.Tally{
		Calls: s.Calls, Refused: s.Refused, ToolRefuses: s.ToolRefuses, ToolUnknown: s.ToolUnknown, AsWritten: s.AsWritten,
	}
	return count(s.Files, "file") + ", " + tally.String()
}

// findings describes the findings: "7 errors, 3 warnings".
func (s *summary) findings() string {
	var parts []string
	if s.Errors > 0 {
		parts = append(parts, count(s.Errors, "error"))
	}
	if s.Warnings > 0 {
		parts = append(parts, count(s.Warnings, "warning"))
	}
	if s.Informations > 0 {
		parts = append(parts, fmt.Sprintf("%d informational", s.Informations))
	}
	if s.Hints > 0 {
		parts = append(parts, count(s.Hints, "hint"))
	}
	if len(parts) == 0 {
		return "no findings"
	}
	text := strings.Join(parts, ", ")
	if s.More > 0 {
		text += " and more in " + count(s.More, "call")
	}
	return text
}

// count returns a number with its noun: "1 call", "2 calls".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
