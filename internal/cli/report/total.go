package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Total is the sum of the reports on all files, and what is known at the end.
type Total struct {
	Summary summary
	// Unchecked are the files that could not be checked, or not to their end.
	Unchecked []Unchecked
	Worst     diagnostics.Severity
	fixable   int
	some      bool // whether there are files whose fixable is not known
	hidden    int  // placeholders that the text omits
	known     int  // findings in the baseline
	stats     *statistics
	Fixed     []FixedFile
	Failed    bool   // whether a file could not be read or written
	Missing   string // the folders without anything to check, or that were not entered; or ""
}

// A FixedFile is a file that was fixed.
type FixedFile struct {
	Path     string
	Findings int
}

// NewTotal returns the sum of no reports.
func NewTotal() Total {
	return Total{Worst: diagnostics.Hint + 1, stats: newStatistics()}
}

// Add adds the report on a file.
func (t *Total) Add(r *Report) {
	t.Summary.add(r.Summary)
	t.Worst = min(t.Worst, r.Worst)
	t.fixable += r.Fixable
	t.some = t.some || r.Offers && r.Count > MaxProven
	t.hidden += r.Hidden
	t.known += r.Known
	t.stats.add(r.Stats)
}

func (o *Options) summarize(out *bufio.Writer, t *Total) {
	if o.Quiet {
		return
	}
	o.summarizeFixes(out, t)
	ink := o.Style.Good
	if t.Worst <= diagnostics.Hint {
		ink = o.Style.Severity(t.Worst)
	}
	fmt.Fprintf(out, "%s; %s", t.Summary.describe(), ink.Sprint(t.Summary.findings()))
	var more []string
	switch {
	case o.Fix:
	case t.some:
		more = append(more, "run with --fix to apply the safe fixes")
	case t.fixable > 0:
		more = append(more, thousands.Separate(t.fixable)+" can be fixed with --fix")
	}
	if n := t.Summary.Suppressed; n > 0 {
		more = append(more, thousands.Separate(n)+" suppressed")
	}
	if n := t.Summary.Intended; n > 0 {
		more = append(more, thousands.Separate(n)+" in examples that are wrong on purpose")
	}
	if t.known > 0 {
		more = append(more, thousands.Separate(t.known)+" in the baseline")
	}
	if t.hidden > 0 {
		more = append(more, thousands.Count(t.hidden, "placeholder")+" not shown")
	}
	if n := len(t.Unchecked); n > 0 {
		more = append(more, thousands.Count(n, "file")+" not checked")
	}
	if t.Missing != "" {
		more = append(more, t.Missing)
	}
	if len(more) > 0 {
		fmt.Fprintf(out, " (%s)", strings.Join(more, "; "))
	}
	fmt.Fprintln(out)
}

// summarizeFixes describes what was fixed, and what would be.
func (o *Options) summarizeFixes(out *bufio.Writer, t *Total) (gone int) {
	for _, f := range t.Fixed {
		gone += f.Findings
		if !o.Diff {
			fmt.Fprintf(out, "%s %s in %s\n", o.Style.Good.Sprint("fixed"), thousands.Count(f.Findings, "finding"), foreign.Line(f.Path))
		}
	}
	return gone
}

func (o *Options) summarizeDiff(out *bufio.Writer, t *Total) {
	if o.Quiet {
		return
	}
	name := "--fix"
	if o.FixOnly {
		name = "--fix-only"
	}
	gone, left := o.summarizeFixes(out, t), "; left: "+t.Summary.findings()
	if o.FixOnly {
		left = ""
	}
	if gone == 0 {
		fmt.Fprintf(out, "%s would change nothing%s\n", name, strings.Replace(left, "left: ", "", 1))
		return
	}
	fmt.Fprintf(out, "%s would fix %s in %s%s\n", name, thousands.Count(gone, "finding"), thousands.Count(len(t.Fixed), "file"), left)
}

// summarizeFixOnly is the summary of --fix-only.
func (o *Options) summarizeFixOnly(out *bufio.Writer, t *Total) {
	if o.Quiet {
		return
	}
	if gone := o.summarizeFixes(out, t); gone > 0 {
		fmt.Fprintf(out, "fixed %s in %s\n", thousands.Count(gone, "finding"), thousands.Count(len(t.Fixed), "file"))
		return
	}
	fmt.Fprintln(out, "nothing to fix")
}
