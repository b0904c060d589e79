package main

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// A joinFn puts files together that were split.
type joinFn struct{ settings }

// ProcessElement emits the tally of a file, and blocks of its rows with the lines where they
// are in it.
func (fn *joinFn) ProcessElement(ctx context.Context, path string, pieces func(*piece) bool, tally func(int, *stats.Tally), block func(string, []byte)) error {
	var all []piece
	for p := (piece{}); pieces(&p); {
		if p.Whole {
			return fn.whole(ctx, path, tally, block)
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b piece) int { return cmp.Compare(a.Start, b.Start) })
	total, before := stats.NewTally(), 0
	rows := fn.rows(path, block)
	for _, p := range all {
		t, err := decodeTally(p.Tally)
		if err == nil {
			total.Merge(t)
			err = rows.move(p.Rows, before)
		}
		if err != nil {
			return err
		}
		before += p.Lines
	}
	fn.count(ctx, total, tally)
	rows.flush()
	return nil
}

// move sends the rows of a piece before which there are so many lines.
func (r *rows) move(compressed []byte, lines int) error {
	if r == nil {
		return nil
	}
	list, err := zstd.NewReader(bytes.NewReader(compressed), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer list.Close()
	_, err = stats.TallyRows(list, func(f *stats.Row) {
		f.Line += lines
		f.Session += lines
		r.write(f)
	})
	return err
}
