package inspect

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/stats"
)

// A filter decides which calls are shown.
type filter struct {
	only, tools []string
}

// onlyWords are the values of --only.
var onlyWords = []string{"runs", "repaired", "altered", "lost", "refused", "ignored", "unknown", "leaked", "native"}

func (f *filter) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "show only calls that are one of `WHAT`: an outcome (runs, repaired, altered, refused, ignored, unknown), lost (altered), leaked or native; comma-separated")
	cmd.Flags().StringSliceVar(&f.tools, "tool", nil, "show only the calls of the tool `NAME`; may be repeated")
	cli.Complete(cmd, "only", cobra.FixedCompletions(onlyWords, cobra.ShellCompDirectiveNoFileComp))
}

func (f *filter) check(cmd *cobra.Command) error {
	for _, word := range f.only {
		if !slices.Contains(onlyWords, word) {
			return cli.Usagef(cmd, "--only %s: must be one of %s", word, strings.Join(onlyWords, ", "))
		}
	}
	return nil
}

// shows reports whether a call is shown.
func (f *filter) shows(c *inspectedCall) bool {
	is := func(word string) bool { return slices.Contains(c.words, word) }
	return (len(f.tools) == 0 || slices.Contains(f.tools, c.tool)) && (len(f.only) == 0 || slices.ContainsFunc(f.only, is))
}

// retries shows the calls of a file in order. Refused ones wait for their retries.
type retries struct {
	*inspector
	stats.RetryFinder[inspectedCall]
	summary inspectedSummary
}

func newRetries(c *inspector) *retries {
	t := &retries{inspector: c, summary: inspectedSummary{Files: 1}}
	t.Info = func(c *inspectedCall) stats.CallInfo { return c.tried }
	t.Out = func(c *inspectedCall, retry stats.Retry[inspectedCall]) {
		*c.retries = retry.After
		t.show(c)
	}
	return t
}

// addAll adds the calls of a file, or of a piece of it.
func (t *retries) addAll(file *inspected) {
	t.summary.Add(file.tally)
	for _, call := range file.calls {
		t.Add(call)
	}
}

// show counts a call, and writes it if it is selected.
func (t *retries) show(c *inspectedCall) {
	if forge, ok := c.shown.(*call); ok && forge.Retries > 0 {
		t.summary.Retried++
	}
	if t.shows.shows(c) {
		t.summary.Shown++
		t.view.call(c)
	}
}

// add adds the counts of another file.
func (s *inspectedSummary) add(o *inspectedSummary) {
	s.Files += o.Files
	s.Add(o.Summary)
	s.Retried += o.Retried
	s.Shown += o.Shown
}

// all returns the number of all calls.
func (s *inspectedSummary) all() int {
	return s.Calls + s.Native + s.Leaked + s.Others()
}

// text describes the calls of a file: "12 calls: 8 run, 2 repaired, 1 with data lost, 1 refused;
// 2 leaked, 1 tried again".
func (s *inspectedSummary) text() string { return s.With(s.Retried) }
