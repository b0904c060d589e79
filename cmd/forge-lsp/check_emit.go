package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// emit processes the files in order.
func (c *checker) emit(ctx context.Context, file *checked) error {
	failed, ok := file.report(c.stderr, &c.tools.reported)
	c.total.failed = c.total.failed || failed
	c.note(file)
	if file.src.Archived == "" {
		defer c.progress.Add(term.Amounts{Files: 1})
	}
	if !ok {
		return nil
	}
	if file.archive {
		failed, err := inArchive(ctx, &file.src, c.stderr, c.checkArchived, func(f checked) error { return errors.Join(c.emit(ctx, &f), c.flush()) })
		c.total.failed = c.total.failed || failed
		return err
	}
	c.covered.add(file.src)
	c.baseline.see(file.src.Path)
	next := file.after
	if file.stream {
		r, err := c.emitStream(ctx, file)
		if err != nil {
			return err
		}
		next = ready(r)
	}
	changed := file.fixed != file.text
	switch {
	case c.diff && changed:
		diff, err := unifiedDiff(file.src.Path, file.text, file.fixed)
		if err != nil {
			return err
		}
		c.text.WriteString(inkedDiff(diff, c.ink))
	case c.writes() && !c.diff && file.src.File == workspace.Stdin:
		c.text.WriteString(c.ink.Exact(file.fixed))
	case c.writes() && !c.diff && changed:
		replaced, err := replaceFile(file.src.File, file.text, file.fixed)
		if err != nil {
			c.total.failed = true
			complain(c.stderr, err)
		}
		if !replaced {
			next, changed = c.reportOf(c.found(&file.src, file.before, place{})), false
		}
	}
	left := next()
	if changed {
		gone := -left.all
		for _, n := range file.before.Count() {
			gone += n
		}
		c.total.fixed = append(c.total.fixed, fixedFile{file.src.Path, max(gone, 1), file.suggested})
		left.file.Suggested = file.suggested
		if format := c.format.value; format != "text" && format != "json" && format != "concise" && !c.quiet {
			for i := range file.suggested {
				fmt.Fprint(c.stderr, file.suggested[i].describe(file.src.Path, term.NewStyle(false)))
			}
		}
	}
	c.total.add(&left)
	if file.stream { // it is written
		return nil
	}
	c.progress.Add(term.Amounts{Calls: left.summary.Calls, Findings: left.count})
	var written writtenText
	if file.entry != nil {
		left.text = written.of(left.text)
	}
	left.writeText(c.report)
	c.keep(file, &left, &written)
	return nil
}

func (c *checker) flush() error {
	err := c.report.Flush()
	if c.text != nil {
		err = cmp.Or(c.text.Flush(), err)
	}
	if err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

func (c *checker) exit() error {
	switch {
	case c.total.failed:
		return exitCode(exitFailure)
	case c.exitZero:
	case c.exitOnFix && len(c.total.fixed) > 0:
		return exitCode(exitFindings)
	case c.fixOnly && !c.diff:
	case !c.fixOnly && c.total.worst <= severityOf(c.failOn.value), c.diff && len(c.total.fixed) > 0,
		c.maxWarnings >= 0 && c.total.Summary.Warnings > c.maxWarnings:
		return exitCode(exitFindings)
	}
	return nil
}
