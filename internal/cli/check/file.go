package check

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cache"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// checked is the result for one file.
type checked struct {
	cli.Opened
	src    workspace.Source
	target *target      // nil for a source in an archive
	entry  *cache.Entry // to be kept; may be nil
	fixed  string       // the text after --fix or --add-suppressions; equal to text if there is nothing to do
	before *diagnostics.Document
	after  pending // the report on fixed
}

// checkArchived is check for sources in an archive.
func (c *checker) checkArchived(src workspace.Source) checked {
	out := c.check(&target{Source: src})
	out.target, out.entry = nil, nil
	return out
}

// check runs on several files concurrently.
func (c *checker) check(t *target) (out checked) {
	src := t.Source
	out.src, out.target = src, t
	defer out.Recovered(src)
	if out.Opened = c.Open(&out.src, c.stdin, c.streams); out.Err != nil || out.Stream {
		out.entry = c.entryOf(&out, cache.Sum{})
		return out
	}
	if out.Archive {
		return out
	}
	content := c.contentOf(&out)
	if known, ok := c.recognized(t, content); ok {
		return known
	}
	out.fixed = out.Text
	looked := out.look()
	cli.CollectWhole(out.Kind, len(out.Text))
	if out.Tools == nil {
		out.before = &diagnostics.Document{}
		f := c.found(&out.src, out.before, cli.Place{})
		f.Looked = looked
		out.after = c.reportOf(f)
		out.entry = c.entryOf(&out, content)
		return out
	}
	out.before = out.Scan(out.Text)
	left := out.before
	switch {
	case !writable(&out.src): // what --fix would fix is left
	case c.suppress:
		left = out.before.AddSuppressions(document.CommentsOf(src.Path))
		out.fixed = left.Text().String()
	case c.fix || c.diff:
		left = out.before.Fixed(c.keepsFixes())
		out.fixed = left.Text().String()
	}
	f := c.found(&out.src, left, cli.Place{})
	f.Looked = looked
	out.after = c.reportOf(f)
	if !c.writes() && !c.diff {
		out.entry = c.entryOf(&out, content)
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
	l.Replies, l.Transcript = document.Replies(out.Text, out.Kind, out.Options.Formats)
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
func writable(src *workspace.Source) bool { return !src.Compressed && src.Archived == "" }
