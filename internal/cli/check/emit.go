package check

import (
	"context"
	"fmt"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/cli/rewrite"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// emit processes the files in order.
func (c *checker) emit(ctx context.Context, file *checked) error {
	unread := file.Err
	if _, _, is := workspace.Unread(unread); is { // which is part of the report
		file.Err = nil
	}
	failed, ok := file.Report(c.stderr, &c.Tools.Reported)
	if file.Err == nil && unread != nil {
		failed, ok = c.fails(unread), false
	}
	c.total.Failed = c.total.Failed || failed
	defer cli.Done(c.progress, &file.src, file.Stream)
	if !ok {
		return nil
	}
	c.covered.Add(file.src)
	c.baseline.see(file.src.Path)
	c.printer.Begin(c.report, file.src.Path)
	left, err := c.write(ctx, file)
	if err != nil {
		return err
	}
	if (c.fix || c.diff) && !writable(&file.src) && left.Count > 0 {
		cli.Complain(c.stderr, fmt.Errorf("%s is not fixed: it is compressed; uncompress it first", file.src.Path))
	}
	c.total.Add(&left)
	left.WriteText(c.report, c.printer)
	c.printer.End(c.report, &left)
	return nil
}

// write writes what was fixed, and returns the report on what is left; for a source that is read in pieces without
// its text, which is then written.
func (c *checker) write(ctx context.Context, file *checked) (report.Report, error) {
	if file.Stream {
		return c.emitStream(ctx, file)
	}
	next := file.after
	changed := file.fixed != file.Text
	switch {
	case c.diff && changed:
		c.text.WriteString(rewrite.Inked(linediff.Unified(file.src.Path, file.src.Path, file.Text, file.fixed), c.ink))
	case c.fix && !c.diff && file.src.File == workspace.Stdin:
		c.text.WriteString(c.ink.Exact(file.fixed))
	case c.fix && !c.diff && changed:
		if err := rewrite.Replace(file.src.File, file.Text, file.fixed); err != nil {
			c.total.Failed = true
			cli.Complain(c.stderr, err)
			next, changed = c.reportOf(c.found(&file.src, file.before, cli.Place{})), false
		}
	}
	left := next()
	if changed {
		gone := -left.All
		for _, n := range file.before.Count() {
			gone += n
		}
		c.total.Fixed = append(c.total.Fixed, report.FixedFile{Path: file.src.Path, Findings: max(gone, 1)})
	}
	c.progress.Add(term.Amounts{Calls: left.Summary.Calls, Findings: left.Count})
	return left, nil
}

// fails is [cli.Failure], for which what is not checked is part of the report.
func (c *checker) fails(err error) bool {
	path, why, ok := workspace.Unread(err)
	if !ok {
		return cli.Failure(c.stderr, err)
	}
	c.total.Unchecked = append(c.total.Unchecked, report.Unchecked{Path: path, Reason: why})
	cli.Complain(c.stderr, err)
	if !c.diff && !c.fixOnly && !c.style.Terminal { // there people see both
		c.report.WriteString(c.total.Unchecked[len(c.total.Unchecked)-1].Line(c.Format.Value))
	}
	return true
}

func (c *checker) flush() error { return cli.Flush(c.text, c.report) }

func (c *checker) exit() error {
	switch {
	case c.total.Failed:
		return cli.ExitCode(cli.ExitFailure)
	case c.exitZero:
	case c.exitOnFix && len(c.total.Fixed) > 0:
		return cli.ExitCode(cli.ExitFindings)
	case c.fixOnly && !c.diff:
	case !c.fixOnly && c.total.Worst <= report.SeverityOf(c.failOn.Value), c.diff && len(c.total.Fixed) > 0,
		c.maxWarnings >= 0 && c.total.Summary.Warnings > c.maxWarnings:
		return cli.ExitCode(cli.ExitFindings)
	}
	return nil
}
