package check

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// maxHeld is the default of [cli.Setup.Held].
const maxHeld = 16 << 20

// streams reports whether a source is checked in pieces.
func (c *checker) streams(src *workspace.Source, isJSON func(head string) bool) bool {
	return c.Setup.Streams(src, isJSON) && (src.Compressed || !c.fix && !c.diff)
}

// emitStream checks a source in pieces, and prints the findings incrementally. It
// returns the report on the whole source, without the text.
//
// The meaning of a call depends on evidence in the whole file, which is usually in its
// first piece. So that is assumed for the rest, and a piece that shows more restarts the
// check, at most twice: examining the whole file in advance would take as long as
// checking it.
func (c *checker) emitStream(ctx context.Context, file *checked) (report.Report, error) {
	look := 1 // at how many pieces
	if c.baseline != nil {
		look = 0 // all of them: each finding is taken from the baseline once
	}
	labels, err := c.Labels(ctx, nil, &file.src, look)
	sure := look == 0
	for err == nil {
		s := &streamCheck{checker: c, file: file, labels: labels}
		s.total = report.Empty()
		s.sure.Store(sure)
		err = cli.InOrder(ctx, c.Pieces(&file.src), s.check, func(p checkedPiece) error { return s.emit(ctx, p) })
		if errors.Is(err, cli.ErrShown) {
			c.progress.Add(term.Amounts{Calls: -s.total.Summary.Calls, Findings: -s.total.Count, Bytes: -s.read})
			labels, sure, err = s.more, s.sure.Load(), nil
			continue
		}
		if err == nil {
			err = s.print()
		}
		s.total.Some = s.total.Offers && s.total.Count > report.MaxProven
		s.total.Summary.Files = 1
		if err == nil && s.failed != nil {
			c.total.Failed = c.fails(s.failed) || c.total.Failed
		}
		return s.total, err
	}
	return report.Report{}, err
}

// A streamCheck checks a source in pieces, assuming certain labels.
type streamCheck struct {
	*checker
	file    *checked
	labels  *document.Labels // assumed for the whole file
	sure    atomic.Bool      // whether the assumption is confirmed
	count   atomic.Int64     // number of findings so far
	replies atomic.Int64     // that were counted so far

	more   *document.Labels // to be assumed instead
	total  report.Report    // for the pieces so far, without the text
	held   []string         // text that is printed when the assumption is confirmed
	size   int              // of what is held, in bytes
	read   int64            // bytes of the pieces so far
	failed error            // the reason why no more can be read
}

// A checkedPiece is the result for a piece.
type checkedPiece struct {
	reports []pending
	looked  report.Looked
	size    int              // in bytes
	more    *document.Labels // what the piece shows in addition to the assumption; may be nil
	err     error
}

// check checks a piece. Most lines of most transcripts have no call.
func (s *streamCheck) check(p cli.StreamedPiece) (out checkedPiece) {
	if p.Err != nil {
		return checkedPiece{err: p.Err}
	}
	out.size = len(p.Text)
	defer p.Release()
	found := json.Find(p.Text)
	if !s.sure.Load() {
		if out.more = s.labels.Contradicted(found); out.more != nil {
			return out
		}
	}
	if s.replies.Load() <= report.MaxReplies {
		out.looked.Replies, out.looked.Transcript = document.LineReplies(p.Text)
	}
	at, done := p.Place, 0
	for _, lines := range found.Lines {
		at.Offset += lines.Start - done
		at.Line += text.Position{}.After(p.Text[done:lines.Start], text.UTF8).Line
		done = lines.Start
		f := s.checker.found(&s.file.src, s.file.ScanPiece(strings.Clone(p.Text[lines.Start:lines.End]), s.labels), at)
		f.Fixable = f.Fixable && s.count.Load() <= report.MaxProven
		next := s.reportOf(f)
		if s.baseline == nil {
			s.count.Add(int64(next().Count))
		}
		out.reports = append(out.reports, next)
	}
	return out
}

// emit processes the pieces in order.
func (s *streamCheck) emit(ctx context.Context, p checkedPiece) error {
	if p.err != nil {
		s.failed = p.err
		return nil
	}
	if p.more != nil {
		s.more = p.more
		return cli.ErrShown
	}
	if cli.SizeByPiece(&s.file.src) {
		s.read += int64(p.size)
		s.progress.Add(term.Amounts{Bytes: int64(p.size)})
	}
	s.total.See(p.looked)
	s.replies.Add(int64(p.looked.Replies))
	for i := range p.reports {
		r := p.reports[i]()
		if !s.sure.Load() && (r.Count > report.MostFound || s.size > cmp.Or(s.Held, maxHeld)) {
			if err := s.settle(ctx); err != nil {
				return err
			}
		}
		s.progress.Add(term.Amounts{Calls: r.Summary.Calls, Findings: r.Count})
		if s.sure.Load() {
			r.WriteText(s.report, s.printer)
			if err := s.flush(); err != nil {
				return err
			}
		} else if r.Text != nil {
			for text := range r.Text {
				s.held = append(s.held, text)
				s.size += len(text)
			}
			r.Text = nil
		}
		s.total.Add(r)
	}
	return nil
}

// settle determines what the whole file decides, and prints the held output if the
// assumption is confirmed.
func (s *streamCheck) settle(ctx context.Context) error {
	labels, err := s.Labels(ctx, nil, &s.file.src, 0)
	if err != nil {
		return err
	}
	s.sure.Store(true)
	if !s.labels.Same(labels, document.JSON) {
		s.more = labels
		return cli.ErrShown
	}
	return s.print()
}

// print prints the held output.
func (s *streamCheck) print() error {
	for _, text := range s.held {
		s.printer.Write(s.report, text)
	}
	s.held, s.size = nil, 0
	return s.flush()
}
