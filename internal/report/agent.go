package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// writeAgent writes the messages to a model about its calls.
func writeAgent(out *bufio.Writer, files []File, _ *Settings) {
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
}

// corrections returns the messages with which an agent's loop answers, for the calls that did not run as meant and about
// which an error is reported.
func corrections(path string, found *Found, written func(string) string) (texts []string) {
	keep := func(p *diagnostics.Finding) bool { return found.Keep == nil || found.Keep(p.Diagnostic) }
	index := IndexOf(found.Text(), found.At)
	for _, c := range feedback.Corrections(found.Document, feedback.Budget, keep, nil) {
		text := c.Text
		if path != workspace.Stdin { // where it is the whole answer
			text = fmt.Sprintf("==> %s <==\n%s", strings.TrimSuffix(place(foreign.Line(path), index.Position(c.Span.Start)), ":"), text)
		}
		texts = append(texts, written(text+"\n"))
	}
	return texts
}
