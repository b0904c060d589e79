package report

import (
	"bufio"
	"fmt"
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// An agentPrinter writes the messages to a model about its calls.
type agentPrinter struct {
	plain
	*Options
}

func (p agentPrinter) file(r *Report, f *Found) {
	r.Text = corrections(f, p.Style.Exact)
}

func (p agentPrinter) Finish(*bufio.Writer, *Total) error { return nil }

// maxCorrections is the maximum number of calls of a text that a model gets a message about.
const maxCorrections = 1000

// corrections returns the message with which an agent's loop answers, for each call whose outcome
// is data lost, refused or never runs, if an error about it is reported. A call that is shown as a
// bad example is as intended. The first ones are described, and the others counted.
func corrections(f *Found, written func(string) string) iter.Seq[string] {
	d := f.Document
	problems := map[int][]diagnostics.Placed{} // by call
	all := map[int]bool{}                      // the calls with an error
	for p := range f.Kept.of(d) {
		if p.Severity != diagnostics.Error || p.Intended || p.Call < 0 {
			continue
		}
		for call := range d.About(&p) {
			if c, _ := d.CallAt(call); c.Outcome() < diagnostics.Altered {
				continue
			}
			all[call] = true
			if problems[call] != nil || len(problems) < maxCorrections {
				problems[call] = append(problems[call], p)
			}
		}
	}
	if len(problems) == 0 {
		return slices.Values([]string(nil))
	}
	fixed := feedback.FixedCalls(d, nil, func(call int) bool { return problems[call] != nil })
	var texts []string
	i := 0
	for call := range d.Calls() {
		if found := problems[i]; len(found) > 0 {
			texts = append(texts, written(correction(f, &call, found, fixed[i])))
		}
		if i++; len(texts) == len(problems) {
			break
		}
	}
	if more := len(all) - len(texts); more > 0 {
		texts = append(texts, "And "+thousands.Count(more, "more call")+".\n")
	}
	return slices.Values(texts)
}

// correction is the message about one call, given the errors about it and the call that is right, "" if
// that is not known.
func correction(f *Found, call *diagnostics.PlacedCall, found []diagnostics.Placed, fixed string) string {
	told := make([]feedback.Problem, len(found))
	for k := range found {
		told[k] = feedback.Problem{Line: 1, Message: found[k].Message, Note: found[k].Note, Elsewhere: found[k].Elsewhere}
		if found[k].Call == call.Index && !found[k].Reply {
			told[k].Line = feedback.LineIn(call.Call, found[k].Place(found[k].Span).Start-call.Shift)
		}
	}
	text := feedback.OfCall(call.Call, told, fixed, feedback.Budget)
	if f.Path != workspace.Stdin { // where it is the whole answer
		start := f.index.Position(call.Span.Start + call.Shift)
		text = fmt.Sprintf("==> %s:%d:%d <==\n%s", foreign.Line(f.Path), start.Line, start.Column, text)
	}
	return text + "\n"
}
