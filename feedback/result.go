package feedback

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
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
// position: those whose outcome is data lost, refused or never runs, and those that leaked into
// text. keep filters the diagnostics; nil keeps all. There is no message about a call without a
// diagnostic that is an error, such as one whose rule is disabled, and none about a call that is
// shown as a bad example. No message is longer than budget bytes; there are none below [MinBudget].
func Corrections(r *diagnostics.Result, budget int, keep func(*diagnostics.Diagnostic) bool) []Correction {
	if r == nil || budget < MinBudget {
		return nil
	}
	problems := problemsOf(r, keep)
	var list []Correction
	if len(problems) > 0 {
		fixed := FixedCalls(r.Document(), nil, func(call int) bool { return problems[call] != nil })
		for i, found := range problems {
			c := &r.Calls[i]
			list = append(list, Correction{c.Span, OfCall(c, found, fixed[i], budget), fixed[i]})
		}
	}
	if r.File != nil {
		leaked := map[int]bool{} // by the place of the opener
		for i := range r.Diagnostics {
			if f := &r.Diagnostics[i]; f.Code == diagnostics.LeakedCall && f.Severity == diagnostics.Error && !f.Intended && (keep == nil || keep(f)) {
				leaked[f.Span.Start] = true
			}
		}
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
	problems := problemsOf(r, nil)[call]
	if problems == nil {
		return Correction{}, false
	}
	of := &r.Calls[call]
	own := func(f *diagnostics.Diagnostic) bool { return f.Call == call }
	fixed := FixedCalls(r.Document(), own, func(at int) bool { return at == call })[call]
	return Correction{of.Span, OfCall(of, problems, fixed, budget), fixed}, true
}

// problemsOf returns the errors that explain why calls did not run as intended, by the index of the
// call.
func problemsOf(r *diagnostics.Result, keep func(*diagnostics.Diagnostic) bool) map[int][]Problem {
	problems := map[int][]Problem{}
	for i := range r.Diagnostics {
		f := &r.Diagnostics[i]
		if f.Severity != diagnostics.Error || f.Intended || keep != nil && !keep(f) {
			continue
		}
		for call := range r.About(f) {
			if c := &r.Calls[call]; c.Outcome() >= diagnostics.Altered {
				problems[call] = append(problems[call], Problem{lineOf(c, f, call), f.Message, f.Note, f.Elsewhere})
			}
		}
	}
	return problems
}

// lineOf returns the line of a finding in a call that it is about, 1-based: the first, if it is at
// another call.
func lineOf(c *diagnostics.Call, f *diagnostics.Diagnostic, call int) int {
	if f.Reply || f.Call != call {
		return 1
	}
	return LineIn(c, f.Span.Start)
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

// FixedCalls returns those of the wanted calls of a document that run as intended after all safe
// fixes, by index. keep filters the diagnostics; nil keeps all.
func FixedCalls(d *diagnostics.Document, keep func(*diagnostics.Diagnostic) bool, wanted func(call int) bool) map[int]string {
	fixed := map[int]string{}
	var before []string
	for c := range d.Calls() {
		before = append(before, strings.TrimSpace(c.Source()))
	}
	i := 0
	for c := range d.Fixed(keep).Calls() {
		if i < len(before) && wanted(i) {
			// There is nothing to correct in a call that does not run because of another one.
			if text := Corrected(c, d.Options()); text != before[i] {
				fixed[i] = text
			}
		}
		i++
	}
	if i != len(before) {
		return nil
	}
	return fixed
}

// Corrected returns a call of a text in which everything certain was fixed, without the text
// around it, or "" if the call still does not run as meant.
func Corrected(c *diagnostics.Call, o diagnostics.Options) string {
	if c == nil {
		return ""
	}
	text := strings.TrimSpace(c.Source())
	alone := o.Run(document.Read(text, document.Reply)) // the problems of the message are not the call's
	if len(alone.Calls) != 1 || !alone.Calls[0].AsWritten() {
		return ""
	}
	return text
}
