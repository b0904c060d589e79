package main

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cache"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// checked is the result for one file.
type checked struct {
	opened
	src    workspace.Source
	target *target      // nil for a source in an archive
	entry  *cache.Entry // to be kept; may be nil
	fixed  string       // the text after --fix or --add-suppressions; equal to text if there is nothing to do
	before *diagnostics.Document
	after  report // of fixed
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
	defer out.recovered(src)
	if out.opened = c.open(&out.src, c.stdin, c.streams); out.err != nil || out.stream {
		out.entry = c.entryOf(&out, cache.Sum{})
		return out
	}
	if (out.src.Compressed || out.archive) && (c.writes() || c.diff) {
		out.err = &workspace.UncheckedError{Path: src.Path, Why: "it is compressed; uncompress it to fix it", Walked: src.Walked}
	}
	if out.err != nil || out.archive {
		return out
	}
	content := c.contentOf(&out)
	if known, ok := c.recognized(t, content); ok {
		return known
	}
	out.fixed = out.text
	collectWhole(out.kind, len(out.text))
	if out.tools == nil {
		out.before = &diagnostics.Document{}
		out.after = c.reportOf(&src, out.before, place{}, c.wants(&src))
		out.entry = c.entryOf(&out, content)
		return out
	}
	out.before = out.scan(out.text)
	left := out.before
	switch {
	case c.suppress:
		out.fixed = out.options.AddSuppressions(out.text, out.kind, document.CommentsOf(src.Path))
		if out.fixed != out.text {
			left = out.scan(out.fixed)
		}
	case c.fix || c.diff:
		left, out.suggested = c.fixedOf(out.before)
		out.fixed = left.Text().String()
	}
	out.after = c.reportOf(&src, left, place{}, c.wants(&src))
	if !c.writes() && !c.diff {
		out.entry = c.entryOf(&out, content)
		out.before, out.text, out.fixed = nil, "", "" // while other files are read
	}
	return out
}
