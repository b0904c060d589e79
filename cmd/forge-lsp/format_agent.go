package main

import (
	"fmt"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
)

// corrections returns the message with which an agent's loop answers, for each call that
// did not run as intended, which is one with an error. A call that is shown as a bad
// example is as intended.
func corrections(path string, d *diagnostics.Document, index *lineIndex, k kept) []string {
	problems := map[int][]diagnostics.Placed{} // by call
	for p := range k.of(d) {
		if p.Severity == diagnostics.Error && !p.Intended && p.Call >= 0 {
			problems[p.Call] = append(problems[p.Call], p)
		}
	}
	if len(problems) == 0 {
		return nil
	}
	fixed := fixedCalls(d, problems)
	var texts []string
	i := 0
	for call, shift := range d.Calls() {
		if found := problems[i]; len(found) > 0 {
			start := index.position(call.Span.Start + shift)
			told := make([]feedback.Problem, len(found))
			for k := range found {
				told[k] = feedback.Problem{Line: feedback.LineIn(call, found[k].Place(found[k].Span).Start-shift), Message: found[k].Message, Note: found[k].Note}
			}
			text := feedback.OfCall(call, told, fixed[i], feedback.Budget)
			if path != stdinArg { // where it is the whole answer
				text = fmt.Sprintf("==> %s:%d:%d <==\n%s", visible(path), start.Line, start.Column, text)
			}
			texts = append(texts, text+"\n")
		}
		i++
	}
	return texts
}

// fixedCalls returns the calls with problems that run as meant after all safe fixes, by their
// indexes.
func fixedCalls(d *diagnostics.Document, problems map[int][]diagnostics.Placed) map[int]string {
	fixed := map[int]string{}
	after := d.Fixed(nil)
	if after.Summary().Calls != d.Summary().Calls {
		return fixed
	}
	i := 0
	for c := range after.Calls() {
		if problems[i] != nil {
			fixed[i] = feedback.Corrected(c, d.Options())
		}
		i++
	}
	return fixed
}
