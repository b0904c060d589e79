package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A readFn reads files, or parts of them.
type readFn struct{ settings }

// ProcessElement emits the tally of a file and blocks of its rows; of a part, what
// [joinFn] needs to know.
func (fn *readFn) ProcessElement(ctx context.Context, p part, tally func(int, *corpus.Tally), block func(string, []byte), joined func(string, piece)) error {
	if p.End == 0 {
		return fn.whole(ctx, p.Path, tally, block)
	}
	joined(p.Path, fn.piece(ctx, p))
	return nil
}

// whole reads a file. One that cannot be read is a row of unreadable.jsonl; what was read
// before that counts.
func (s *settings) whole(ctx context.Context, path string, tally func(int, *corpus.Tally), block func(string, []byte)) error {
	rows := s.rows(path, block)
	t, err := s.read(ctx, path, rows.row())
	if err != nil {
		unreadable.Inc(ctx, 1)
		block(unreadableName, unreadableRow(path, err))
	}
	s.count(ctx, t, tally)
	return rows.flush()
}

// count hands on the tally of a file.
func (s *settings) count(ctx context.Context, t *corpus.Tally, tally func(int, *corpus.Tally)) {
	filesRead.Inc(ctx, 1)
	sessions.Inc(ctx, t.Sessions)
	calls.Inc(ctx, t.Totals.Calls)
	refused.Inc(ctx, t.Totals.Calls-t.Totals.Read())
	tally(s.key, t)
}

// read reads a file, wherever it is. A mistake of this program is about that file alone.
func (s *settings) read(ctx context.Context, path string, row func(*corpus.Fact) error) (t *corpus.Tally, err error) {
	defer func() {
		if v := recover(); v != nil {
			t, err = corpus.NewTally(), fmt.Errorf("internal error: %v", v)
		}
	}()
	file, remove, err := local(ctx, path)
	if err != nil {
		return corpus.NewTally(), err
	}
	defer remove()
	return s.source(workspace.Source{Path: path, File: file}, row)
}

// streamed is the size in bytes from which a file with a record a line is read in pieces of
// pieceSize.
const (
	streamed  = 16 << 20
	pieceSize = 2 << 20
)

// source reads what `forge-lsp stats` reads of a source.
func (s *settings) source(src workspace.Source, row func(*corpus.Fact) error) (*corpus.Tally, error) {
	r := s.reader(src.Path)
	isJSON := func(head string) bool { return src.KindOf(head) == document.JSON }
	if src.HasLines(streamed, isJSON) {
		r.Kind = document.JSON
		return s.lines(&r, &src, row)
	}
	content, err := src.Read(nil)
	if err != nil {
		return corpus.NewTally(), err
	}
	r.Kind, r.Rows = src.KindOf(content), row != nil
	session := s.session(row)
	for part := range r.Read(content) {
		session.Add(part)
	}
	return session.Tally(), session.End()
}

// lines reads a source with a record a line. What all of it shows of how its agents call tools
// is mostly in its first piece; where a later one shows more, all of it is read again. Rows
// cannot be taken back: they are made when that is known.
func (s *settings) lines(r *corpus.Reader, src *workspace.Source, row func(*corpus.Fact) error) (*corpus.Tally, error) {
	t, more, err := s.pass(r, src, nil)
	for more != nil {
		r.Labels = more
		t, more, err = s.pass(r, src, nil)
	}
	if row != nil {
		r.Rows = true
		t, _, err = s.pass(r, src, row)
	}
	return t, err
}

// pass reads a source once. It stops where the source shows more than the reader assumes,
// and returns that.
func (s *settings) pass(r *corpus.Reader, src *workspace.Source, row func(*corpus.Fact) error) (t *corpus.Tally, more *document.Labels, err error) {
	session := s.session(row)
	at := corpus.Place{}
	for p, failed := range src.Pieces(pieceSize, 0) {
		if failed != nil {
			err = failed
			break
		}
		read := r.Lines(p.Text, at)
		if more := read.More(); more != nil {
			return nil, more, nil
		}
		session.Add(read)
		at.Offset += len(p.Text)
		at.Line += text.Position{}.After(p.Text, text.UTF8).Line
		p.Release()
	}
	return session.Tally(), nil, errors.Join(err, session.End())
}
