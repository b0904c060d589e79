package report

import (
	"bufio"
	"fmt"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// writeAgent writes the messages to a model about its calls.
func writeAgent(out *bufio.Writer, files []File) error {
	for i := range files {
		for _, message := range files[i].Messages {
			out.WriteString(message)
		}
		for k := range files[i].Unread {
			u := &files[i].Unread[k]
			if u.Path != workspace.Stdin {
				fmt.Fprintf(out, "==> %s <==\n", u.at(foreign.Line(u.Path)))
			}
			out.WriteString(foreign.Line(u.sentence()) + "\n")
		}
	}
	return nil
}

// maxCorrections is the maximum number of calls of a text that a model gets a message about.
const maxCorrections = 1000

// corrections returns the message with which an agent's loop answers, for each call whose outcome
// is data lost, refused or never runs, if an error about it is reported. A call that is shown as a
// bad example is as intended. The first ones are described, and the others counted.
func corrections(path string, found *Found, written func(string) string) (texts []string) {
	problems := map[int][]diagnostics.Placed{} // by call
	wrong := map[int]bool{}                    // the calls with an error
	for p := range found.Diagnostics() {
		if p.Severity != diagnostics.Error || p.Intended || found.Keep != nil && !found.Keep(p.Diagnostic) {
			continue
		}
		for call := range found.About(&p) {
			if c, _ := found.CallAt(call); c.Outcome() < diagnostics.Altered {
				continue
			}
			wrong[call] = true
			if problems[call] != nil || len(problems) < maxCorrections {
				problems[call] = append(problems[call], p)
			}
		}
	}
	if len(problems) == 0 {
		return nil
	}
	index := IndexOf(found.Text())
	index.At = found.At
	fixed := feedback.FixedCalls(found.Document, nil, func(call int) bool { return problems[call] != nil })
	i := 0
	for call := range found.Calls() {
		if told := problems[i]; len(told) > 0 {
			texts = append(texts, written(correction(path, &call, told, fixed[i], index)))
		}
		i++
	}
	if more := len(wrong) - len(texts); more > 0 {
		texts = append(texts, "And "+thousands.Count(more, "more call")+".\n")
	}
	return texts
}

// correction is the message about one call, given the errors about it and the call that is right, "" if
// that is not known.
func correction(path string, call *diagnostics.PlacedCall, found []diagnostics.Placed, fixed string, index *LineIndex) string {
	text := feedback.OfCall(call, found, fixed, feedback.Budget)
	if path != workspace.Stdin { // where it is the whole answer
		start := index.Position(call.Span.Start + call.Shift)
		text = fmt.Sprintf("==> %s:%d:%d <==\n%s", foreign.Line(path), start.Line, start.Column, text)
	}
	return text + "\n"
}
