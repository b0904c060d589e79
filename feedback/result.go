package feedback

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Correction is the message about a call of a file.
type Correction struct {
	// Span is the call in the file; for a leaked call, the opener.
	Span xmlcall.Span
	// Text is the message, which ends with a newline.
	Text string
	// Corrected is the call as it runs with the intended data, or "" if that is not known.
	Corrected string
}

// Corrections returns the messages about the calls of a file that did not run as intended, by
// position: those with a diagnostic that is an error, and those that leaked into text. keep filters
// the diagnostics; nil keeps all. A call that is shown as a bad example is as intended. No message
// is longer than budget bytes; there are none below [MinBudget].
func Corrections(r *diagnostics.Result, budget int, keep func(*diagnostics.Diagnostic) bool) []Correction {
	if r == nil || budget < MinBudget {
		return nil
	}
	problems := map[int][]Problem{} // by call
	leaked := map[int]bool{}        // by the place of the opener
	for i := range r.Diagnostics {
		f := &r.Diagnostics[i]
		switch {
		case f.Severity != diagnostics.Error || f.Intended || keep != nil && !keep(f):
		case f.Call >= 0:
			problems[f.Call] = append(problems[f.Call], Problem{LineIn(&r.Calls[f.Call], f.Span.Start), f.Message, f.Note})
		case f.Code == diagnostics.LeakedCall:
			leaked[f.Span.Start] = true
		}
	}
	var list []Correction
	if len(problems) > 0 {
		fixed := fixedCalls(r, problems, nil)
		for i, found := range problems {
			c := &r.Calls[i]
			list = append(list, Correction{c.Span, OfCall(c, found, fixed[i], budget), fixed[i]})
		}
	}
	if r.File != nil {
		for i := range r.File.Leaked {
			if l := &r.File.Leaked[i]; leaked[l.Span.Start] {
				text := clip(strings.TrimSuffix(OfLeak(l), "\n"), budget-1) + "\n"
				list = append(list, Correction{l.Span, text, ""})
			}
		}
	}
	slices.SortFunc(list, func(a, b Correction) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return list
}

// CorrectionOf returns the message about one of the calls, as [Corrections] does; ok is false for a
// call that ran as intended, or without diagnostics. Only this call is corrected in it.
func CorrectionOf(r *diagnostics.Result, call, budget int) (c Correction, ok bool) {
	if r == nil || budget < MinBudget || call < 0 || call >= len(r.Calls) {
		return Correction{}, false
	}
	of := &r.Calls[call]
	var problems []Problem
	for i := range r.Diagnostics {
		if f := &r.Diagnostics[i]; f.Call == call && f.Severity == diagnostics.Error && !f.Intended {
			problems = append(problems, Problem{LineIn(of, f.Span.Start), f.Message, f.Note})
		}
	}
	if problems == nil {
		return Correction{}, false
	}
	fixed := fixedCalls(r, map[int][]Problem{call: problems}, func(f *diagnostics.Diagnostic) bool { return f.Call == call })[call]
	return Correction{of.Span, OfCall(of, problems, fixed, budget), fixed}, true
}

// LineIn returns the line of a call, 1-based, that contains an offset of the file, in bytes.
func LineIn(c *diagnostics.Call, file int) int {
	if c == nil || c.Segment == nil {
		return 1
	}
	at, ok := c.Segment.TextOffset(file)
	start := c.Block().Span.Start
	if !ok || at < start {
		return 1
	}
	return 1 + strings.Count(c.Segment.Text[start:at], "\n")
}

// fixedCalls returns those of the calls with problems that run as intended after all safe fixes, by
// index. keep filters the diagnostics; nil keeps all.
func fixedCalls(r *diagnostics.Result, problems map[int][]Problem, keep func(*diagnostics.Diagnostic) bool) map[int]string {
	fixed := map[int]string{}
	after := r.FixAll(keep)
	if len(after.Calls) != len(r.Calls) {
		return fixed
	}
	options := r.Document().Options()
	for i := range problems {
		fixed[i] = Corrected(&after.Calls[i], options)
	}
	return fixed
}

// Corrected returns a call of a text in which everything certain was fixed, without the text
// around it, or "" if the call still does not run as meant.
func Corrected(c *diagnostics.Call, o diagnostics.Options) string {
	if c == nil || !c.AsWritten() {
		return ""
	}
	text := strings.TrimSpace(c.Source())
	alone := o.Run(document.Read(text, document.Reply)) // the problems of the message are not the call's
	for range alone.Lost() {
		return ""
	}
	return text
}
