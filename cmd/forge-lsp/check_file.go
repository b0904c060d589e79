package main

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cache"
	"github.com/entrhq/forge-lsp/internal/cli"
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
	suggested []suggestedFix
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
		out.fixed = out.Options.AddSuppressions(out.Text, out.Kind, document.CommentsOf(src.Path))
		if out.fixed != out.Text {
			left = out.Scan(out.fixed)
		}
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
type pending func() report

// ready is a report that is made.
func ready(r report) pending { return func() report { return r } }

// reportOf describes what was found. What the baseline has of that depends on the files before.
func (c *checker) reportOf(f *found) pending {
	f.kept = c.kept(f.d)
	if c.baseline == nil || !slices.Contains(f.kept, true) {
		return ready(newReport(f, c.printer))
	}
	keys := keysOf(f.d)
	return func() report {
		known := c.baseline.take(f.path, f.d, keys, f.kept)
		r := newReport(f, c.printer)
		r.known = known
		return r
	}
}

// found describes what is reported of the findings in a file, or in a piece of it that starts at a place.
func (c *checker) found(src *workspace.Source, d *diagnostics.Document, at cli.Place) *found {
	fixes := !src.Compressed && src.Archived == ""
	return &found{path: src.Path, d: d, at: at, stats: c.statistics, fixable: fixes && !c.fix, doubts: fixes, fixes: c.keepsFixes()}
}
