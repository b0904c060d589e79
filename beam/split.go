package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A part is a file, or the lines that start in a part of it.
type part struct {
	Path       string
	Start, End int64 // bytes; End is 0 for all of the file
}

// A piece is what was read of a part.
type piece struct {
	Whole bool // the file must be read as a whole
	Start int64
	Lines int // how many line ends there are
	Tally []byte
	Rows  []byte // compressed, and numbered as if the part was all of the file
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

// conversations returns the size of a file that can be split, 0 for others.
func (s *settings) conversations(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || s.Split <= 0 || info.Size() <= s.Split {
		return 0
	}
	src := workspace.Source{Path: path, File: path}
	r := s.reader(path, nil)
	for head := range src.Batches() {
		if head.Err == nil && !src.Compressed && src.KindOf(head.Text) == document.JSON && transcript.IsLines(head.Text) && r.Lines(head.Text, stats.Place{}).Alone() {
			return info.Size()
		}
		break
	}
	return 0
}

var errMixed = errors.New("not all lines are conversations")

// piece reads a part. If that fails, reading the whole file reports why.
func (s *settings) piece(ctx context.Context, p part) piece {
	var list bytes.Buffer
	rows := stats.NewRowWriter(&list)
	r := s.reader(p.Path, nil)
	if s.Facts {
		r.Row = rows.Write
	}
	session := stats.NewSession(r)
	end, err := p.read(ctx, func(content string, at stats.Place) error {
		read := r.Lines(content, at)
		if !read.Alone() {
			return errMixed
		}
		session.Add(read)
		return nil
	})
	if session.End(); errors.Join(err, rows.Close()) != nil {
		return piece{Whole: true}
	}
	return piece{false, p.Start, end.Line, session.Tally().Marshal(), s.encoder.EncodeAll(list.Bytes(), nil)}
}

// pieceSize is the approximate number of bytes of a part that are read at a time.
const pieceSize = 2 << 20

// read calls a function with the lines of a part, about pieceSize bytes at a time, and
// returns where they end. Line ends are counted from the start of the part.
func (p *part) read(ctx context.Context, lines func(string, stats.Place) error) (at stats.Place, err error) {
	f, err := open(ctx, p.Path)
	if err != nil {
		return at, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r := bufio.NewReaderSize(f, 64<<10)
	if p.Start > 0 {
		// A line that starts before it belongs to another part; its end may be all that does.
		if _, err := f.(io.Seeker).Seek(p.Start-1, io.SeekStart); err != nil {
			return at, err
		}
		before, err := r.ReadString('\n')
		if err != nil {
			return at, ignoreEnd(err)
		}
		at.Offset = int(p.Start) - 1 + len(before)
	}
	for err == nil && at.Offset < int(p.End) {
		size := min(pieceSize, p.End-int64(at.Offset))
		var b strings.Builder
		b.Grow(int(size + size/8)) // with the end of a line
		_, err = io.CopyN(&b, r, size)
		if err == nil && !strings.HasSuffix(b.String(), "\n") {
			var rest string
			rest, err = r.ReadString('\n')
			b.WriteString(rest)
		}
		if failed := lines(b.String(), at); failed != nil {
			return at, failed
		}
		at.Offset += b.Len()
		at.Line += text.Position{}.After(b.String(), text.UTF8).Line
	}
	return at, ignoreEnd(err)
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
