package main

import (
	"context"
	"iter"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/document/json"
	"github.com/entrhq/forge-lsp/internal/cache"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/workspace"
)

// A file with a record a line is checked in pieces where it is large or compressed, so
// that it can be of any length: no more of it is in memory than is being checked. Tests
// make these small.
var (
	// streamed is the size in bytes from which a file is checked in pieces.
	streamed int64 = 16 << 20
	// pieceSize is about how many bytes a piece has.
	pieceSize = 2 << 20
)

// streams reports whether a source is checked in pieces.
func (c *checker) streams(src *workspace.Source, kind document.Kind) bool {
	return !c.writes() && !c.diff && streams(src, kind)
}

// streams reports whether a source is read in pieces.
func streams(src *workspace.Source, kind document.Kind) bool {
	if kind != document.JSON || src.File == stdinArg {
		return false
	}
	for piece, err := range src.Pieces(pieceSize, streamed) {
		return err == nil && json.IsLines(piece) // reading it reports the error
	}
	return false
}

// A streamedPiece is a piece of a source, with where it starts.
type streamedPiece struct {
	text         string
	offset, line int
	err          error
}

// pieces numbers the pieces of a source.
func pieces(src *workspace.Source) iter.Seq[streamedPiece] {
	return func(yield func(streamedPiece) bool) {
		at := streamedPiece{}
		for piece, err := range src.Pieces(pieceSize, 0) {
			at.text, at.err = piece, err
			if !yield(at) {
				return
			}
			at.offset += len(piece)
			at.line += text.Position{}.After(piece, text.UTF8).Line
		}
	}
}

// emitStream checks a source in pieces, and prints what is found as it goes. It returns
// what is known of all of it.
func (c *checker) emitStream(ctx context.Context, file *checked) (report, error) {
	total := report{file: checkedFile{Path: file.src.Path, Findings: []finding{}}, worst: diagnostics.Hint + 1}
	labels := labelsOf(ctx, file.opened, &file.src)
	var failed error
	size := 0 // of what total has of the text, which is printed already, for the cache
	err := inOrder(ctx, pieces(&file.src), func(p streamedPiece) report {
		if p.err != nil {
			return report{err: p.err}
		}
		lessMemory()
		return c.reportOf(&file.src, file.scanPiece(p.text, labels), place{p.offset, p.line})
	}, func(r report) error {
		if r.err != nil {
			failed = r.err
			return nil //nolint:nilerr // the pieces after it are still reported
		}
		r = r.now()
		for _, text := range r.text {
			c.report.WriteString(text)
			size += len(text)
		}
		if c.cache != nil && size <= cache.MaxEntry {
			total.text = append(total.text, r.text...)
		}
		c.progress.add(0, r.summary.Calls, r.count)
		total.add(r)
		return c.flush()
	})
	total.summary.Files = 1
	switch {
	case err != nil:
	case failed != nil:
		c.failed = failure(c.stderr, failed) || c.failed
	case size <= cache.MaxEntry && (c.baseline == nil || total.count+total.known == 0):
		file.entry = c.entryOf(file, &total, cache.Sum{})
		c.note(file)
	}
	return total, err
}

// add adds what is known of a further piece of the file.
func (r *report) add(o report) {
	r.file.Findings = append(r.file.Findings, o.file.Findings...)
	r.count += o.count
	r.all += o.all
	r.known += o.known
	if r.stats == nil {
		r.stats = newStatistics()
	}
	r.stats.add(o.stats)
	r.hidden += o.hidden
	r.summary.add(o.summary)
	r.fixable += o.fixable
	r.some = r.some || o.some
	r.worst = min(r.worst, o.worst)
}
