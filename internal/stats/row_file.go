package stats

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A RowWriter writes rows as JSON, one per line.
type RowWriter struct {
	out     *bufio.Writer
	encoder *json.Encoder
}

// NewRowWriter returns a writer to w. The output is complete after Close, which returns the first error.
func NewRowWriter(w io.Writer) *RowWriter {
	out := bufio.NewWriterSize(w, 64<<10)
	encoder := json.NewEncoder(foreign.JSON(out))
	encoder.SetEscapeHTML(false)
	return &RowWriter{out, encoder}
}

// Write writes a row.
func (w *RowWriter) Write(f *Row) { _ = w.encoder.Encode(f) } // out remembers an error

// Close flushes the buffered output. It does not close the underlying writer.
func (w *RowWriter) Close() error { return w.out.Flush() }

// Rows reads the output of a [RowWriter]. An error ends the sequence. The tally of the
// rows of all sessions equals that of the sessions. A row is valid until the next one.
func Rows(r io.Reader) iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		decoder := json.NewDecoder(bufio.NewReaderSize(r, 64<<10))
		for n := 1; ; n++ {
			f := &Row{}
			err := decoder.Decode(f)
			switch {
			case errors.Is(err, io.EOF):
				return
			case err == nil && f.V != RowVersion:
				err = fmt.Errorf("expected version %d, found version %d", RowVersion, f.V)
			}
			if err != nil {
				yield(nil, fmt.Errorf("row %d: %w", n, err))
				return
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}
