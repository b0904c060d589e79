package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// emit processes the files in order.
func (c *checker) emit(ctx context.Context, file *checked) error {
	failed, ok := file.report(c.stderr, &c.tools.reported)
	c.failed = c.failed || failed
	c.note(file)
	if file.src.Archived == "" {
		defer c.progress.add(amounts{files: 1})
	}
	if !ok {
		return nil
	}
	if file.archive {
		failed, err := inArchive(ctx, &file.src, c.stderr, c.checkArchived, func(f checked) error { return errors.Join(c.emit(ctx, &f), c.flush()) })
		c.failed = c.failed || failed
		return err
	}
	c.covered.add(file.src)
	c.baseline.see(file.src.Path)
	left := file.after
	if file.stream {
		var err error
		if left, err = c.emitStream(ctx, file); err != nil {
			return err
		}
	}
	changed := file.fixed != file.text
	switch {
	case c.diff && changed:
		diff, err := unifiedDiff(file.src.Path, file.text, file.fixed)
		if err != nil {
			return err
		}
		c.text.WriteString(inkedDiff(diff, c.ink))
	case c.writes() && !c.diff && file.src.File == stdinArg:
		c.text.WriteString(c.ink.exact(file.fixed))
	case c.writes() && !c.diff && changed:
		replaced, err := replaceFile(file.src.File, file.text, file.fixed)
		if err != nil {
			c.failed = true
			complain(c.stderr, err)
		}
		if !replaced {
			left, changed = c.reportOf(&file.src, file.before, place{}, c.wants(&file.src)), false
		}
	}
	left = left.now()
	if changed {
		gone := -left.all
		for _, n := range file.before.Count() {
			gone += n
		}
		c.fixed = append(c.fixed, fixedFile{file.src.Path, max(gone, 1), file.suggested})
		left.file.Suggested = file.suggested
		if f := c.chosen(); f != nil && f.name != "concise" && !c.quiet {
			for i := range file.suggested {
				fmt.Fprint(c.stderr, file.suggested[i].describe(file.src.Path, newStyle(false)))
			}
		}
	}
	c.total.Files = append(c.total.Files, left.file)
	c.total.Summary.add(left.summary)
	c.worst = min(c.worst, left.worst)
	c.fixable += left.fixable
	c.some = c.some || left.some
	c.findings += left.count
	c.hidden += left.hidden
	c.known += left.known
	c.stats.add(left.stats)
	if file.stream { // it is written
		return nil
	}
	c.progress.add(amounts{calls: left.summary.Calls, findings: left.count})
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
	case c.failed:
		return exitCode(exitFailure)
	case c.exitZero:
	case c.exitOnFix && len(c.fixed) > 0:
		return exitCode(exitFindings)
	case c.fixOnly && !c.diff:
	case !c.fixOnly && c.worst <= severityOf(c.failOn.value), c.diff && len(c.fixed) > 0,
		c.maxWarnings >= 0 && c.total.Summary.Warnings > c.maxWarnings:
		return exitCode(exitFindings)
	}
	return nil
}
