package main

import (
	"iter"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A file with one record per line is checked in pieces if it is large or compressed, so
// that it can have any length: only the part being checked is in memory. Tests make
// these small.
var (
	// streamed is the size in bytes from which a file is checked in pieces.
	streamed int64 = 16 << 20
	// pieceSize is the approximate size of a piece in bytes.
	pieceSize = 1 << 20
)

// streams reports whether a source is checked in pieces.
func (c *checker) streams(src *workspace.Source, kind document.Kind) bool {
	return !c.writes() && !c.diff && streams(src, kind)
}

// streams reports whether a source is read in pieces.
func streams(src *workspace.Source, kind document.Kind) bool {
	return kind == document.JSON && src.File != stdinArg && src.HasLines(streamed)
}

// A streamedPiece is a piece of a source, with its start.
type streamedPiece struct {
	workspace.Piece
	offset, line int
	err          error
}

// pieces numbers the pieces of a source. A reader that has stopped may still be reading
// while another one starts: each has a source of its own.
func pieces(src *workspace.Source) iter.Seq[streamedPiece] {
	own := *src
	return func(yield func(streamedPiece) bool) {
		at := streamedPiece{}
		for piece, err := range own.Pieces(pieceSize, 0) {
			at.Piece, at.err = piece, err
			size, lines := len(piece.Text), text.Position{}.After(piece.Text, text.UTF8).Line
			if !yield(at) {
				return
			}
			at.offset += size
			at.line += lines
		}
	}
}

// add adds the report on another piece of the file.
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
	r.offers = r.offers || o.offers
	r.worst = min(r.worst, o.worst)
}
