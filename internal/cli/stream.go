package cli

import (
	"cmp"
	"context"
	"errors"
	"iter"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A Setup is what a run depends on besides its command line. The zero value is that of the program.
type Setup struct {
	// Streamed is the size in bytes from which a file with one record per line is read in pieces,
	// so that it can have any length: only the part being read is in memory. Compressed ones
	// always are.
	Streamed int64
	// Piece is the approximate size of a piece in bytes.
	Piece int
	// Held is the number of bytes of output held back until the end of a file, which may
	// invalidate them.
	Held int
}

const (
	streamed  = 16 << 20
	pieceSize = 1 << 20
)

// Streams reports whether a source is read in pieces.
func (s Setup) Streams(src *workspace.Source, isJSON func(head string) bool) bool {
	return !src.IsStream() && src.HasLines(cmp.Or(s.Streamed, streamed), isJSON)
}

// A StreamedPiece is a piece of a source, with its start.
type StreamedPiece struct {
	workspace.Piece
	Place
	Err error // why no more of the source can be read
}

// Pieces numbers the pieces of a source. A reader that has stopped may still be reading
// while another one starts: each has a source of its own.
func (s Setup) Pieces(src *workspace.Source) iter.Seq[StreamedPiece] {
	own := *src
	return func(yield func(StreamedPiece) bool) {
		at := StreamedPiece{}
		for piece, err := range own.Pieces(cmp.Or(s.Piece, pieceSize), 0) {
			at.Piece, at.Err = piece, err
			size, lines := len(piece.Text), text.Position{}.After(piece.Text, text.UTF8).Line
			if !yield(at) {
				return
			}
			at.Offset += size
			at.Line += lines
		}
	}
}

// Labels returns the labels that all pieces of a source decide, or the first ones if most
// is not 0, combined with those already known.
func (s Setup) Labels(ctx context.Context, known *document.Labels, src *workspace.Source, most int) (*document.Labels, error) {
	var stopped error
	labels := document.CombinedLabels(known, func(look func(piece string)) {
		seen := 0
		err := InOrder(ctx, s.Pieces(src), func(p StreamedPiece) struct{} {
			defer p.Release()
			if p.Err == nil { // checking it reports the error
				look(p.Text)
			}
			return struct{}{}
		}, func(struct{}) error {
			if seen++; seen == most {
				return ErrShown
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrShown) {
			stopped = err
		}
	})
	return labels, stopped
}

// ErrShown stops examining the pieces of a source.
var ErrShown = errors.New("a piece shows it")
