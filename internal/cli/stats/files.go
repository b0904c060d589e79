package stats

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

type rowFile struct {
	rows    *stats.RowWriter
	through io.Closer // the compressor, or nil
	file    *os.File
}

func createRows(name string) (*rowFile, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, rowError(err)
	}
	r := &rowFile{file: file}
	var to io.Writer = file
	switch {
	case strings.HasSuffix(name, ".zst"):
		w, err := zstd.NewWriter(file, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		to, r.through = w, w
	case strings.HasSuffix(name, ".gz"):
		w := gzip.NewWriter(file)
		to, r.through = w, w
	}
	r.rows = stats.NewRowWriter(to)
	return r, nil
}

// rowError returns the error of the file of rows; nil for none.
func rowError(err error) error {
	if err != nil {
		err = fmt.Errorf("cannot write the rows: %w", err)
	}
	return err
}

func (r *rowFile) write(row *stats.Row) error { return rowError(r.rows.Write(row)) }

func (r *rowFile) close() error {
	err := r.rows.Close()
	if r.through != nil {
		err = errors.Join(err, r.through.Close())
	}
	return rowError(errors.Join(err, r.file.Close()))
}

func (c *counter) mergeAll(names []string) error {
	for _, name := range names {
		tally, err := readTally(name, c.Stdin)
		if err != nil {
			return err
		}
		c.total.Merge(tally)
	}
	return nil
}

func readTally(name string, stdin io.Reader) (*stats.Tally, error) {
	src := workspace.Source{Path: name, File: name}
	text, err := src.Read(stdin)
	if err != nil {
		return nil, err
	}
	tally, err := stats.ReadTally(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return tally, nil
}
