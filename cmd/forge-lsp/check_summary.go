package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// finish writes what comes after the last file.
func (c *checker) finish() error {
	var err error
	f := c.chosen()
	switch {
	case c.format.value == "json":
		if c.statistics {
			c.total.Statistics = c.stats.describe()
		}
		err = writeJSON(c.report, c.total)
	case c.diff:
		c.summarizeDiff()
	case c.fixOnly:
		c.summarizeFixOnly()
	case f != nil && f.finish != nil:
		err = f.finish(c)
	case f == nil:
		if c.statistics {
			c.report.WriteString(c.stats.text())
		}
		c.summarize()
	}
	failed := c.flush()
	if failed != nil { // err is often the same one
		err = without(err, errors.Unwrap(failed))
	}
	return errors.Join(err, failed)
}

func (c *checker) summarize() {
	if c.quiet {
		return
	}
	c.summarizeFixes()
	ink := c.style.good
	if c.worst <= diagnostics.Hint {
		ink = c.style.severity(c.worst)
	}
	fmt.Fprintf(c.report, "%s; %s", c.total.Summary.calls(), ink.Sprint(c.total.Summary.findings()))
	var more []string
	switch {
	case c.fix:
	case c.some:
		more = append(more, "run with --fix to apply the safe fixes")
	case c.fixable > 0:
		more = append(more, fmt.Sprintf("%d can be fixed with --fix", c.fixable))
	}
	if n := c.total.Summary.Suppressed; n > 0 {
		more = append(more, fmt.Sprintf("%d suppressed", n))
	}
	if c.known > 0 {
		more = append(more, fmt.Sprintf("%d in the baseline", c.known))
	}
	if c.hidden > 0 {
		more = append(more, count(c.hidden, "placeholder")+" not shown")
	}
	if missing := c.covered.missing(); missing != "" && c.changed == "" {
		more = append(more, missing)
	}
	if len(more) > 0 {
		fmt.Fprintf(c.report, " (%s)", strings.Join(more, "; "))
	}
	fmt.Fprintln(c.report)
}

func (c *checker) summarizeDiff() {
	if c.quiet {
		return
	}
	name := "--fix"
	if c.fixOnly {
		name = "--fix-only"
	}
	if c.unsafeFixes {
		name += " --unsafe-fixes"
	}
	gone, left := c.summarizeFixes(), "; left: "+c.total.Summary.findings()
	if c.fixOnly {
		left = ""
	}
	if gone == 0 {
		fmt.Fprintf(c.report, "%s would change nothing%s\n", name, strings.Replace(left, "left: ", "", 1))
		return
	}
	fmt.Fprintf(c.report, "%s would fix %s in %s%s\n", name, count(gone, "finding"), count(len(c.fixed), "file"), left)
}
