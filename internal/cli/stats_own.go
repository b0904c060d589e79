package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/stats"
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

// readsOwn reads a source that was opened if it is what stats wrote. What is beside the transcripts of a folder is about
// them, and not to be counted again.
func (c *counter) readsOwn(out *counted) bool {
	head := out.Text[:min(len(out.Text), ownHead)]
	if out.Lines {
		head, _ = headOfFile(&out.Source, ownHead) // reading it again reports the error
	}
	switch out.own = ownFormOf(head); {
	case out.own == notOwn:
		return false
	case out.Source.Walked:
		out.Err = workspace.ErrSkipped
	case c.rows == nil: // else they are counted in order
		out.tally, out.Err = c.tallyOwn(out, func(*stats.Row) {})
	}
	return true
}

// tallyOwn returns the tally of what stats wrote, and hands out its rows.
func (c *counter) tallyOwn(of *counted, row func(*stats.Row)) (*stats.Tally, error) {
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
	var r io.Reader = strings.NewReader(of.Text)
	if of.Lines {
		file, err := src.Open()
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }()
		r = file
	}
	tally, err := (*stats.Tally)(nil), error(nil)
	if of.own == ownTally {
		tally, err = stats.ReadTally(r)
	} else {
		tally, err = stats.TallyRows(r, row)
	}
	if err != nil {
		return nil, named(err)
	}
	return tally, nil
}
