package cli

import (
	"context"
	"iter"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A source with one record per line is read twice: first for what all lines show about each, and for where
// calls may be, which costs little, and then those lines. So it can have any length.

// A LineReader tells how the lines of a source are read.
type LineReader struct {
	// Near is the number of bytes between lines with calls up to which they are one part: what comes between is
	// cheaper to read than to skip.
	Near int
	// Shows returns what some lines show, given what is known of the others: see [document.ShownBy].
	Shows func(found transcript.Found, known *document.Labels) *document.Labels
	// Look is called with all lines, some at a time, concurrently; nil for none.
	Look func(lines string)
}

// Near is the usual distance of parts in bytes.
const Near = 4 << 10

// Lines is what is known of a source with one record per line.
type Lines struct {
	Labels *document.Labels // what all lines show
	Err    error            // why they could not be read to the end

	src   workspace.Source
	text  string // "" if it is read from its file
	parts []linePart
	long  []int // the numbers of lines that are too long to be read
}

// A linePart is whole lines that may have calls, by the offsets of their start and end.
type linePart struct{ start, end, line int }

// linesRead is what some lines show.
type linesRead struct {
	workspace.Batch
	parts []linePart // by their places in the lines
	lines int        // how many line ends there are
	more  *document.Labels
}

// Read reads all lines of a source: of its text or, if that is "", of its file. known is what is known before. The
// error is that of the context.
func (r LineReader) Read(ctx context.Context, src *workspace.Source, content string, known *document.Labels) (*Lines, error) {
	l := &Lines{Labels: (&document.Labels{}).Add(known), src: *src, text: content}
	if content != "" {
		r.Near = len(content) // it is in memory, and small as a rule
	}
	var now atomic.Pointer[document.Labels]
	now.Store(l.Labels)
	offset, line := 0, 0
	own := l.src // the reader may go on for a moment after this function has returned
	return l, InOrder(ctx, own.Batches(content), func(b workspace.Batch) linesRead {
		return r.examine(b, now.Load())
	}, func(b linesRead) error {
		if b.Text == "" && b.Err == nil {
			l.long = append(l.long, line+1)
			b.lines = 1
		}
		for _, p := range b.parts {
			l.parts = append(l.parts, linePart{offset + p.start, offset + p.end, line + p.line})
		}
		offset, line, l.Err = offset+b.Size, line+b.lines, b.Err
		l.Labels = l.Labels.Add(b.more)
		now.Store(l.Labels)
		return nil
	})
}

// examine returns what some lines show, given what is known of the others.
func (r LineReader) examine(b workspace.Batch, known *document.Labels) linesRead {
	lines, read := b.Text, linesRead{Batch: b}
	if lines == "" {
		return read
	}
	if r.Look != nil {
		r.Look(lines)
	}
	found := transcript.Find(lines)
	for _, s := range found.Lines {
		if n := len(read.parts); n > 0 && s.Start-read.parts[n-1].end <= r.Near {
			read.parts[n-1].end = s.End
		} else {
			read.parts = append(read.parts, linePart{start: s.Start, end: s.End})
		}
	}
	done := 0
	for i := range read.parts {
		read.lines += lineEnds(lines[done:read.parts[i].start])
		read.parts[i].line, done = read.lines, read.parts[i].start
	}
	read.lines += lineEnds(lines[done:])
	read.more = r.Shows(found, known)
	return read
}

func lineEnds(lines string) int { return text.Position{}.After(lines, text.UTF8).Line }

// LinesOf is a part of a source with lines that may have calls.
type LinesOf struct {
	Text string
	Place
	Err error // why no more of the source can be read
}

// Calls reads the lines that may have calls. It can be iterated over once at a time.
func (l *Lines) Calls() iter.Seq[LinesOf] { return l.read(l.parts) }

// All reads all lines, about a megabyte at a time. An error was found before.
func (l *Lines) All() iter.Seq[LinesOf] {
	own := l.src
	return func(yield func(LinesOf) bool) {
		at := Place{}
		for b := range own.Batches(l.text) {
			if b.Err != nil || b.Text != "" && !yield(LinesOf{b.Text, at, nil}) {
				return
			}
			if at.Offset, at.Line = at.Offset+b.Size, at.Line+lineEnds(b.Text); b.Text == "" {
				at.Line++
			}
		}
	}
}

func (l *Lines) read(parts []linePart) iter.Seq[LinesOf] {
	own := l.src
	span := func(i int) (start, end int) { return parts[i].start, parts[i].end }
	return func(yield func(LinesOf) bool) {
		i := 0
		for lines, err := range own.Parts(l.text, len(parts), span) {
			if p := parts[i]; !yield(LinesOf{lines, Place{p.start, p.line}, err}) {
				return
			}
			i++
		}
	}
}

// Unread returns the reasons why lines are not read, and why those after them are not.
func (l *Lines) Unread() (list []error) {
	if l == nil {
		return nil // they are not read as such
	}
	for _, line := range l.long {
		list = append(list, l.src.TooLong(line))
	}
	if l.Err != nil {
		list = append(list, l.Err)
	}
	return list
}
