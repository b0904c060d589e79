package cli

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

func (c *counter) count(ctx context.Context, args []string) (err error) {
	if c.facts != "" {
		if c.rows, err = createRows(c.facts); err != nil {
			return err
		}
	}
	sources := c.Sources(args)
	c.begin(sources)
	err = inOrder(ctx, slices.Values(sources), c.read, func(file counted) error { return c.emit(ctx, file) })
	if c.rows != nil {
		if closed := c.rows.close(); err == nil {
			err = closed
		}
	}
	return err
}

type counted struct {
	opened
	head  string       // its start if stats itself wrote it; or ""
	tally *stats.Tally // nil where it is not read yet
	rows  []stats.Row
}

// read runs on several files at a time.
func (c *counter) read(src workspace.Source) (out counted) {
	defer out.Recovered()
	if c.Open(&out.opened, src, false); out.Err != nil || c.readsOwn(&out) || out.Lines {
		return out
	}
	if out.Tools == nil { // it has no calls, but may have replies
		out.Options = c.Tools.Settings(src).Options()
	}
	session := stats.NewSession(c.reader(&out, func(f *stats.Row) { out.rows = append(out.rows, *f) }))
	session.Read(out.Text)
	session.End()
	out.tally, out.Text = session.Tally(), ""
	return out
}

// reader returns the reader of a source whose rows a function gets where they are wanted.
func (c *counter) reader(of *counted, row func(*stats.Row)) *stats.Reader {
	r := &stats.Reader{Path: of.Source.Path, Kind: of.Kind, Options: of.Options, Examples: c.examples.dir != "", Since: c.since, Breaker: c.breaker}
	if c.rows != nil {
		r.Row = row
	}
	return r
}

// emit takes the files one after the other, in order.
func (c *counter) emit(ctx context.Context, file counted) error {
	defer c.done(&file.opened)
	if !c.Take(&file.opened) {
		return nil
	}
	var err error
	switch {
	case file.tally != nil:
	case file.head == "":
		if file.tally, err = c.countLines(ctx, &file); err != nil {
			return err
		}
	default:
		if file.tally, err = c.tallyOwn(&file); err != nil {
			c.Fail(err)
			return nil
		}
	}
	c.total.Merge(file.tally)
	for i := range file.rows {
		c.rows.write(&file.rows[i])
	}
	return nil
}

// countLines counts the calls of a source that is read line by line.
func (c *counter) countLines(ctx context.Context, file *counted) (*stats.Tally, error) {
	labels, err := labelsIn(ctx, file.Source, nil, stats.ShownBy)
	if err != nil {
		return nil, err
	}
	reader := c.reader(file, c.rows.write)
	reader.Labels = labels
	session := stats.NewSession(reader)
	unread, err := eachLines(ctx, &c.inputFlags, &file.opened, func(l someLines) *stats.Lines {
		return reader.Lines(l.Text, stats.Place(l.Origin))
	}, func(l *stats.Lines) error {
		session.Add(l)
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.Fail(unread...)
	session.End()
	return session.Tally(), nil
}

type rowFile struct {
	*stats.RowWriter
	through []io.Closer // the compressor, if there is one, and the file
}

func createRows(name string) (*rowFile, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, cannotWrite("the rows", err)
	}
	var to io.WriteCloser
	switch {
	case strings.HasSuffix(name, ".zst"):
		to, err = zstd.NewWriter(file, zstd.WithEncoderConcurrency(1))
	case strings.HasSuffix(name, ".gz"):
		to = gzip.NewWriter(file)
	default:
		return &rowFile{stats.NewRowWriter(file), []io.Closer{file}}, nil
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &rowFile{stats.NewRowWriter(to), []io.Closer{to, file}}, nil
}

// write writes a row, if rows are wanted. An error is that of close.
func (r *rowFile) write(row *stats.Row) {
	if r != nil {
		r.Write(row)
	}
}

func (r *rowFile) close() error {
	err := r.Close()
	for _, c := range r.through {
		err = errors.Join(err, c.Close())
	}
	return cannotWrite("the rows", err)
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
