package stats

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

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

// TallyRows returns the tally of what a [RowWriter] wrote, which equals that of the sessions, and hands out the rows, each
// valid until the next one.
func TallyRows(r io.Reader, row func(*Row)) (*Tally, error) {
	t := NewTally()
	decoder := json.NewDecoder(bufio.NewReaderSize(r, 64<<10))
	for n := 1; ; n++ {
		f := &Row{}
		err := decoder.Decode(f)
		switch {
		case errors.Is(err, io.EOF):
			return t, nil
		case err == nil && f.V != RowVersion:
			err = fmt.Errorf("expected version %d, found version %d", RowVersion, f.V)
		}
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", n, err)
		}
		t.Add(f)
		row(f)
	}
}
