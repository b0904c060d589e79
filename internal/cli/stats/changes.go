package stats

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/stats/changes"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// changeFlags are the flags of stats about what changed.
type changeFlags struct {
	base string
	fail bool
	from *corpus.Tally // of base, nil for none
}

func (f *changeFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.base, "compare", "", "report what changed since `FILE`, which --tally wrote")
	cmd.Flags().BoolVar(&f.fail, "fail-on-worse", false, "exit with code 1 if more calls than before do not run, or run with other data")
}

// read reads the tally to compare with: a run that counts for minutes does not end with its
// name misspelled.
func (f *changeFlags) read(stdin io.Reader) (err error) {
	if f.base != "" {
		f.from, err = readTally(f.base, stdin)
	}
	return err
}

// find returns what changed up to a tally, or on one of its days.
func (f *changeFlags) find(t *corpus.Tally) *changes.Report {
	if f.from == nil {
		return changes.OverDays(t)
	}
	return changes.Between(f.from, t)
}

// maxChanges is how many changes the text shows.
const maxChanges = 20

func (c *counter) changes(r *changes.Report) {
	if r == nil || len(r.Changes) == 0 && c.change.base == "" {
		return // nobody asked
	}
	fmt.Fprintln(c.out)
	if c.change.base != "" {
		fmt.Fprintf(c.out, "since %s: %s\n", foreign.Line(c.change.base), changesOf(len(r.Changes), r.Shares))
	}
	for i := range r.Changes {
		if i == maxChanges {
			fmt.Fprintf(c.out, "  and %s; --format json has them\n", thousands.Count(len(r.Changes)-i, "more change"))
			break
		}
		change := &r.Changes[i]
		ink, word := c.style.Dim, "worse "
		switch {
		case change.Better:
			ink, word = c.style.Good, "better"
		case change.Error:
			ink = c.style.Bad
		}
		words := change.Words(func(name string) string { return term.Cut(foreign.Line(name), term.MaxToolName) })
		fmt.Fprintf(c.out, "  %s  %s\n", ink.Sprint(word), words)
	}
}

// changesOf returns a sentence on how many of some shares changed.
func changesOf(changed, shares int) string {
	if changed == 0 {
		return "nothing changed, of " + thousands.Count(shares, "share")
	}
	return thousands.Count(changed, "change")
}
