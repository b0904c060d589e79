package cli

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A linted is a file that was checked.
type linted struct {
	opened
	found  report.File
	before *diagnostics.Document // as it was read; nil if it is read line by line, or has no calls
	fixed  string                // the text after --fix
	unread []error               // why some lines are not checked
}

// lint checks a file. It runs on several at a time, and writes nothing.
func (c *checker) lint(ctx context.Context, src workspace.Source) (out linted) {
	out.found = report.File{Path: src.Path}
	defer out.Recovered()
	switch c.Open(&out.opened, src, (c.fix || c.diff) && src.Size() <= workspace.MaxText); {
	case out.Err != nil:
		return out
	case out.Lines:
		out.Err = c.lintLines(ctx, &out)
		return out
	}
	out.fixed = out.Text
	var left *diagnostics.Document
	if out.Tools != nil {
		left = out.Scan(out.Text)
		if out.before = left; writable(&out.Source) && (c.fix || c.diff) { // else what --fix would fix is left
			left = left.Fixed(c.keep())
			out.fixed = left.Text().String()
		}
	}
	if c.describe(&out, left); out.fixed != out.Text {
		out.found.Fixed = max(gone(out.before, left), 1)
	}
	if !c.fix && !c.diff {
		out.before, out.Text, out.fixed = nil, "", "" // while other files are read
	}
	return out
}

// describe describes a file by its document, or what it becomes; nil for one without calls.
func (c *checker) describe(out *linted, d *diagnostics.Document) {
	out.found = report.File{Path: out.Source.Path}
	out.found.Replies, out.found.Transcript = document.Replies(out.Text, out.Kind)
	if d != nil {
		out.found.Describe(report.Found{Document: d, Keep: c.keep(), Writable: writable(&out.Source)}, &c.report)
	}
}

// lintLines checks a source with one record per line, which can have any size.
func (c *checker) lintLines(ctx context.Context, out *linted) error {
	labels, err := labelsIn(ctx, out.Source, nil, document.ShownBy)
	if err != nil {
		return err
	}
	var replies, findings atomic.Int64 // so far
	out.unread, err = eachLines(ctx, &c.inputFlags, &out.opened, func(all someLines) *report.File {
		made := &report.File{Path: out.Source.Path}
		if replies.Load() <= report.MaxReplies {
			made.Replies, made.Transcript = document.LineReplies(all.Text)
			replies.Add(int64(made.Replies))
		}
		for _, p := range all.WithCalls(nearLines) {
			before := len(made.Findings)
			made.Describe(report.Found{
				Document: out.Options.OpenLines(text.New(p.Text), labels), At: p.Origin, Keep: c.keep(), Writable: writable(&out.Source), Many: findings.Load() > report.MaxProven,
			}, &c.report)
			findings.Add(int64(len(made.Findings) - before))
		}
		return made
	}, func(made *report.File) error {
		out.found.Add(made)
		return nil
	})
	return err
}

// writable reports whether a source is written by --fix: one that is compressed, or not read at once, is not.
func writable(src *workspace.Source) bool { return !src.Compressed && src.Size() <= workspace.MaxText }

// keep returns the findings that are reported and fixed, nil for all.
func (c *checker) keep() func(*diagnostics.Diagnostic) bool {
	if c.rules == nil {
		return nil
	}
	return func(f *diagnostics.Diagnostic) bool { return c.rules[f.Code] }
}

// collect takes the files one after the other, in order, and writes what was fixed.
func (c *checker) collect(out *linted) {
	defer c.done(&out.opened)
	if c.Take(&out.opened) {
		if c.fix || c.diff {
			c.write(out)
		}
		out.found.Read = true
		c.baseline.take(&out.found)
		if (c.fix || c.diff) && len(out.found.Findings) > 0 {
			c.notFixed(&out.Source)
		}
		c.Fail(out.unread...)
	}
	for _, err := range append(out.unread, out.Err) {
		if path, line, why, ok := workspace.Unread(err); ok {
			out.found.Unread = append(out.found.Unread, report.Unread{Path: path, Line: line, Reason: why})
		}
	}
	if out.found.Read || out.found.Unread != nil {
		c.files = append(c.files, out.found)
	}
}

// write writes what was fixed, or the diff.
func (c *checker) write(out *linted) {
	if err := put(&out.Source, out.Text, out.fixed, c.diff, c.text, c.ink); err != nil {
		c.Failed = true
		complain(c.Stderr, err)
		c.describe(out, out.before)
	}
}

// gone returns how many findings a document had that a later one has not. What only became visible when others were
// fixed does not count.
func gone(before, after *diagnostics.Document) (n int) {
	left := map[string]int{}
	for p := range after.Diagnostics() {
		left[p.Code]++
	}
	for p := range before.Diagnostics() {
		if left[p.Code]--; left[p.Code] < 0 {
			n++
		}
	}
	return n
}

// notFixed tells why the findings of a file are left.
func (c *checker) notFixed(src *workspace.Source) {
	switch {
	case src.Compressed:
		complain(c.Stderr, fmt.Errorf("%s is not fixed: it is compressed; uncompress it first", src.Path))
	case !writable(src):
		complain(c.Stderr, fmt.Errorf("%s is not fixed: it is larger than the limit of %s bytes; split it first", src.Path, thousands.Separate(workspace.MaxText)))
	}
}
