package main

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// A report is what check says about one file.
type report struct {
	file    checkedFile // without findings where only text is wanted
	count   int         // findings
	summary summary
	text    []string // the findings as text, in order
	hidden  int      // findings that are not in the text
	fixable int      // findings that --fix would fix
	some    bool     // how many those are is not known: there are very many findings
	worst   diagnostics.Severity
	err     error // why no more of the file could be read
}

// A place is where a piece of a file starts: how many bytes and line ends are before it.
type place struct{ offset, line int }

// A wanted is what a report is to have besides the counts.
type wanted struct {
	text    bool // the findings as text
	all     bool // with placeholders, though nobody asked for these
	json    bool // the findings with their fixes
	fixable bool // how many findings can be fixed
}

// newReport describes what was found in a file.
func newReport(path string, d *diagnostics.Document, at place, style style, want wanted) report {
	r := report{
		file:    checkedFile{Path: path, Findings: []finding{}},
		summary: newSummary(d),
		worst:   diagnostics.Hint + 1,
	}
	for severity, n := range d.Count() {
		if n > 0 {
			r.worst = min(r.worst, diagnostics.Severity(severity))
			r.count += n
		}
	}
	if r.count == 0 {
		return r
	}
	index := indexOf(d.Text())
	index.at = at
	if want.json {
		r.file.Findings = findingsOf(d, index, r.count)
	}
	if want.fixable {
		r.some = r.count > maxProven
		for p := range d.Findings() {
			if !r.some && d.InFixAll(p.Finding) && d.Safe(&p) {
				r.fixable++
			}
		}
	}
	if want.text {
		r.text, r.hidden = textOf(path, d, index, style, want.all || d.LevelSet("placeholder"))
	}
	return r
}

// maxProven is for how many findings of a file it is proven for the summary of
// the text output which of them --fix would fix.
const maxProven = 100

// findingsOf returns n findings as JSON has them.
func findingsOf(d *diagnostics.Document, index *lineIndex, n int) []finding {
	all := make([]finding, 0, n)
	for p, proven := range d.Proven() {
		span := p.Place(p.Span)
		fixes := make([]fix, 0, len(proven))
		for _, x := range proven {
			edits := make([]edit, 0, len(x.Edits))
			for _, e := range x.Edits {
				at := p.Place(e.Span)
				edits = append(edits, edit{at.Start + index.at.offset, at.End + index.at.offset, e.Text})
			}
			fixes = append(fixes, fix{x.Title, x.Safe(), edits})
		}
		all = append(all, finding{
			Code:     p.Code,
			Severity: p.Severity.String(),
			Message:  p.Message,
			Start:    index.position(span.Start),
			End:      index.position(span.End),
			Fixes:    fixes,
			Intended: p.Intended,
		})
	}
	return all
}

// newSummary counts the calls and findings of a file.
func newSummary(d *diagnostics.Document) summary {
	tally, found := d.Tally(), d.Count()
	s := summary{callCounts: countsOf(tally), More: tally.More}
	s.Errors = found[diagnostics.Error]
	s.Warnings = found[diagnostics.Warning]
	s.Informations = found[diagnostics.Information]
	s.Hints = found[diagnostics.Hint]
	s.Suppressed = d.Suppressed()
	return s
}

// countsOf counts the calls of a file.
func countsOf(tally diagnostics.Tally) callCounts {
	return callCounts{
		Files:         1,
		Calls:         tally.Calls,
		Refused:       tally.Refused,
		Repaired:      tally.Repaired,
		ToolAccepts:   tally.ToolAccepts,
		ToolRefuses:   tally.ToolRefuses,
		ToolUnknown:   tally.ToolUnknown,
		ToolUnchecked: tally.ToolUnchecked,
		AsWritten:     tally.AsWritten,
	}
}

func (s *callCounts) add(o callCounts) {
	s.Files += o.Files
	s.Calls += o.Calls
	s.Refused += o.Refused
	s.Repaired += o.Repaired
	s.ToolAccepts += o.ToolAccepts
	s.ToolRefuses += o.ToolRefuses
	s.ToolUnknown += o.ToolUnknown
	s.ToolUnchecked += o.ToolUnchecked
	s.AsWritten += o.AsWritten
}

func (s *summary) add(o summary) {
	s.callCounts.add(o.callCounts)
	s.Errors += o.Errors
	s.Warnings += o.Warnings
	s.Informations += o.Informations
	s.Hints += o.Hints
	s.More += o.More
	s.Suppressed += o.Suppressed
}

// calls describes the calls: "3 files, 12 calls: 9 run, 2 repaired, 1 refused by
// its tool".
func (s *callCounts) calls() string { return count(s.Files, "file") + ", " + s.tally().String() }

// tally returns the counts of calls that are described.
func (s *callCounts) tally() diagnostics.Tally {
	return diagnostics.Tally{
		Calls: s.Calls, Refused: s.Refused, ToolRefuses: s.ToolRefuses, ToolUnknown: s.ToolUnknown, AsWritten: s.AsWritten,
	}
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
