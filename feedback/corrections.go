package feedback

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Correction is the message about a call of a file.
type Correction struct {
	// Span is the call in the file; for a leaked call, the opener.
	Span xmlcall.Span
	// Text is the message, which ends with a newline. It is plain text in valid UTF-8 and not escaped; a corrected call
	// in it is a <tool> block.
	Text string
	// Corrected is the call as it runs with the intended data, or "" if that is not known.
	Corrected string
}

// Corrections returns the messages about the calls of a file that did not run as intended, by
// position: those whose outcome is data lost, refused or never runs, and those that leaked into
// text. keep filters the diagnostics; nil keeps all. There is no message about a call without a
// diagnostic that is an error, such as one whose rule is disabled, and none about a call that is
// shown as a bad example.
//
// No message is longer than budget bytes; there are none below [MinBudget]. Parts that do not fit are omitted as a
// whole, the least important first: the closing advice, further places, the corrected call, the solutions, the place.
//
// Lines are those of each call, or, for who also tells other things by line, those of the file: line returns the
// line of an offset of the file, 1-based, and may be nil.
func Corrections(d *diagnostics.Document, budget int, keep func(*diagnostics.Finding) bool, line func(offset int) int) (list []Correction) {
	if d == nil || budget < MinBudget {
		return nil
	}
	found, leaks := findingsOf(d, d.Diagnostics(), keep)
	for c := range d.Calls() {
		if of := found[c.Index]; of != nil && c.Outcome() >= diagnostics.Altered {
			list = append(list, correct(d, &c, of, budget, line))
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
	slices.SortFunc(list, func(a, b Correction) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return list
}

// CorrectionOf returns the message about one of the calls, as [Corrections] does; ok is false for a
// call that ran as intended, or without diagnostics.
func CorrectionOf(d *diagnostics.Document, call diagnostics.DocumentCall, budget int) (c Correction, ok bool) {
	if d == nil || call.Call == nil || budget < MinBudget || call.Outcome() < diagnostics.Altered {
		return Correction{}, false
	}
	span := call.Place(call.Span)
	found, _ := findingsOf(d, d.DiagnosticsNear(span.Start, span.End), nil)
	if found[call.Index] == nil {
		return Correction{}, false
	}
	return correct(d, &call, found[call.Index], budget, nil), true
}

// findingsOf returns the errors and then the warnings about each call with an error, by its index, and where calls leaked.
func findingsOf(d *diagnostics.Document, all iter.Seq[diagnostics.Finding], keep func(*diagnostics.Finding) bool) (found map[int][]diagnostics.Finding, leaks map[int]bool) {
	found, leaks = map[int][]diagnostics.Finding{}, map[int]bool{}
	for f := range all {
		if f.Severity > diagnostics.Warning || f.Intended || keep != nil && !keep(&f) {
			continue
		}
		if f.Code == diagnostics.LeakedCall {
			leaks[f.Place(f.Span).Start] = true
		}
		for _, call := range d.About(&f) {
			found[call] = append(found[call], f)
		}
	}
	for call, list := range found {
		slices.SortStableFunc(list, func(a, b diagnostics.Finding) int { return cmp.Compare(a.Severity, b.Severity) })
		if list[0].Severity != diagnostics.Error {
			delete(found, call)
		}
	}
	return found, leaks
}

// correct returns the message about a call with the findings about it.
func correct(d *diagnostics.Document, of *diagnostics.DocumentCall, found []diagnostics.Finding, budget int, line func(offset int) int) Correction {
	c := &subject{DocumentCall: of, block: of.Block(), maxSize: cmp.Or(d.Options().MaxSize, xmlcall.MaxSize)}
	if line != nil {
		c.line = func(offset int) int { return line(offset + of.Shift) }
	}
	fixed := corrected(c.block, d.Options())
	return Correction{of.Place(of.Span), c.message(found, fixed, budget), fixed}
}

// corrected returns a call with all fixes that are proven for it without the rest of the file, except for what belongs to
// one that was cut short; "" if it then does not run as meant, or if there is nothing to correct in it.
func corrected(b *xmlcall.Block, o diagnostics.Options) string {
	source := b.Text[b.Span.Start:max(b.Span.End, b.Rest().End)]
	calls := slices.Collect(o.Open(text.New(source), document.Reply).Fixed(nil).Calls())
	if len(calls) != 1 || calls[0].Outcome() != diagnostics.Runs || calls[0].Source() == source {
		return ""
	}
	return strings.TrimSpace(calls[0].Source())
}

// OfLeak returns the message about a call that an agent wrote as text, though its calls are
// native, or without its <tool>, for so many times. It is valid UTF-8 and shorter than 500 bytes, and repeats no markup of the call,
// which the model would copy.
func OfLeak(l *document.TextCall, times int) string {
	tool, again := "The call", "Make the call"
	if l.Tool != "" {
		name := clip(foreign.Text(l.Tool), 80)
		tool, again = "The call of "+name, "Call "+name
	}
	again += " through the tool interface, if it is still needed; never write a call as text"
	why := "was written as text"
	switch whose := document.Owner(l.Format); {
	case l.Format == textcall.Headless:
		why, again = "has no <tool> before it", "Write all of it again, from <tool> to </tool>, if it is still needed"
	case !strings.ContainsAny(whose, "<[|="):
		why += ", in the format of " + clip(foreign.Text(whose), 80)
	}
	if times > 1 {
		why += ", " + thousands.Separate(times) + " times now"
	}
	return fmt.Sprintf(`ERROR: Tool call did not run.

Reason: %s %s. Nothing ran, and there is no result.

SOLUTION - %s.
`, tool, why, again)
}
