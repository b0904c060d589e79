package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A readFn reads files, or parts of them.
type readFn struct{ settings }

// ProcessElement emits the tally of a file and blocks of its rows; of a part, what
// [joinFn] needs to know.
func (fn *readFn) ProcessElement(ctx context.Context, p part, tally func(int, *stats.Tally), block func(string, []byte), joined func(string, piece)) error {
	if p.End == 0 {
		return fn.whole(ctx, p.Path, tally, block)
	}
	joined(p.Path, fn.piece(ctx, p))
	return nil
}

// whole reads a file. One that cannot be read is a row of unreadable.jsonl; what was read
// before that counts.
func (s *settings) whole(ctx context.Context, path string, tally func(int, *stats.Tally), block func(string, []byte)) error {
	rows := s.rows(path, block)
	t, err := s.read(ctx, path, rows.row())
	if err != nil {
		unreadable.Inc(ctx, 1)
		block(unreadableName, unreadableRow(path, err))
	}
	s.count(ctx, t, tally)
	rows.flush()
	return nil
}

// count hands on the tally of a file.
func (s *settings) count(ctx context.Context, t *stats.Tally, tally func(int, *stats.Tally)) {
	filesRead.Inc(ctx, 1)
	sessions.Inc(ctx, t.Sessions)
	calls.Inc(ctx, t.Totals.Calls)
	refused.Inc(ctx, t.Totals.Calls-t.Totals.Read())
	tally(s.key, t)
}

// read reads a file, wherever it is. A mistake of this program is about that file alone.
func (s *settings) read(ctx context.Context, path string, row func(*stats.Row)) (t *stats.Tally, err error) {
	defer func() {
		if v := recover(); v != nil {
			t, err = stats.NewTally(), fmt.Errorf("internal error: %v", v)
		}
	}()
	file, remove, err := local(ctx, path)
	if err != nil {
		return stats.NewTally(), err
	}
	defer remove()
	return s.source(workspace.Source{Path: path, File: file}, row)
}

// source reads what `forge-lsp stats` reads of a source.
func (s *settings) source(src workspace.Source, row func(*stats.Row)) (*stats.Tally, error) {
	r := s.reader(src.Path, row)
	isJSON := func(head string) bool { return src.KindOf(head) == document.JSON }
	if src.HasLines(isJSON) {
		return lines(r, &src)
	}
	content, err := src.Read(nil)
	if err != nil {
		return stats.NewTally(), err
	}
	r.Kind = src.KindOf(content)
	session := stats.NewSession(r)
	session.Read(content)
	session.End()
	return session.Tally(), nil
}

// lines reads a source with a record a line twice, first for what all of it shows of how its agents call tools.
func lines(r *stats.Reader, src *workspace.Source) (*stats.Tally, error) {
	r.Kind = document.JSON
	_ = each(src, func(text string, _ stats.Place) { // the next time reports the error
		r.Labels = r.Labels.Add(stats.ShownBy(transcript.Find(text), r.Labels))
	})
	session := stats.NewSession(r)
	err := each(src, func(text string, at stats.Place) { session.Add(r.Lines(text, at)) })
	session.End()
	return session.Tally(), err
}

// each calls a function with the lines of a source, some at a time.
func each(src *workspace.Source, lines func(string, stats.Place)) (err error) {
	at := stats.Place{}
	for b := range src.Batches() {
		if b.Text != "" {
			lines(b.Text, at)
			at.Line += text.Position{}.After(b.Text, text.UTF8).Line
		} else if at.Line++; b.Err == nil {
			b.Err = src.TooLong(at.Line)
		}
		err = errors.Join(err, b.Err)
		at.Offset += b.Size
	}
	return err
}
