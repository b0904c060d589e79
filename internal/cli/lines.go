package cli

import (
	"cmp"
	"context"
	"iter"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A source with one record per line is read twice: first for what all lines show about each, and then for the lines
// that may have calls. So it can have any length.

// A lineReader tells how the lines of a source are read.
type lineReader struct {
	// Shows returns what some lines show, given what is known of the others: see [document.ShownBy].
	Shows func(found transcript.Found, known *document.Labels) *document.Labels
	// Look is called with all lines, some at a time, concurrently; nil for none.
	Look func(lines string)
}

// recordLines is what is known of a source with one record per line.
type recordLines struct {
	Labels *document.Labels // what all lines show
	Err    error            // why they could not be read to the end

	src  workspace.Source
	long []int // the numbers of lines that are too long to be read
}

// someLines are some lines of a source.
type someLines struct {
	Text string
	report.Origin
}

// Read reads all lines of the file of a source. known is what is known before. The error is that of the context.
func (r lineReader) Read(ctx context.Context, src *workspace.Source, known *document.Labels) (*recordLines, error) {
	l := &recordLines{Labels: (&document.Labels{}).Add(known), src: *src}
	type shown struct {
		workspace.Batch
		lines int // how many line ends there are
		more  *document.Labels
	}
	var now atomic.Pointer[document.Labels]
	now.Store(l.Labels)
	line := 0
	own := l.src // the reader may go on for a moment after this function has returned
	return l, inOrder(ctx, own.Batches(), func(b workspace.Batch) shown {
		if b.Text == "" {
			return shown{Batch: b}
		}
		if r.Look != nil {
			r.Look(b.Text)
		}
		return shown{b, lineEnds(b.Text), r.Shows(transcript.Find(b.Text), now.Load())}
	}, func(b shown) error {
		if b.Text == "" && b.Err == nil {
			l.long = append(l.long, line+1)
			b.lines = 1
		}
		line, l.Err = line+b.lines, b.Err
		l.Labels = l.Labels.Add(b.more)
		now.Store(l.Labels)
		return nil
	})
}

func lineEnds(lines string) int { return text.Position{}.After(lines, text.UTF8).Line }

// All reads all lines again, about a megabyte at a time.
func (l *recordLines) All() iter.Seq[someLines] {
	own := l.src
	return func(yield func(someLines) bool) {
		at := report.Origin{}
		for b := range own.Batches() {
			l.Err = cmp.Or(l.Err, b.Err)
			if b.Err != nil || b.Text != "" && !yield(someLines{b.Text, at}) {
				return
			}
			if at.Offset, at.Line = at.Offset+b.Size, at.Line+lineEnds(b.Text); b.Text == "" {
				at.Line++
			}
		}
	}
}

// nearLines is the number of bytes between lines with calls up to which they are one part: what comes between is cheaper to
// read than to skip.
const nearLines = 4 << 10

// WithCalls returns the parts of lines that may have calls. Those that are nearer to each other than a number of bytes
// are one.
func (p *someLines) WithCalls(near int) (parts []someLines) {
	at, done := p.Origin, 0
	for _, s := range transcript.Find(p.Text).Lines {
		if n := len(parts); n > 0 {
			if last := &parts[n-1]; p.Offset+s.Start-last.Offset-len(last.Text) <= near {
				last.Text = p.Text[last.Offset-p.Offset : s.End]
				continue
			}
		}
		at.Line += lineEnds(p.Text[done:s.Start])
		at.Offset, done = p.Offset+s.Start, s.Start
		parts = append(parts, someLines{p.Text[s.Start:s.End], at})
	}
	return parts
}

// Unread returns the reasons why lines are not read, and why those after them are not.
func (l *recordLines) Unread() (list []error) {
	for _, line := range l.long {
		list = append(list, l.src.TooLong(line))
	}
	if l.Err != nil {
		list = append(list, l.Err)
	}
	return list
}

// eachLines reads all lines of a file again, works on about a megabyte at a time, several of these at once, and hands out
// the results in order.
func eachLines[R any](ctx context.Context, o *inputFlags, file *opened, lines *recordLines, work func(someLines) R, emit func(R) error) error {
	type worked struct {
		result R
		size   int
	}
	return inOrder(ctx, lines.All(), func(l someLines) worked { return worked{work(l), len(l.Text)} }, func(w worked) error {
		if o.progress != nil && !file.Source.Compressed { // else nobody knows how much that is on the disk
			o.progress.Add(0, int64(w.size))
			file.told += int64(w.size)
		}
		return emit(w.result)
	})
}
