package cli

import (
	"context"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A source with one record per line is read twice: first for what all lines show about each, and then for the lines
// that may have calls. So it can have any length.

// labelsIn returns what all lines of a source show: shows tells that of some lines, given what is known of the others, as
// [document.ShownBy] does. known is what is known before; the error is that of the context.
func labelsIn(ctx context.Context, src workspace.Source, known *document.Labels, shows func(transcript.Found, *document.Labels) *document.Labels) (*document.Labels, error) {
	labels := (&document.Labels{}).Add(known)
	var now atomic.Pointer[document.Labels]
	now.Store(labels)
	err := inOrder(ctx, src.Batches(), func(b workspace.Batch) *document.Labels {
		return shows(transcript.Find(b.Text), now.Load())
	}, func(more *document.Labels) error {
		labels = labels.Add(more)
		now.Store(labels)
		return nil
	})
	return labels, err
}

// someLines are some lines of a source.
type someLines struct {
	Text string
	report.Origin
}

// eachLines reads all lines of a file, works on about a megabyte at a time, several of these at once, and hands out
// the results in order. It returns the reasons why lines are not read, and why those after them are not.
func eachLines[R any](ctx context.Context, o *inputFlags, file *opened, work func(someLines) R, emit func(R) error) (unread []error, err error) {
	type worked struct {
		result R
		size   int
	}
	src := file.Source // reading may go on for a moment after this function has returned
	batches := func(yield func(someLines) bool) {
		at := report.Origin{}
		for b := range src.Batches() {
			switch {
			case b.Err != nil:
				unread = append(unread, b.Err)
				return
			case b.Text == "":
				unread = append(unread, src.TooLong(at.Line+1))
				at.Line++
			case !yield(someLines{b.Text, at}):
				return
			}
			at.Offset, at.Line = at.Offset+b.Size, at.Line+lineEnds(b.Text)
		}
	}
	err = inOrder(ctx, batches, func(l someLines) worked { return worked{work(l), len(l.Text)} }, func(w worked) error {
		if o.progress != nil && !file.Source.Compressed { // else nobody knows how much that is on the disk
			o.progress.Add(0, int64(w.size))
			file.told += int64(w.size)
		}
		return emit(w.result)
	})
	if err != nil {
		return nil, err
	}
	return unread, nil
}

func lineEnds(lines string) int { return text.Position{}.After(lines, text.UTF8).Line }

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
