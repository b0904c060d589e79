package feedback

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
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
//
// Lines are those of each call, or, for who also tells other things by line, those of the file: line returns the
// line of an offset of the file, 1-based, and may be nil.
func Corrections(d *diagnostics.Document, budget int, keep func(*diagnostics.Placed) bool, line func(offset int) int) []Correction {
	if d == nil || budget < MinBudget {
		return nil
	}
	found, leaks := findingsOf(d, d.Diagnostics(), keep)
	problems := map[int][]problem{}
	for c := range d.Calls() {
		if c.Outcome() >= diagnostics.Altered && found[c.Index] != nil {
			problems[c.Index] = problemsOf(&c, found[c.Index])
		}
	}
	var list []Correction
	if len(problems) > 0 {
		fixed := FixedCalls(d, nil, func(call int) bool { return problems[call] != nil })
		for c := range d.Calls() {
			if about := problems[c.Index]; about != nil {
				lineOf := line
				if line != nil {
					lineOf = func(offset int) int { return line(offset + c.Shift) }
				}
				list = append(list, Correction{c.Place(c.Span), ofCall(c.Call, about, fixed[c.Index], budget, lineOf), fixed[c.Index]})
			}
		}
	}
	times := map[string]int{} // by tool
	for _, l := range d.TextCalls() {
		if leaks[l.Span.Start] {
			times[l.Tool]++
			text := clip(strings.TrimSuffix(OfLeak(l.TextCall, times[l.Tool]), "\n"), budget-1) + "\n"
			list = append(list, Correction{l.Span, text, ""})
		}
	}
	slices.SortStableFunc(list, func(a, b Correction) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return list
}

// CorrectionOf returns the message about one of the calls, as [Corrections] does; ok is false for a
// call that ran as intended, or without diagnostics. Only this call is corrected in it.
func CorrectionOf(d *diagnostics.Document, call diagnostics.PlacedCall, budget int) (c Correction, ok bool) {
	if d == nil || call.Call == nil || budget < MinBudget || call.Outcome() < diagnostics.Altered {
		return Correction{}, false
	}
	span := call.Place(call.Span)
	found, _ := findingsOf(d, d.DiagnosticsNear(span.Start, span.End), nil)
	if found[call.Index] == nil {
		return Correction{}, false
	}
	fixed := Corrected(d.FixedCall(call.Index), d.Options())
	if fixed == strings.TrimSpace(call.Source()) {
		fixed = ""
	}
	return Correction{span, OfCall(&call, found[call.Index], fixed, budget), fixed}, true
}

// findingsOf returns the errors about each call, by its index, and where calls leaked.
func findingsOf(d *diagnostics.Document, all iter.Seq[diagnostics.Placed], keep func(*diagnostics.Placed) bool) (found map[int][]diagnostics.Placed, leaks map[int]bool) {
	found, leaks = map[int][]diagnostics.Placed{}, map[int]bool{}
	for f := range all {
		if f.Severity != diagnostics.Error || f.Intended || keep != nil && !keep(&f) {
			continue
		}
		if f.Code == diagnostics.LeakedCall {
			leaks[f.Place(f.Span).Start] = true
		}
		for call := range d.About(&f) {
			found[call] = append(found[call], f)
		}
	}
	return found, leaks
}

// problemsOf returns the problems of a call, by the findings about it. One at another call is in its
// first line.
func problemsOf(c *diagnostics.PlacedCall, found []diagnostics.Placed) []problem {
	problems := make([]problem, len(found))
	for i := range found {
		f := &found[i]
		problems[i] = problem{1, f.Message, f.Note, f.Elsewhere}
		if !f.Reply && f.Call == c.Index {
			problems[i].line = lineIn(c.Call, f.Place(f.Span).Start-c.Shift)
		}
	}
	return problems
}

// lineIn returns the line of a call, 1-based, that contains an offset of the file, in bytes.
func lineIn(c *diagnostics.Call, file int) int {
	if c.Segment == nil {
		return 1
	}
	at, ok := c.Segment.TextOffset(file)
	start, known := c.Segment.TextOffset(c.Span.Start)
	if !ok || !known || at < start {
		return 1
	}
	return 1 + strings.Count(c.Segment.Text[start:at], "\n")
}

// FixedCalls returns those of the wanted calls of a document that run as intended after all safe
// fixes, by index. keep filters the diagnostics; nil keeps all.
func FixedCalls(d *diagnostics.Document, keep func(*diagnostics.Diagnostic) bool, wanted func(call int) bool) map[int]string {
	fixed, before := map[int]string{}, map[int]string{}
	calls, i := 0, 0
	for c := range d.Calls() {
		if wanted(calls) {
			before[calls] = strings.TrimSpace(c.Source())
		}
		calls++
	}
	for c := range d.Fixed(keep).Calls() {
		if old, ok := before[i]; ok {
			// There is nothing to correct in a call that does not run because of another one.
			if text := Corrected(c.Call, d.Options()); text != "" && text != old {
				fixed[i] = text
			}
		}
		i++
	}
	if i != calls {
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
	source := strings.TrimSpace(c.Source())
	calls, runs := 0, false
	for alone := range o.Open(text.New(source), document.Reply).Calls() { // the problems of the message are not the call's
		calls++
		runs = alone.Outcome() == diagnostics.Runs
	}
	if calls != 1 || !runs {
		return ""
	}
	return source
}
