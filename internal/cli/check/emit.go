package check

import (
	"context"
	"fmt"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/cli/rewrite"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// emit processes the files in order.
func (c *checker) emit(ctx context.Context, file *checked) error {
	unread := file.Err
	if _, _, _, is := workspace.Unread(unread); is { // which is part of the report
		file.Err = nil
	}
	failed, ok := file.Report(c.stderr, &c.Tools.Reported)
	if file.Err == nil && unread != nil {
		failed, ok = c.fails(unread), false
	}
	c.total.Failed = c.total.Failed || failed
	read := 0 // bytes of the file that are reported as read
	defer func() { cli.Done(c.progress, &file.src, read) }()
	if !ok {
		return nil
	}
	c.covered.Add(file.src)
	c.baseline.see(file.src.Path)
	c.printer.Begin(c.report, file.src.Path)
	changed := c.write(file)
	left := report.Empty()
	each := func(next pending, end int) error {
		if file.src.Compressed {
			end = 0 // nobody knows
		}
		r := next()
		c.progress.Add(term.Amounts{Calls: r.Summary.Calls, Findings: r.Count, Bytes: int64(end - read)})
		read = end
		r.WriteText(c.report, c.printer)
		left.Add(r)
		return c.flush()
	}
	for _, next := range file.after {
		if err := each(next, 0); err != nil {
			return err
		}
	}
	if file.Opened.Lines && file.lines == nil { // it is on the disk
		if err := c.checkLines(ctx, file, each); err != nil {
			return err
		}
	}
	left.See(file.looked)
	c.sum(file, &left, changed)
	return nil
}

// sum ends the report on a file.
func (c *checker) sum(file *checked, left *report.Report, changed bool) {
	if changed {
		gone := -left.All
		for _, n := range file.before.Count() {
			gone += n
		}
		c.total.Fixed = append(c.total.Fixed, report.FixedFile{Path: file.src.Path, Findings: max(gone, 1)})
	}
	if (c.fix || c.diff) && left.Count > 0 {
		switch {
		case file.src.Compressed:
			cli.Complain(c.stderr, fmt.Errorf("%s is not fixed: it is compressed; uncompress it first", file.src.Path))
		case !writable(&file.src):
			cli.Complain(c.stderr, fmt.Errorf("%s is not fixed: it is larger than the limit of %s bytes; split it first", file.src.Path, thousands.Separate(workspace.MaxText)))
		}
	}
	c.total.Add(left)
	c.printer.End(c.report, left)
	for _, err := range file.lines.Unread() {
		c.total.Failed = c.fails(err) || c.total.Failed
	}
}

// write writes what was fixed, and reports whether that is anything.
func (c *checker) write(file *checked) (changed bool) {
	changed = file.fixed != file.Text
	switch {
	case c.diff && changed:
		c.text.WriteString(rewrite.Inked(linediff.Unified(file.src.Path, file.src.Path, file.Text, file.fixed), c.ink))
	case c.fix && !c.diff && file.src.File == workspace.Stdin:
		c.text.WriteString(c.ink.Exact(file.fixed))
	case c.fix && !c.diff && changed:
		if err := rewrite.Replace(file.src.File, file.Text, file.fixed); err != nil {
			c.total.Failed = true
			cli.Complain(c.stderr, err)
			file.after, changed = []pending{c.reportOf(c.found(&file.src, file.before, cli.Place{}))}, false
		}
	}
	return changed
}

// fails is [cli.Failure], for which what is not checked is part of the report.
func (c *checker) fails(err error) bool {
	path, line, why, ok := workspace.Unread(err)
	if !ok {
		return cli.Failure(c.stderr, err)
	}
	c.total.Unchecked = append(c.total.Unchecked, report.Unchecked{Path: path, Line: line, Reason: why})
	cli.Complain(c.stderr, err)
	if !c.diff && !c.fixOnly && !c.style.Terminal { // there people see both
		c.report.WriteString(c.total.Unchecked[len(c.total.Unchecked)-1].Text(c.Format.Value))
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
