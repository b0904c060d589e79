package stats

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// An ownForm is what stats itself wrote, by its first bytes.
type ownForm uint8

const (
	notOwn ownForm = iota
	ownTally
	ownRows
)

// ownHead is how many first bytes are enough to tell.
const ownHead = 24

// ownFormOf returns the form of a file that starts with a text.
func ownFormOf(head string) ownForm {
	switch {
	case strings.HasPrefix(head, `{"format":"forge-lsp tal`):
		return ownTally
	case isRow(head):
		return ownRows
	}
	return notOwn
}

// isRow reports whether a text starts as a row of any version does: to read one of another is an
// error.
func isRow(head string) bool {
	rest, ok := strings.CutPrefix(head, `{"v":`)
	return ok && strings.HasPrefix(strings.TrimLeft(rest, "0123456789"), `,"kind":"`)
}

func headForm(src *workspace.Source) ownForm {
	if src.Err != nil || src.IsStream() {
		return notOwn
	}
	r, err := src.Open()
	if err != nil {
		return notOwn // to read it reports the error
	}
	defer func() { _ = r.Close() }()
	head := make([]byte, ownHead)
	n, _ := io.ReadFull(r, head)
	return ownFormOf(string(head[:n]))
}

// readsOwn reads a file that was named if it is what stats wrote.
func (c *counter) readsOwn(out *counted) bool {
	if out.Source.Walked {
		return false
	}
	if out.own = headForm(&out.Source); out.own == notOwn {
		return false
	}
	c.countOwn(out)
	return true
}

// isOwn is readsOwn for a source that was opened: standard input, or one that was found in a
// folder. What is beside the transcripts there is about them, and not to be counted again.
func (c *counter) isOwn(out *counted) bool {
	form := notOwn
	switch {
	case !out.onDisk():
		form = ownFormOf(out.Text[:min(len(out.Text), ownHead)])
	case out.Source.Walked:
		form = headForm(&out.Source)
	}
	if form == notOwn {
		return false
	}
	if out.own, out.Lines = form, false; out.Source.Walked {
		out.Err = workspace.ErrSkipped
	} else {
		c.countOwn(out)
	}
	return true
}

// countOwn counts the rows of a file unless they are wanted: then that is done in order.
func (c *counter) countOwn(out *counted) {
	if c.rows == nil {
		out.tally, out.Err = c.tallyOwn(out, func(*corpus.Fact) error { return nil })
	}
}

// tallyOwn returns the tally of what stats wrote, and hands out its rows.
func (c *counter) tallyOwn(of *counted, row func(*corpus.Fact) error) (*corpus.Tally, error) {
	src := &of.Source
	named := func(err error) error { return fmt.Errorf("%s: %w", foreign.Line(src.Path), err) }
	switch {
	case of.own == ownTally && c.rows != nil:
		return nil, named(errors.New("--facts cannot be written from a tally, which has no rows"))
	case c.examples.dir != "":
		return nil, named(errors.New("--examples needs transcripts, not a tally or rows"))
	case c.since != "":
		return nil, named(errors.New("--since needs transcripts, not a tally or rows"))
	}
	var r io.Reader = strings.NewReader(of.Text) // of standard input
	if !src.IsStream() {
		file, err := src.Open()
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }()
		r = file
	}
	read := func() (*corpus.Tally, error) { return tallyRows(corpus.Rows(r), row) }
	if of.own == ownTally {
		read = func() (*corpus.Tally, error) { return corpus.ReadTally(r) }
	}
	tally, err := read()
	if err != nil {
		return nil, named(err)
	}
	return tally, nil
}

// tallyRows returns the tally of rows, and hands them out.
func tallyRows(rows iter.Seq2[*corpus.Fact, error], row func(*corpus.Fact) error) (*corpus.Tally, error) {
	tally := corpus.NewTally()
	for f, err := range rows {
		if err != nil {
			return nil, err
		}
		tally.Add(f)
		if err := row(f); err != nil {
			return nil, err
		}
	}
	return tally, nil
}
