package check

import (
	"context"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// checked is the result for one file.
type checked struct {
	cli.Opened
	src    workspace.Source
	fixed  string // the text after --fix; equal to text if there is nothing to do
	before *diagnostics.Document
	after  []pending // the reports on fixed, or on some lines of it each

	lines  *cli.Lines // nil for a file that is not read line by line, or not yet
	looked report.Looked
}

// check runs on several files concurrently.
func (c *checker) check(ctx context.Context, src workspace.Source) (out checked) {
	out.src = src
	defer out.Recovered(src)
	out.Opened = c.Open(&out.src, c.stdin, (c.fix || c.diff) && src.Size() <= workspace.MaxText)
	switch {
	case out.Err != nil, out.Lines && out.Text == "":
		return out
	case out.Lines:
		out.Err = c.checkLines(ctx, &out, func(next pending, _ int) error {
			out.after = append(out.after, next)
			return nil
		})
		out.Text = "" // while other files are read
		return out
	}
	out.fixed, out.before = out.Text, &diagnostics.Document{}
	if out.Tools != nil {
		out.before = out.Scan(out.Text)
	}
	left := out.before
	if out.Tools != nil && writable(&out.src) && (c.fix || c.diff) { // else what --fix would fix is left
		left = out.before.Fixed(c.keepsFixes())
		out.fixed = left.Text().String()
	}
	f := c.found(&out.src, left, cli.Place{})
	out.looked.Replies, out.looked.Transcript = document.Replies(out.Text, out.Kind)
	out.after = []pending{c.reportOf(f)}
	if !c.fix && !c.diff {
		out.before, out.Text, out.fixed = nil, "", "" // while other files are read
	}
	return out
}

// A pending report is one that is made when all files before it are reported.
type pending func() report.Report

// ready is a report that is made.
func ready(r report.Report) pending { return func() report.Report { return r } }

// reportOf describes what was found. What the baseline has of that depends on the files before.
func (c *checker) reportOf(f *report.Found) pending {
	f.Kept = c.kept(f.Document)
	if c.baseline == nil || !slices.Contains(f.Kept, true) {
		return ready(report.New(f, c.printer))
	}
	key := report.KeysOf(f.Document)
	return func() report.Report {
		known := c.baseline.take(f.Path, f.Document, key, f.Kept)
		r := report.New(f, c.printer)
		r.Known = known
		return r
	}
}

// found describes what is reported of the findings in a file, or in some lines of it that start at a place.
func (c *checker) found(src *workspace.Source, d *diagnostics.Document, at cli.Place) *report.Found {
	fixes := writable(src)
	return &report.Found{Path: src.Path, Document: d, At: at, Stats: c.statistics, Fixable: fixes && !c.fix, Doubts: fixes}
}

// writable reports whether a source is written by --fix: one that is compressed, or not read at once, is not.
func writable(src *workspace.Source) bool { return !src.Compressed && src.Size() <= workspace.MaxText }
