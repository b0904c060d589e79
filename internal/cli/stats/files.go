package stats

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

type rowFile struct {
	rows    *corpus.RowWriter
	through io.Closer // the compressor, or nil
	file    *os.File
}

func createRows(name string) (*rowFile, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("cannot write the rows: %w", err)
	}
	r := &rowFile{file: file}
	switch {
	case strings.HasSuffix(name, ".zst"):
		w, err := zstd.NewWriter(file, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		r.rows, r.through = corpus.NewRowWriter(w), w
	case strings.HasSuffix(name, ".gz"):
		w := gzip.NewWriter(file)
		r.rows, r.through = corpus.NewRowWriter(w), w
	default:
		r.rows = corpus.NewRowWriter(file)
	}
	return r, nil
}

func (r *rowFile) write(f *corpus.Fact) error {
	if err := r.rows.Write(f); err != nil {
		return fmt.Errorf("cannot write the rows: %w", err)
	}
	return nil
}

func (r *rowFile) close() error {
	err := r.rows.Close()
	if r.through != nil {
		err = errors.Join(err, r.through.Close())
	}
	if err = errors.Join(err, r.file.Close()); err != nil {
		return fmt.Errorf("cannot write the rows: %w", err)
	}
	return nil
}

func writeFile(name string, content []byte) error {
	if err := os.WriteFile(name, content, 0o644); err != nil {
		return fmt.Errorf("cannot write the tally: %w", err)
	}
	return nil
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

func readTally(name string, stdin io.Reader) (*corpus.Tally, error) {
	src := workspace.Source{Path: name, File: name}
	text, err := src.Read(stdin)
	if err != nil {
		return nil, err
	}
	tally, err := corpus.ReadTally(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return tally, nil
}
