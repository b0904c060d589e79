package check

import (
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
	after  pending // the report on fixed
}

// check runs on several files concurrently.
func (c *checker) check(src workspace.Source) (out checked) {
	out.src = src
	defer out.Recovered(src)
	if out.Opened = c.Open(&out.src, c.stdin, c.streams); out.Err != nil || out.Stream {
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
	f.Looked = out.look()
	out.after = c.reportOf(f)
	if !c.fix && !c.diff {
		out.before, out.Text, out.fixed = nil, "", "" // while other files are read
	}
	return out
}

// A pending report is one that is made when all files before it are reported.
type pending func() report.Report

// ready is a report that is made.
func ready(r report.Report) pending { return func() report.Report { return r } }

// look counts what there is besides calls in a text that was read, so that a report of no calls can be believed.
func (out *checked) look() (l report.Looked) {
	l.Replies, l.Transcript = document.Replies(out.Text, out.Kind)
	return l
}

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

// found describes what is reported of the findings in a file, or in a piece of it that starts at a place.
func (c *checker) found(src *workspace.Source, d *diagnostics.Document, at cli.Place) *report.Found {
	fixes := writable(src)
	return &report.Found{Path: src.Path, Document: d, At: at, Stats: c.statistics, Fixable: fixes && !c.fix, Doubts: fixes}
}

// writable reports whether a source is written by --fix: one that is compressed is not.
func writable(src *workspace.Source) bool { return !src.Compressed }
