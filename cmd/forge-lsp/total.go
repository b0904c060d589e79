package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A total is the sum of the reports on all files, and what is known at the end.
type total struct {
	checkOutput
	worst   diagnostics.Severity
	fixable int
	some    bool // whether there are files whose fixable is not known
	hidden  int  // placeholders that the text omits
	known   int  // findings in the baseline
	stats   *statistics
	fixed   []fixedFile
	failed  bool   // whether a file could not be read or written
	missing string // the folders without anything to check, or ""
}

// A fixedFile is a file that was fixed.
type fixedFile struct {
	path      string
	findings  int
	suggested []suggestedFix
}

func newTotal() total {
	return total{
		checkOutput: checkOutput{Version: cli.JSONVersion, Files: []checkedFile{}},
		worst:       diagnostics.Hint + 1, stats: newStatistics(),
	}
}

// add adds the report on a file.
func (t *total) add(r *report) {
	t.Files = append(t.Files, r.file)
	t.Summary.add(r.summary)
	t.worst = min(t.worst, r.worst)
	t.fixable += r.fixable
	t.some = t.some || r.some
	t.hidden += r.hidden
	t.known += r.known
	t.stats.add(r.stats)
}

func (o *printOptions) summarize(out *bufio.Writer, t *total) {
	if o.quiet {
		return
	}
	o.summarizeFixes(out, t)
	ink := o.style.Good
	if t.worst <= diagnostics.Hint {
		ink = o.style.Severity(t.worst)
	}
	fmt.Fprintf(out, "%s; %s", t.Summary.Describe(), ink.Sprint(t.Summary.findings()))
	var more []string
	switch {
	case o.fix:
	case t.some:
		more = append(more, "run with --fix to apply the safe fixes")
	case t.fixable > 0:
		more = append(more, fmt.Sprintf("%d can be fixed with --fix", t.fixable))
	}
	if n := t.Summary.Suppressed; n > 0 {
		more = append(more, fmt.Sprintf("%d suppressed", n))
	}
	if t.known > 0 {
		more = append(more, fmt.Sprintf("%d in the baseline", t.known))
	}
	if t.hidden > 0 {
		more = append(more, thousands.Count(t.hidden, "placeholder")+" not shown")
	}
	if t.missing != "" {
		more = append(more, t.missing)
	}
	if len(more) > 0 {
		fmt.Fprintf(out, " (%s)", strings.Join(more, "; "))
	}
	fmt.Fprintln(out)
}

// summarizeFixes describes what was fixed, and what would be.
func (o *printOptions) summarizeFixes(out *bufio.Writer, t *total) (gone int) {
	for _, f := range t.fixed {
		gone += f.findings
		if !o.diff {
			fmt.Fprintf(out, "%s %s in %s\n", o.style.Good.Sprint(o.done), thousands.Count(f.findings, "finding"), foreign.Line(f.path))
		}
		for i := range f.suggested {
			out.WriteString(f.suggested[i].describe(f.path, o.style))
		}
	}
	return gone
}

func (o *printOptions) summarizeDiff(out *bufio.Writer, t *total) {
	if o.quiet {
		return
	}
	name := "--fix"
	if o.fixOnly {
		name = "--fix-only"
	}
	if o.unsafeFixes {
		name += " --unsafe-fixes"
	}
	gone, left := o.summarizeFixes(out, t), "; left: "+t.Summary.findings()
	if o.fixOnly {
		left = ""
	}
	if gone == 0 {
		fmt.Fprintf(out, "%s would change nothing%s\n", name, strings.Replace(left, "left: ", "", 1))
		return
	}
	fmt.Fprintf(out, "%s would fix %s in %s%s\n", name, thousands.Count(gone, "finding"), thousands.Count(len(t.fixed), "file"), left)
}

// summarizeFixOnly is the summary of --fix-only.
func (o *printOptions) summarizeFixOnly(out *bufio.Writer, t *total) {
	if o.quiet {
		return
	}
	if gone := o.summarizeFixes(out, t); gone > 0 {
		fmt.Fprintf(out, "fixed %s in %s\n", thousands.Count(gone, "finding"), thousands.Count(len(t.fixed), "file"))
		return
	}
	fmt.Fprintln(out, "nothing to fix")
}
