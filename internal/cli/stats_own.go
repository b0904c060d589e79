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

// ownHead is how many first bytes are enough to tell what stats itself wrote.
const ownHead = 24

func isTally(head string) bool { return strings.HasPrefix(head, `{"format":"forge-lsp tal`) }

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
	if !isTally(head) && !isRow(head) {
		return false
	}
	if out.head = head; out.Source.Walked {
		out.Err = workspace.ErrSkipped
	}
	return true
}

// tallyOwn returns the tally of what stats wrote, whose rows it writes.
func (c *counter) tallyOwn(of *counted) (*stats.Tally, error) {
	src := &of.Source
	named := func(err error) error { return fmt.Errorf("%s: %w", foreign.Line(src.Path), err) }
	switch {
	case isTally(of.head) && c.rows != nil:
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
	read := stats.ReadTally
	if isRow(of.head) {
		read = func(r io.Reader) (*stats.Tally, error) { return stats.TallyRows(r, c.rows.write) }
	}
	tally, err := read(r)
	if err != nil {
		err = named(err)
	}
	return tally, err
}
