package stats

import (
	"context"
	"slices"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

func (c *counter) count(ctx context.Context, args []string) (err error) {
	if c.facts != "" {
		if c.rows, err = createRows(c.facts); err != nil {
			return err
		}
	}
	sources := c.Sources(args)
	if c.progress != nil {
		c.progress.Begin(len(sources), func() int64 { return cli.SizeOf(sources) }, false)
	}
	err = cli.InOrder(ctx, slices.Values(sources), c.read, func(file counted) error { return c.emit(ctx, file) })
	if c.rows != nil {
		if closed := c.rows.close(); err == nil {
			err = closed
		}
	}
	return err
}

type counted struct {
	cli.Opened
	own   ownForm
	late  bool          // whether its text is counted when its turn comes
	tally *corpus.Tally // nil where it is not read yet
	rows  []corpus.Fact
	read  int // bytes that were reported as read
}

// onDisk reports whether the source is read line by line.
func (of *counted) onDisk() bool { return of.Lines && of.Text == "" && of.tally == nil }

// largeText is the size of a text in bytes from which its rows are not held in memory.
const largeText = 16 << 20

// read runs on several files at a time.
func (c *counter) read(src workspace.Source) (out counted) {
	out.Source = src
	defer out.Recovered()
	if c.readsOwn(&out) {
		return out
	}
	if c.Open(&out.Opened, src, false); out.Err != nil || c.isOwn(&out) || out.onDisk() {
		return out
	}
	if out.Tools == nil { // it has no calls, but may have replies
		out.Options = c.Tools.Settings(src).Options()
	}
	if out.late = c.rows != nil && len(out.Text) >= largeText; out.late {
		return out // the rows of short calls have many times their size
	}
	_ = c.countText(&out, func(f *corpus.Fact) error {
		out.rows = append(out.rows, *f)
		return nil
	})
	return out
}

// countText counts the calls of a text that was opened. The error is that of row.
func (c *counter) countText(of *counted, row func(*corpus.Fact) error) error {
	defer of.Recovered()
	session := c.session(row)
	for part := range c.reader(&of.Opened).Read(of.Text) {
		session.Add(part)
	}
	of.tally, of.Text = session.Tally(), ""
	return session.End()
}

func (c *counter) reader(o *cli.Opened) *corpus.Reader {
	return &corpus.Reader{Path: o.Source.Path, Kind: o.Kind, Options: o.Options, Rows: c.rows != nil, Examples: c.examples.dir != "", Since: c.since, Breaker: c.breaker}
}

// session returns a session whose rows a function gets where they are wanted.
func (c *counter) session(row func(*corpus.Fact) error) *corpus.Session {
	s := corpus.NewSession()
	s.Breaker = c.breaker
	if s.Since = c.since; c.rows != nil {
		s.Row = row
	}
	return s
}

// emit takes the files one after the other, in order.
func (c *counter) emit(ctx context.Context, file counted) error {
	if file.late {
		if err := c.countText(&file, c.rows.write); err != nil {
			return err
		}
	}
	defer func() { cli.Done(c.progress, &file.Source, file.read) }()
	if !c.Take(&file.Opened) {
		return nil
	}
	if file.onDisk() {
		tally, err := c.countLines(ctx, &file)
		if err != nil {
			return err
		}
		file.tally = tally
	}
	if file.tally == nil {
		tally, err := c.tallyOwn(&file, c.rows.write)
		if err != nil {
			c.Fail(err)
			return nil
		}
		file.tally = tally
	}
	c.total.Merge(file.tally)
	for i := range file.rows {
		if err := c.rows.write(&file.rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// countLines counts the calls of a source that is read line by line.
func (c *counter) countLines(ctx context.Context, file *counted) (*corpus.Tally, error) {
	lines, err := cli.LineReader{Shows: corpus.ShownBy}.Read(ctx, &file.Source, "", nil)
	if err != nil {
		return nil, err
	}
	reader := c.reader(&file.Opened)
	reader.Labels = lines.Labels
	session := c.session(c.rows.write)
	err = cli.InOrder(ctx, lines.All(), func(p cli.LinesOf) func() {
		part := reader.Lines(p.Text, corpus.Place(p.Place))
		return func() {
			if session.Add(part); !file.Source.Compressed {
				c.progress.Add(term.Amounts{Bytes: int64(len(p.Text))})
				file.read += len(p.Text)
			}
		}
	}, func(add func()) error {
		add()
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, err := range lines.Unread() {
		c.Fail(err)
	}
	return session.Tally(), session.End()
}
