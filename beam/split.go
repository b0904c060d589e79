package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/entrhq/forge-lsp/corpus"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/document/json"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/workspace"
)

func init() {
	register.DoFn2x0[string, func(part)](&splitFn{})
	register.Emitter1[part]()
	register.DoFn5x1[context.Context, string, func() func(*piece) bool, func(int, *corpus.Tally), func(string, []byte), error](&joinFn{})
}

// A part is a file, or the lines that start in a part of it.
type part struct {
	Path       string
	Start, End int64 // bytes; End is 0 for all of the file
}

// A piece is what was read of a part.
type piece struct {
	Whole bool // the file is to be read as a whole: nothing else is known
	Start int64
	Lines int // how many line ends there are
	Tally []byte
	Rows  []byte // numbered as if the part was all of the file
}

// A splitFn splits files whose lines are conversations of their own, as far as their start
// shows. What is not on a disk is not split: object stores are read from the start.
type splitFn struct{ settings }

// ProcessElement emits the parts of a file.
func (fn *splitFn) ProcessElement(path string, emit func(part)) {
	size := fn.conversations(path)
	if size == 0 {
		emit(part{Path: path})
	}
	for start := int64(0); start < size; start += fn.Split {
		emit(part{path, start, min(start+fn.Split, size)})
	}
}

// conversations returns the size of a file that is to be split, 0 for one that is not.
func (s *settings) conversations(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || s.Split <= 0 || info.Size() <= s.Split || document.KindOf(path) != document.JSON {
		return 0
	}
	src := workspace.Source{Path: path, File: path, Bytes: true}
	r := s.reader(path)
	for head, err := range src.Pieces(int(min(s.Split, pieceSize)), 0) {
		if err == nil && !src.Compressed && json.IsLines(head.Text) && r.Lines(head.Text, corpus.Place{}).Alone() {
			return info.Size()
		}
		break
	}
	return 0
}

// piece reads a part.
func (s *settings) piece(ctx context.Context, p part) piece {
	content, start, err := p.text(ctx)
	if err != nil {
		return piece{Whole: true} // reading all of it tells the error
	}
	var list bytes.Buffer
	out := corpus.NewRowWriter(&list)
	session := s.session(out.Write)
	r := s.reader(p.Path)
	r.Rows = s.Facts
	read := r.Lines(content, corpus.Place{Offset: int(start)})
	if !read.Alone() {
		return piece{Whole: true}
	}
	session.Add(read)
	if err := errors.Join(session.End(), out.Close()); err != nil {
		return piece{Whole: true}
	}
	return piece{false, p.Start, text.Position{}.After(content, text.UTF8).Line, session.Tally().Marshal(), list.Bytes()}
}

// text returns the lines of a part, and where the first of them starts.
func (p *part) text(ctx context.Context) (content string, start int64, err error) {
	f, err := open(ctx, p.Path)
	if err != nil {
		return "", 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r := bufio.NewReaderSize(f, 1<<20)
	if start = p.Start; start > 0 {
		// A line that starts before it belongs to another part; its end may be all that does.
		start--
		if _, err := f.(io.Seeker).Seek(start, io.SeekStart); err != nil {
			return "", 0, err
		}
		before, err := r.ReadString('\n')
		if err != nil {
			return "", 0, ignoreEnd(err)
		}
		start += int64(len(before))
	}
	if start >= p.End {
		return "", start, nil
	}
	var b strings.Builder
	b.Grow(int(p.End - start))
	_, err = io.CopyN(&b, r, p.End-start)
	if err == nil && !strings.HasSuffix(b.String(), "\n") {
		var rest string
		rest, err = r.ReadString('\n')
		b.WriteString(rest)
	}
	return b.String(), start, ignoreEnd(err)
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// A joinFn puts files together that were split.
type joinFn struct{ settings }

// ProcessElement emits the tally of a file, and blocks of its rows with the lines where they are in it.
func (fn *joinFn) ProcessElement(ctx context.Context, path string, pieces func() func(*piece) bool, tally func(int, *corpus.Tally), block func(string, []byte)) error {
	var all []piece // without their rows
	total := corpus.NewTally()
	for p, next := (piece{}), pieces(); next(&p); {
		if p.Whole {
			return fn.whole(ctx, path, tally, block)
		}
		t, err := decodeTally(p.Tally)
		if err != nil {
			return err
		}
		total.Merge(t)
		all = append(all, piece{Start: p.Start, Lines: p.Lines})
	}
	slices.SortFunc(all, func(a, b piece) int { return int(a.Start - b.Start) })
	before, sum := map[int64]int{}, 0
	for _, p := range all {
		before[p.Start] = sum
		sum += p.Lines
	}
	rows := fn.rows(path, block)
	for p, next := (piece{}), pieces(); fn.Facts && next(&p); {
		for f, err := range corpus.Rows(bytes.NewReader(p.Rows)) {
			if err != nil {
				return err
			}
			f.Line += before[p.Start]
			f.Session += before[p.Start]
			if err := rows.write(f); err != nil {
				return err
			}
		}
	}
	fn.count(ctx, total, tally)
	return rows.flush()
}
