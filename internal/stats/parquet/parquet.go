// Package parquet writes and reads rows as Parquet, for columnar databases. It is a separate
// package so that programs that do not need Parquet do not link it.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// A Writer writes rows as a Parquet file, whose columns are the members of [corpus.Fact].
type Writer struct {
	to   *parquet.GenericWriter[corpus.Fact]
	room [1]corpus.Fact
	rows int
}

// perGroup is the number of rows buffered in memory: a row group.
const perGroup = 20_000

// NewWriter returns a writer to w. The output is complete after Close.
func NewWriter(w io.Writer) *Writer {
	return &Writer{to: parquet.NewGenericWriter[corpus.Fact](w, parquet.Compression(&parquet.Zstd))}
}

// Write writes a row.
func (w *Writer) Write(f *corpus.Fact) error {
	w.room[0] = *f
	if _, err := w.to.Write(w.room[:]); err != nil {
		return err
	}
	if w.rows++; w.rows%perGroup == 0 {
		return w.to.Flush()
	}
	return nil
}

// Close flushes the buffered rows and writes the footer of the file. It does not close the
// underlying writer.
func (w *Writer) Close() error { return w.to.Close() }

// Rows reads a Parquet file of rows. An error ends the sequence. A row is valid until the
// next one.
func Rows(r io.ReaderAt, size int64) iter.Seq2[*corpus.Fact, error] {
	return func(yield func(*corpus.Fact, error) bool) {
		file, err := parquet.OpenFile(r, size)
		if err != nil {
			yield(nil, fmt.Errorf("not a Parquet file: %w", err))
			return
		}
		from := parquet.NewGenericReader[corpus.Fact](file)
		defer func() { _ = from.Close() }()
		for {
			var room [1]corpus.Fact
			n, err := from.Read(room[:])
			if n == 1 {
				if old := room[0].Upgrade(); old != nil {
					err = fmt.Errorf("a row cannot be read: %w", old)
				}
			}
			switch {
			case errors.Is(err, io.EOF) && n == 0:
				return
			case err != nil && !errors.Is(err, io.EOF):
				yield(nil, err)
				return
			case !yield(&room[0], nil):
				return
			}
		}
	}
}
