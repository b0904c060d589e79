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
	// suggested are the unproven fixes in it.
	suggested []report.SuggestedFix
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
	if (out.src.Compressed || out.Archive) && (c.writes() || c.diff) {
		out.Err = &workspace.UncheckedError{Path: src.Path, Why: "it is compressed; uncompress it to fix it", Walked: src.Walked}
	}
	if out.Err != nil || out.Archive {
		return out
	}
	content := c.contentOf(&out)
	if known, ok := c.recognized(t, content); ok {
		return known
	}
	out.fixed = out.Text
	cli.CollectWhole(out.Kind, len(out.Text))
	if out.Tools == nil {
		out.before = &diagnostics.Document{}
		out.after = c.reportOf(c.found(&src, out.before, cli.Place{}))
		out.entry = c.entryOf(&out, content)
		return out
	}
	out.before = out.Scan(out.Text)
	left := out.before
	switch {
	case c.suppress:
		left = out.before.AddSuppressions(document.CommentsOf(src.Path))
		out.fixed = left.Text().String()
	case c.fix || c.diff:
		left, out.suggested = c.fixedOf(out.before)
		out.fixed = left.Text().String()
	}
	out.after = c.reportOf(c.found(&src, left, cli.Place{}))
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

// reportOf describes what was found. What the baseline has of that depends on the files before.
func (c *checker) reportOf(f *report.Found) pending {
	f.Kept = c.kept(f.Document)
	if c.baseline == nil || !slices.Contains(f.Kept, true) {
		return ready(report.New(f, c.printer))
	}
	keys := report.KeysOf(f.Document)
	return func() report.Report {
		known := c.baseline.take(f.Path, f.Document, keys, f.Kept)
		r := report.New(f, c.printer)
		r.Known = known
		return r
	}
}

// found describes what is reported of the findings in a file, or in a piece of it that starts at a place.
func (c *checker) found(src *workspace.Source, d *diagnostics.Document, at cli.Place) *report.Found {
	fixes := !src.Compressed && src.Archived == ""
	return &report.Found{Path: src.Path, Document: d, At: at, Stats: c.statistics, Fixable: fixes && !c.fix, Doubts: fixes, Fixes: c.keepsFixes()}
}
